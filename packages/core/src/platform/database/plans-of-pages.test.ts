import { forThisFile } from '@svc/testing';
import { describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../../test/open-test-database.js';
import { Payment } from '../../payments/payment.entity.js';
import { DEFAULT_PAGE_SIZE } from '../lists/cursor.js';
import { MAX_KEPT_PAGES, type PageCondition } from './environment-tables.js';

const RUNS = 10;
/** Unless one plan is forced, Postgres makes a plan for each of the first five runs, and then decides. */
const FIRST_RUNS = 5;
const PAGE = { limit: DEFAULT_PAGE_SIZE + 1, properties: ['id', 'status'] as const };

const { database, sql } = await forThisFile(openTestDatabase({ pool: 1, isChecked: false }));

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
      const parameters = ['1', ...values.map((value) => `'${value}'`)].join(', ');
      const plan = await sql(`EXPLAIN EXECUTE ${String(statement?.['name'])} (${parameters})`);
      expect(plan.map((line) => line['QUERY PLAN']).join('\n')).toMatch(
        new RegExp(`Index Scan Backward using ${index}`),
      );
    },
  );

  it('has one plan for all requests, unless a filter has values', async () => {
    await sql(
      `INSERT INTO payments (environment_id, id, status, amount_value, currency, metadata, processor, updated_at)
       SELECT 1, n, 'completed', 1000, 'USD', '{}', 'sandbox', now() FROM generate_series(1, 5000) n`,
    );
    await sql('ANALYZE payments');
    const tables = database.forEnvironment({ environmentId: 1 });
    const read = async (condition: PageCondition, limit = PAGE.limit): Promise<unknown> => {
      for (let run = 0; run < RUNS; run += 1) {
        const rows = await tables.page(Payment, { ...PAGE, limit }, [condition]);
        expect(rows).toHaveLength(limit);
        expect(rows[0]).toEqual({ id: '5000', status: 'completed' });
      }
      return (await sql(LAST_PREPARED))[0];
    };
    const status = { text: "status = 'completed'", values: [] };
    expect(await read(status)).toMatchObject({ eachTime: 0, shared: RUNS });
    expect(await read({ text: 'currency = ?', values: ['USD'] })).toMatchObject({ eachTime: FIRST_RUNS });
    expect(await read(status, 50)).toMatchObject({ eachTime: RUNS });
    expect(await sql('SHOW plan_cache_mode')).toEqual([{ plan_cache_mode: 'force_generic_plan' }]);
  });

  it('leaves a usable connection when it fails', async () => {
    const tables = database.forEnvironment({ environmentId: 1 });
    const failing = tables.page(Payment, PAGE, [{ text: 'amount_value / ? = 1', values: [0] }]);
    await expect(failing).rejects.toThrow('division by zero');
    expect(await tables.page(Payment, { ...PAGE, limit: 1 })).toEqual([{ id: '5000', status: 'completed' }]);
  });
});

describe('pages with many combinations of filters', () => {
  it('are read, but only some of their statements stay prepared', async () => {
    const tables = database.forEnvironment({ environmentId: 1 });
    const kept = async (): Promise<number> => {
      const [row] = await sql(
        `SELECT count(*)::int AS n FROM pg_prepared_statements WHERE starts_with(name, 'payments_')`,
      );
      return Number(row?.['n']);
    };
    for (let filters = 1; filters <= MAX_KEPT_PAGES + 50; filters += 1) {
      const conditions = Array.from({ length: filters }, () => ({ text: 'currency = ?', values: ['USD'] }));
      expect(await tables.page(Payment, { ...PAGE, limit: 1 }, conditions)).toHaveLength(1);
    }
    expect(await kept()).toBeGreaterThan(MAX_KEPT_PAGES / 2);
    expect(await kept()).toBeLessThan(MAX_KEPT_PAGES + 20);
  });
});

describe('a find by id', () => {
  it('has one plan for all requests', async () => {
    for (let run = 0; run < RUNS; run += 1)
      await database.forEnvironment({ environmentId: 1 }).find(Payment, String(run + 1));
    const plans = await sql(LAST_PREPARED);
    expect(plans).toMatchObject([{ name: 'payments_find', eachTime: 0, shared: RUNS }]);
  });
});
