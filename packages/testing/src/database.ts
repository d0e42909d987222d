import { randomBytes } from 'node:crypto';
import pg from 'pg';

export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** An empty database on the Postgres of this test run. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = requiredUrl('SVC_TEST_POSTGRES_URL');
  const name = `svc_test_${process.pid}_${randomBytes(4).toString('hex')}`;
  await run(server, `CREATE DATABASE ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: () => run(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

/** The address of a server that the test run has started. */
export function requiredUrl(variable: 'SVC_TEST_POSTGRES_URL' | 'SVC_TEST_REDIS_URL'): string {
  const url = process.env[variable];
  if (url === undefined || url === '') {
    throw new Error(`${variable} is not set: run the tests with npm test, which starts the servers`);
  }
  return url;
}

async function run(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
