import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { askSetupService } from './setup-service.js';

export interface TestDatabase {
  /** For the owner of the schema. */
  readonly url: string;
  drop(): Promise<void>;
}

interface MigratedDatabase extends TestDatabase {
  /** For a role that reads and writes rows, as the processes should have. */
  readonly serviceUrl: string;
}

/** A migrated database without rows on the Postgres of this test run. */
export async function createTestDatabase(): Promise<MigratedDatabase> {
  const { name, role } = await askSetupService<{ name: string; role: string }>('/template', {});
  // Copying files is faster than WAL-logging pages, since checkpoints do not fsync here.
  const database = await create(name, `TEMPLATE ${name} STRATEGY FILE_COPY`);
  return { ...database, serviceUrl: Object.assign(new URL(database.url), { username: role, password: role }).href };
}

/** A database without a schema. */
export function createEmptyDatabase(): Promise<TestDatabase> {
  return create(`svc_test_${process.pid}`, '');
}

async function create(prefix: string, options: string): Promise<TestDatabase> {
  const server = requiredUrl('SVC_TEST_POSTGRES_URL');
  const name = `${prefix}_${randomBytes(4).toString('hex')}`;
  await run(server, `CREATE DATABASE ${name} ${options}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: () => run(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

/** The URL of a server that the test run has started. */
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
