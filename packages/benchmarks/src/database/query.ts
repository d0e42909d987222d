import { Client } from 'pg';

/** Runs a statement with one result row on a new connection. */
export async function queryOne<Row extends object>(
  databaseUrl: string,
  statement: string,
  values: unknown[] = [],
): Promise<Row> {
  const [row] = await queryRows<Row>(databaseUrl, statement, values);
  if (row === undefined) throw new Error('the statement returned no row');
  return row;
}

/** Runs a statement on a new connection. */
export async function queryRows<Row extends object>(
  databaseUrl: string,
  statement: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return (await client.query<Row>(statement, values)).rows;
  } finally {
    await client.end();
  }
}
