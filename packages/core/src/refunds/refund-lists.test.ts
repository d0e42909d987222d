import { createTestDatabase, type TestDatabase } from '@svc/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Input } from '@svc/contract';
import { entities } from '../app/entities.js';
import type { Database } from '../platform/database/database.js';
import { EnvironmentTables } from '../platform/database/environment-tables.js';
import type { NamedQuery } from '../platform/database/named-query.js';
import { openDatabase } from '../platform/database/open-database.js';
import { refundConditions } from './refunds.service.js';
import { Refund } from './refund.entity.js';

type Query = Input<'listRefunds'>['query'];

let server: TestDatabase;
let database: Database;

// 100,000 refunds of 25,000 payments in two environments; 1 in 1,000 is pending, 1 in 500 failed, 1 in 2,000 in francs.
beforeAll(async () => {
  server = await createTestDatabase();
  // Without the planner settings for prepared plans.
  const settings = { DATABASE_URL: server.url, DATABASE_POOL: 2, PG_PREPARED: false, SQL_CHECK: false };
  database = await openDatabase(settings, entities, { error: () => {} });
  await database.dataSource.query(`
    INSERT INTO payments (environment_id, id, status, amount_value, currency, metadata, processor, updated_at)
    SELECT 1 + n % 2, n, 'completed', 1000, 'USD', '{}', 'sandbox', now() FROM generate_series(1, 25000) n`);
  await database.dataSource.query(`
    INSERT INTO refunds (environment_id, id, payment_id, status, amount_value, currency, metadata, failure_code, due_at,
      updated_at)
    SELECT 1 + n % 2, id_at('2026-01-01') + n * (id_at('2026-01-01T00:01:00Z') - id_at('2026-01-01T00:00:00Z')),
           1 + (n - 1) % 25000, s.status, 1 + n % 900, CASE n % 2000 WHEN 0 THEN 'CHF' ELSE 'USD' END, '{"order":"7"}',
           CASE s.status WHEN 'failed' THEN 'refund_failed' END, CASE s.status WHEN 'pending' THEN now() END, now()
      FROM generate_series(1, 100000) n,
           LATERAL (SELECT CASE WHEN n % 1000 = 0 THEN 'pending' WHEN n % 500 = 1 THEN 'failed' ELSE 'completed' END)
             AS s (status)`);
  await database.dataSource.query('ANALYZE payments, refunds');
}, 60_000);

afterAll(async () => {
  await database.close();
  await server.drop();
});

/** A plan for these values, and a generic one as a prepared statement may keep. */
const kinds = ['force_custom_plan', 'force_generic_plan'];

interface Carried {
  readonly plan: string;
  /** Pages read of the table and its indexes. */
  readonly pages: number;
}

/** Runs the statement of the list under EXPLAIN ANALYZE. */
async function carriedOut(kind: string, query: Query, beforeId?: string): Promise<Carried> {
  const session = database.dataSource.createQueryRunner();
  const sent: { text: string; values: string }[] = [];
  const runner = {
    run: <Row>({ text }: NamedQuery, values: readonly unknown[]): Promise<Row[]> => {
      sent.push({ text, values: values.map((value) => `'${String(value)}'`).join(', ') });
      return Promise.resolve([]);
    },
  };
  const conditions = refundConditions(query, new Date('2026-03-12T00:00:00Z'));
  await new EnvironmentTables(database.dataSource, runner, 1).page(Refund, { limit: 21, beforeId }, conditions);
  try {
    await session.query(`SET plan_cache_mode = ${kind}`);
    await session.query(`PREPARE list AS ${sent[0]?.text ?? ''}`);
    const explain = `EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, BUFFERS) EXECUTE list(${sent[0]?.values ?? ''})`;
    const rows = (await session.query(explain)) as { 'QUERY PLAN': string }[];
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    const [, hit = '0', read = '0'] = /Buffers: shared(?: hit=(\d+))?(?: read=(\d+))?/.exec(plan) ?? expect.fail(plan);
    return { plan, pages: Number(hit) + Number(read) };
  } finally {
    await session.query('DEALLOCATE ALL');
    await session.release();
  }
}

const range = { createdFrom: '2026-01-10T00:00:00Z', createdTo: '2026-03-01T00:00:00Z' };

const lists: [string, Query, RegExp][] = [
  ['nothing', {}, /refunds_pkey/],
  ['status=completed', { status: 'completed' }, /refunds_completed|refunds_pkey/],
  ['status=pending', { status: 'pending' }, /refunds_pending/],
  ['status=failed', { status: 'failed' }, /refunds_failed/],
  ['paymentId', { paymentId: 'pay_4242' }, /refunds_of_payment/],
  ['paymentId and status', { paymentId: 'pay_4242', status: 'failed' }, /refunds_of_payment|refunds_failed/],
  ['a common currency', { currency: 'USD' }, /refunds_by_currency|refunds_pkey/],
  ['a rare currency', { currency: 'CHF' }, /refunds_by_currency/],
  ['a created range', range, /refunds_pkey/],
];

describe.each(kinds)('of 100,000 refunds, with %s', (kind) => {
  it.each(lists)('a page filtered by %s uses an index and reads few pages', async (_, query, index) => {
    for (const beforeId of [undefined, '9000000000000000000']) {
      const { plan, pages } = await carriedOut(kind, query, beforeId);
      expect(plan).toMatch(index);
      expect(plan).not.toMatch(/Seq Scan|Sort/);
      expect(pages).toBeLessThan(150);
    }
  });

  it.each<[string, Query]>([
    ['amounts', { ...range, currency: 'USD', amountMin: 100, amountMax: 200 }],
    ['metadata', { ...range, metadata: { order: 'none has this' } }],
  ])('a page filtered by %s uses an index and reads only its created range', async (_, query) => {
    const { plan } = await carriedOut(kind, query);
    expect(plan).toMatch(/Index Scan.* refunds_(pkey|by_currency)/);
    expect(plan).toMatch(/Index Cond:.*id >=.*id </);
  });
});
