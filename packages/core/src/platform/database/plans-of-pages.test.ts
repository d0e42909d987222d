import { createTestDatabase, type TestDatabase } from '@svc/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { entities } from '../../app/entities.js';
import { Payment } from '../../payments/payment.entity.js';
import { DEFAULT_PAGE_SIZE } from '../lists/cursor.js';
import type { Database } from './database.js';
import { openDatabase } from './open-database.js';

/** Postgres makes a plan for each of the first five runs, and then decides. */
const FIRST_RUNS = 5;

let server: TestDatabase;
let database: Database;

beforeAll(async () => {
  server = await createTestDatabase();
  const settings = { DATABASE_URL: server.url, DATABASE_POOL: 1, PG_PREPARED: true, SQL_CHECK: true };
  database = await openDatabase(settings, entities, { error: () => {} });
  await database.dataSource.query(
    `INSERT INTO payments (environment_id, id, status, amount_value, currency, metadata, processor, updated_at)
     SELECT 1, n, 'completed', 1000, 'USD', '{}', 'sandbox', now() FROM generate_series(1, 5000) n`,
  );
  await database.dataSource.query('ANALYZE payments');
}, 60_000);

afterAll(async () => {
  await database.close();
  await server.drop();
});

describe('a page of the default size', () => {
  it('has one plan for all requests', async () => {
    const status = { text: "status = 'completed'", values: [] };
    const tables = database.forEnvironment({ environmentId: 1 });
    const page = { limit: DEFAULT_PAGE_SIZE + 1, properties: ['id', 'status'] as const };
    for (let run = 0; run < FIRST_RUNS + 5; run += 1) {
      const rows = await tables.page(Payment, page, [status]);
      expect(rows).toHaveLength(DEFAULT_PAGE_SIZE + 1);
      expect(rows[0]).toEqual({ id: '5000', status: 'completed' });
    }
    const plans: unknown = await database.dataSource.query(
      `SELECT custom_plans::int AS "eachTime", generic_plans::int AS shared FROM pg_prepared_statements
        WHERE starts_with(name, 'payments_')`,
    );
    expect(plans).toEqual([{ eachTime: FIRST_RUNS, shared: 5 }]);
  });
});
