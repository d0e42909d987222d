import { createTestDatabase, type TestDatabase } from '@svc/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { entities } from '../../app/entities.js';
import { Payment } from '../../payments/payment.entity.js';
import { DEFAULT_PAGE_SIZE } from '../lists/cursor.js';
import type { Database } from './database.js';
import { openDatabase } from './open-database.js';

/** Postgres makes a plan for each of the first five runs, and then decides. */
const FIRST_RUNS = 5;
const PAGE = { limit: DEFAULT_PAGE_SIZE + 1, properties: ['id', 'status'] as const };

let server: TestDatabase;
let database: Database;

beforeAll(async () => {
  server = await createTestDatabase();
  const settings = { DATABASE_URL: server.url, DATABASE_POOL: 1, PG_PREPARED: true, SQL_CHECK: false };
  database = await openDatabase(settings, entities, { error: () => {} });
});

afterAll(async () => {
  await database.close();
  await server.drop();
});

const sql = (text: string): Promise<Record<string, unknown>[]> => database.dataSource.query(text);

const LAST_PREPARED = `
  SELECT name, custom_plans::int AS "eachTime", generic_plans::int AS shared FROM pg_prepared_statements
   WHERE starts_with(name, 'payments_') ORDER BY prepare_time DESC LIMIT 1`;

const BY_INDEX = [
  { index: 'payments_failed', text: "status = 'failed'", values: [] },
  { index: 'payments_by_stage', text: "stage = 'awaiting_approval'", values: [] },
  { index: 'payments_of_customer', text: 'customer_id = ?', values: ['1'] },
  { index: 'payments_of_subscription', text: 'subscription_id = ?', values: ['1'] },
  { index: 'payments_by_reference', text: 'reference = ?', values: ['order-1'] },
  { index: 'payments_by_currency', text: 'currency = ?', values: ['USD'] },
  { index: 'payments_pkey', text: 'id < ?', values: ['1'] },
];

describe('a page of the default size', () => {
  it.each(BY_INDEX)(
    'reads $index, even if its plan was made while the table was empty',
    async ({ index, text, values }) => {
      await database.forEnvironment({ environmentId: 1 }).page(Payment, { limit: PAGE.limit }, [{ text, values }]);
      const [statement] = await sql(LAST_PREPARED);
      await sql('SET plan_cache_mode = force_generic_plan');
      const parameters = ['1', ...values.map((value) => `'${value}'`)].join(', ');
      const plan = await sql(`EXPLAIN EXECUTE ${String(statement?.['name'])} (${parameters})`);
      await sql('RESET plan_cache_mode');
      expect(plan.map((line) => line['QUERY PLAN']).join('\n')).toMatch(
        new RegExp(`Index Scan Backward using ${index}`),
      );
    },
  );

  it('has one plan for all requests', async () => {
    await sql(
      `INSERT INTO payments (environment_id, id, status, amount_value, currency, metadata, processor, updated_at)
       SELECT 1, n, 'completed', 1000, 'USD', '{}', 'sandbox', now() FROM generate_series(1, 5000) n`,
    );
    await sql('ANALYZE payments');
    const status = { text: "status = 'completed'", values: [] };
    const tables = database.forEnvironment({ environmentId: 1 });
    for (let run = 0; run < FIRST_RUNS + 5; run += 1) {
      const rows = await tables.page(Payment, PAGE, [status]);
      expect(rows).toHaveLength(DEFAULT_PAGE_SIZE + 1);
      expect(rows[0]).toEqual({ id: '5000', status: 'completed' });
    }
    const plans = await sql(LAST_PREPARED);
    expect(plans).toMatchObject([{ eachTime: FIRST_RUNS, shared: 5 }]);
  });
});
