import { forThisFile } from '@svc/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../test/open-test-database.js';
import { ReconciliationReport } from './reconciliation-report.js';

const PAYMENTS = 2_000;
const report = new ReconciliationReport();

const { database, sql } = await forThisFile(openTestDatabase());

// Payments 1 to 2,000: every tenth has failed, every seventh has a manual capture; every fourth has a refund, with an
// id 10,000 higher.
beforeAll(async () => {
  await sql(`INSERT INTO payments (environment_id, id, status, amount_value, currency, capture_method, refunded_value, metadata,
               processor, updated_at)
             SELECT 1, n, CASE n % 10 WHEN 0 THEN 'failed' ELSE 'completed' END, 100 + n, 'USD',
                    CASE n % 7 WHEN 0 THEN 'manual' ELSE 'automatic' END,
                    CASE WHEN n % 4 = 0 AND n % 10 <> 0 THEN 50 ELSE 0 END, '{}', 'sandbox', now()
               FROM generate_series(1, ${PAYMENTS}) n`);
  // Some captures are of a part.
  await sql(`UPDATE payments SET capture_value = amount_value - 40 WHERE environment_id = 1 AND id IN (49, 63, 91)`);
  await sql(`INSERT INTO payment_attempts (environment_id, id, payment_id, operation, processor, state, started_at)
             SELECT 1, 100000 + 10 * p.id + o.n, p.id, o.operation, 'sandbox',
                    CASE WHEN p.status = 'failed' AND o.n = 1 THEN 'declined' ELSE 'approved' END, now()
               FROM payments p JOIN (VALUES (1, 'authorize'), (2, 'capture')) AS o (n, operation)
                 ON o.n = 1 OR (p.capture_method = 'manual' AND p.status = 'completed')
              WHERE p.environment_id = 1`);
  await sql(`INSERT INTO refunds (environment_id, id, payment_id, status, amount_value, currency, metadata, updated_at)
             SELECT 1, 10000 + id, id, 'completed', 50, currency, '{}', now() FROM payments
              WHERE environment_id = 1 AND refunded_value > 0`);
  await sql(`INSERT INTO refund_attempts (environment_id, id, refund_id, processor, state, started_at)
             SELECT 1, 200000 + id, id, 'sandbox', 'approved', now() FROM refunds WHERE environment_id = 1`);
  await post(
    'payment',
    `SELECT id, currency, coalesce(capture_value, amount_value), 'clearing', 'merchant' FROM payments
                          WHERE environment_id = 1 AND status = 'completed'`,
  );
  await post(
    'refund',
    `SELECT id, currency, amount_value, 'refunds', 'clearing' FROM refunds WHERE environment_id = 1`,
  );
});

/** Posts the rows of a query: id, currency, amount, debit account, credit account. */
function post(source: 'payment' | 'refund', query: string): Promise<unknown> {
  return sql(`WITH c (id, currency, amount, debit, credit) AS (${query}), t AS (
                INSERT INTO ledger_transactions (environment_id, id, source, source_id, kind, at)
                SELECT 1, 300000 + id, '${source}', id, 'completed', now() FROM c)
              INSERT INTO ledger_entries (environment_id, transaction_id, account, currency, amount)
              SELECT 1, 300000 + id, debit, currency, amount FROM c
              UNION ALL SELECT 1, 300000 + id, credit, currency, -amount FROM c`);
}

async function found(limit = 300): Promise<unknown[]> {
  const tables = database.forEnvironment({ environmentId: 1 });
  const rows: unknown[] = [];
  let toId = '50000';
  for (;;) {
    const stretch = await report.read({ tables, id: '1', mode: 'test', fromId: '0', toId, limit });
    rows.push(...stretch.rows.map(({ row }) => row));
    if (stretch.reached === undefined) return rows;
    expect(BigInt(stretch.reached)).toBeLessThan(BigInt(toId));
    toId = stretch.reached;
  }
}

const usd = (value: number) => ({ value, currency: 'USD' });
const inner = {
  reference: null,
  operation: null,
  differs: null,
  recordedStatus: null,
  foundStatus: null,
  processor: null,
};
const payment = (n: number) => ({ ...inner, id: `pay_${n}`, paymentId: `pay_${n}` });
const refund = (n: number) => ({ ...inner, id: `ref_${10_000 + n}`, paymentId: `pay_${n}` });

describe('a reconciliation', () => {
  it('finds nothing if all sides agree', async () => {
    expect(await found()).toEqual([]);
  });

  it.each<[string, string, object[]]>([
    [
      'a payment without a posting',
      `UPDATE payments SET status = 'completed' WHERE id = 10 AND environment_id = 1`,
      [
        { against: 'attempts', kind: 'missing', ...payment(10), recorded: usd(110), found: null },
        { against: 'ledger', kind: 'missing', ...payment(10), recorded: usd(110), found: null },
      ],
    ],
    [
      'an amount that differs from the ledger',
      'UPDATE payments SET amount_value = 7 WHERE id = 1 AND environment_id = 1',
      [{ against: 'ledger', kind: 'different', ...payment(1), recorded: usd(7), found: usd(101) }],
    ],
    [
      'a capture of a part that was posted in full',
      'UPDATE payments SET capture_value = 60 WHERE id = 14 AND environment_id = 1',
      [{ against: 'ledger', kind: 'different', ...payment(14), recorded: usd(60), found: usd(114) }],
    ],
    [
      'a failed payment whose money was captured and posted',
      `UPDATE payments SET status = 'failed' WHERE id = 2 AND environment_id = 1`,
      [
        { against: 'attempts', kind: 'unexpected', ...payment(2), recorded: null, found: usd(102) },
        { against: 'ledger', kind: 'unexpected', ...payment(2), recorded: null, found: usd(102) },
      ],
    ],
    [
      'a capture that was never made',
      `UPDATE payment_attempts SET state = 'declined' WHERE payment_id = 7 AND operation = 'capture' AND environment_id = 1`,
      [{ against: 'attempts', kind: 'missing', ...payment(7), recorded: usd(107), found: null }],
    ],
    [
      'a refund that no processor has approved',
      `UPDATE refund_attempts SET state = 'declined' WHERE refund_id = 10004 AND environment_id = 1`,
      [{ against: 'attempts', kind: 'missing', ...refund(4), recorded: usd(50), found: null }],
    ],
    [
      'a failed refund that was carried out',
      `UPDATE refunds SET status = 'failed', failure_code = 'x' WHERE id = 10008 AND environment_id = 1`,
      [
        { against: 'attempts', kind: 'unexpected', ...refund(8), recorded: null, found: usd(50) },
        { against: 'ledger', kind: 'unexpected', ...refund(8), recorded: null, found: usd(50) },
        { against: 'refunds', kind: 'different', ...payment(8), recorded: usd(50), found: usd(0) },
      ],
    ],
    [
      'a refunded amount that differs from the refunds',
      'UPDATE payments SET refunded_value = 51 WHERE id = 12 AND environment_id = 1',
      [{ against: 'refunds', kind: 'different', ...payment(12), recorded: usd(51), found: usd(50) }],
    ],
    [
      'a disputed amount that differs from the disputes',
      'UPDATE payments SET disputed_value = 7 WHERE id = 1 AND environment_id = 1',
      [{ against: 'disputes', kind: 'different', ...payment(1), recorded: usd(7), found: usd(0) }],
    ],
  ])('finds %s', async (_, change, expected) => {
    const known = new Set((await found()).map((row) => JSON.stringify(row)));
    await sql(change);
    const rows = (await found()).filter((row) => !known.has(JSON.stringify(row)));
    expect(rows).toHaveLength(expected.length);
    expect(rows).toEqual(expect.arrayContaining(expected));
  });

  it('accepts a manual decision about an unknown outcome, but not for a capture that was never requested', async () => {
    const known = await found();
    await sql(`UPDATE payment_attempts SET state = 'open' WHERE payment_id IN (3, 14) AND environment_id = 1`);
    await sql(`UPDATE payment_attempts SET state = 'declined', code = 'already_captured'
                WHERE payment_id = 28 AND operation = 'capture' AND environment_id = 1`);
    await sql(`UPDATE payment_attempts SET state = 'declined', code = 'already_captured', operation = 'void'
                WHERE payment_id = 42 AND operation = 'capture' AND environment_id = 1`);
    await sql(`DELETE FROM payment_attempts WHERE payment_id = 21 AND operation = 'capture' AND environment_id = 1`);
    expect(await found()).toHaveLength(known.length + 5);
    await sql(`INSERT INTO payment_transitions (environment_id, payment_id, version, from_stage, status, at)
               SELECT 1, n, 2, 'requires_attention', 'completed', now() FROM unnest(ARRAY[3, 14, 21, 28, 42]) n`);
    const uncaptured = { against: 'attempts', kind: 'missing', ...payment(21), recorded: usd(121), found: null };
    const rows = await found();
    expect(rows).toHaveLength(known.length + 1);
    expect(rows).toEqual(expect.arrayContaining([...known, uncaptured]));
  });
});
