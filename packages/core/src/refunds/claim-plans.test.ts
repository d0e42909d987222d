import { createTestDatabase, mostRowsRead, type TestDatabase } from '@svc/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { entities } from '../app/entities.js';
import { PaymentClaims } from '../payments/processing/payment-claims.js';
import type { Database } from '../platform/database/database.js';
import { openDatabase } from '../platform/database/open-database.js';
import { openIdSource } from '../platform/ids.js';
import { RefundClaims } from './refund-claims.js';

const MANY = 5_000;
const TABLES = ['accounts', 'payments', 'refunds', 'payment_attempts', 'refund_attempts', 'payment_transitions'];

let server: TestDatabase;
/** One connection, which holds the prepared statements. */
let database: Database;

beforeAll(async () => {
  server = await createTestDatabase();
});

afterAll(() => server.drop());

beforeEach(async () => {
  const settings = { DATABASE_URL: server.url, DATABASE_POOL: 1, PG_PREPARED: true, SQL_CHECK: false };
  database = await openDatabase({ ...settings, dueInOrder: true }, entities, { error: () => {} });
  await sql(`TRUNCATE ${TABLES.join(', ')} CASCADE`);
  await sql(`INSERT INTO accounts (id, name, tier) VALUES (1, 'A', 'pro')`);
  await sql(`INSERT INTO environments (id, account_id, mode) OVERRIDING SYSTEM VALUE VALUES (1, 1, 'test')`);
  return () => database.close();
});

const sql = (text: string): Promise<Record<string, unknown>[]> => database.dataSource.query(text);

/** Prepares the statements, which plans them. */
async function plan(): Promise<void> {
  const ids = openIdSource(database);
  for (const claims of [new PaymentClaims(database, ids, 45_000), new RefundClaims(database, ids, 45_000)]) {
    await claims.claim([{ environmentId: 1, id: '1' }]);
    await claims.due({ graceMs: 0, after: 0, environments: 1, rows: 10 });
    await claims.defer([{ ref: { environmentId: 1, id: '1' }, waitMs: 1_000 }]);
  }
}

/** Payments with one refund each, all due or all completed. */
async function fill(state: 'due' | 'completed'): Promise<void> {
  const isDue = state === 'due';
  const [status, stage, dueAt] = isDue ? [`'pending'`, `'processing'`, `now() - n * interval '1 s'`] : [`'completed'`];
  await sql(`INSERT INTO payments (environment_id, id, status, stage, amount_value, currency, metadata, processor, due_at, updated_at)
             SELECT 1, n, ${status}, ${stage ?? 'NULL'}, 1000, 'USD', '{}', 'acquirer', ${dueAt ?? 'NULL'}, now()
               FROM generate_series(1, ${MANY}) n`);
  await sql(`INSERT INTO payment_attempts (environment_id, id, payment_id, operation, processor, state, started_at)
             SELECT 1, n, n, 'authorize', 'acquirer', 'open', now() FROM generate_series(1, ${MANY}) n`);
  await sql(`INSERT INTO refunds (environment_id, id, payment_id, status, amount_value, currency, metadata, due_at, updated_at)
             SELECT 1, n, n, ${isDue ? `'pending'` : status}, 1000, 'USD', '{}', ${dueAt ?? 'NULL'}, now()
               FROM generate_series(1, ${MANY}) n`);
  await sql(`INSERT INTO refund_attempts (environment_id, id, refund_id, processor, state, started_at)
             SELECT 1, n, n, 'acquirer', 'open', now() FROM generate_series(1, ${MANY}) n`);
}

async function mostReadBy(statement: string): Promise<number> {
  const lines = await sql(`EXPLAIN (ANALYZE, TIMING OFF) EXECUTE ${statement}`);
  return mostRowsRead(lines.map((row) => String(row['QUERY PLAN'])));
}

describe.each(['payments', 'refunds'])('claims and pages of due %s', (table) => {
  const claimOfTwo = `${table}_claim(1000, '{1,1}', '{${MANY / 2},${MANY}}', '{${MANY + 1},${MANY + 2}}')`;
  const deferralOfTwo = `${table}_defer('{1,1}', '{${MANY / 2},${MANY}}', '{1000,1000}')`;
  const pageOfTen = `${table}_due(0, 0, 1, 10, '-infinity')`;

  it.each([
    ['a claim reads only the rows that it names', claimOfTwo, 10],
    ['a deferral reads only the rows that it names', deferralOfTwo, 10],
    ['a page is read in index order', pageOfTen, 20],
  ])('%s, with a plan made for an empty table', async (_, statement, most) => {
    await plan();
    await fill('due');
    expect(await mostReadBy(statement)).toBeLessThanOrEqual(most);
  });

  it.each([
    ['a claim reads only the rows that it names', claimOfTwo, 10],
    ['a deferral reads only the rows that it names', deferralOfTwo, 10],
    ['a page is read in index order', pageOfTen, 20],
  ])('%s, with a plan made when no row was due', async (_, statement, most) => {
    await fill('completed');
    await sql('ANALYZE payments, refunds');
    await plan();
    const due = `status = 'pending', due_at = now() - id * interval '1 s'`;
    await sql(`UPDATE payments SET ${due}, stage = 'processing'`);
    await sql(`UPDATE refunds SET ${due}`);
    expect(await mostReadBy(statement)).toBeLessThanOrEqual(most);
  });
});
