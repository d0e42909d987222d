import { createTestDatabase } from '@svc/testing';
import { entities } from '../src/app/entities.js';
import type { Database } from '../src/platform/database/database.js';
import { openDatabase } from '../src/platform/database/open-database.js';

export interface OpenTestDatabase {
  /** For the owner of the schema. */
  readonly url: string;
  readonly database: Database;
  sql(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  close(): Promise<void>;
}

export interface TestDatabaseOptions {
  /** Connections at the same time. */
  readonly pool?: number;
  /** Whether each statement must name the environment. */
  readonly isChecked?: boolean;
  /** Whether rows are read in the order of their due times, as by a worker. */
  readonly dueInOrder?: boolean;
  /** Whether it has account 1, with environment 1 in test mode and 2 in live mode. */
  readonly hasAccount?: boolean;
}

/** Opens a migrated database of its own, as the service does. */
export async function openTestDatabase({
  pool = 8,
  isChecked = true,
  dueInOrder,
  hasAccount = true,
}: TestDatabaseOptions = {}): Promise<OpenTestDatabase> {
  const { url, drop } = await createTestDatabase();
  const settings = { DATABASE_URL: url, DATABASE_POOL: pool, PG_PREPARED: true, SQL_CHECK: isChecked, dueInOrder };
  const database = await openDatabase(settings, entities, { error: () => {} });
  if (hasAccount) {
    await database.dataSource.query(`INSERT INTO accounts (id, name, tier) VALUES (1, 'A', 'pro')`);
    await database.dataSource.query(`INSERT INTO environments (account_id, mode) VALUES (1, 'test'), (1, 'live')`);
  }
  const close = async (): Promise<void> => {
    await database.close();
    await drop();
  };
  return { url, database, sql: (text, values) => database.dataSource.query(text, values), close };
}
