import { Client } from 'pg';

/** Runs a statement that answers with one row, over a connection of its own. */
export async function queryOne<Row extends object>(
  databaseUrl: string,
  statement: string,
  values: unknown[] = [],
): Promise<Row> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<Row>(statement, values);
    const [row] = rows;
    if (row === undefined) throw new Error('a statement answered without a row');
    return row;
  } finally {
    await client.end();
  }
}
