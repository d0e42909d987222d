import { Client } from 'pg';
import { forThisFile } from '@svc/testing';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { clearPayments, paymentTransitions } from '../../../test/payment-worker.js';
import { openTestDatabase } from '../../../test/open-test-database.js';
import { type IdSource, openIdSource } from '../../platform/ids.js';
import { COMPLETED } from '../payment-state.js';
import { PaymentClaims, type ClaimedPayment } from './payment-claims.js';
import { PaymentOutcomes } from './payment-outcomes.js';

const COUNT = 20;

const server = await forThisFile(openTestDatabase());
const { database, sql } = server;
let ids: IdSource;
let outcomes: PaymentOutcomes;
let transactions: number;

beforeAll(async () => {
  ids = openIdSource(database);
  database.beforeTransactions(() => {
    transactions += 1;
    return undefined;
  });
}, 60_000);

beforeEach(async () => {
  transactions = 0;
  await clearPayments(database);
  await sql(`INSERT INTO payments (environment_id, id, status, stage, amount_value, currency, metadata, processor, due_at, updated_at)
             SELECT 1, n, 'pending', 'processing', 1000, 'USD', '{}', 'sandbox', now(), now() FROM generate_series(1, ${COUNT}) n`);
  const transitions = paymentTransitions(database);
  outcomes = new PaymentOutcomes(database, transitions);
});

async function claimed(): Promise<ClaimedPayment[]> {
  const refs = Array.from({ length: COUNT }, (_, n) => ({ environmentId: 1, id: String(n + 1) }));
  const payments = await new PaymentClaims(database, ids, 45_000).claim(refs);
  expect(payments).toHaveLength(COUNT);
  return payments;
}

const APPROVED = { kind: 'approved' } as const;
const complete = (payment: ClaimedPayment) =>
  outcomes.settle({ payment, outcome: APPROVED, change: { to: COMPLETED } });

/** Completed payments that have an approved attempt, two ledger entries, a transition and an event. */
async function fullyCompleted(): Promise<number> {
  const [row] = await sql(
    `SELECT count(*)::int AS n FROM payments p
       JOIN payment_attempts a ON a.environment_id = p.environment_id AND a.payment_id = p.id AND a.state = 'approved'
       JOIN payment_transitions t ON t.environment_id = p.environment_id AND t.payment_id = p.id AND t.status = 'completed'
       JOIN events e ON e.environment_id = p.environment_id AND e.object_id = p.id AND e.type = 'payment.completed'
       JOIN ledger_transactions l ON l.environment_id = p.environment_id AND l.source_id = p.id AND l.id = e.id
      WHERE p.environment_id = 1 AND p.status = 'completed' AND p.due_at IS NULL
        AND (SELECT count(*) FROM ledger_entries le WHERE le.environment_id = 1 AND le.transaction_id = l.id) = 2`,
  );
  return Number(row?.['n']);
}

/** Holds the row of a payment in another transaction while `work` runs. */
async function whileLocked<Result>(
  id: number,
  work: (unlock: () => Promise<unknown>) => Promise<Result>,
): Promise<Result> {
  const other = new Client({ connectionString: server.url });
  await other.connect();
  try {
    await other.query(`BEGIN; SELECT FROM payments WHERE environment_id = 1 AND id = ${id} FOR UPDATE`);
    return await work(() => other.query('COMMIT'));
  } finally {
    await other.end();
  }
}

it('a payment whose attempt another process stores at the same time is not claimed', async () => {
  const other = new Client({ connectionString: server.url });
  await other.connect();
  // Without the foreign key, whose check would lock the payment.
  await other.query(`SET session_replication_role = replica; BEGIN;
    INSERT INTO payment_attempts (environment_id, id, payment_id, operation, processor, state, started_at)
    VALUES (1, 9000, 7, 'authorize', 'sandbox', 'open', now())`);
  const claiming = new PaymentClaims(database, ids, 45_000).claim([{ environmentId: 1, id: '7' }]);
  await expect
    .poll(() => sql(`SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`))
    .toHaveLength(1);
  await other.query('COMMIT');
  await other.end();
  expect(await claiming).toEqual([]);
});

describe('payments that are settled at the same time', () => {
  it('share transactions, and each is written in full', async () => {
    const written = await Promise.all((await claimed()).map(complete));
    expect(written.map((each) => each?.payment.id)).toEqual(Array.from({ length: COUNT }, (_, n) => String(n + 1)));
    expect(await fullyCompleted()).toBe(COUNT);
    // The first goes at once, the others together.
    expect(transactions).toBeLessThanOrEqual(3);
  });

  it('have events after those of other processes whose clock is ahead', async () => {
    await ids.one();
    await sql(
      `UPDATE payments SET updated_at = clock_timestamp() + interval '300 ms' WHERE environment_id = 1 AND id = 7`,
    );
    const [before] = await sql('SELECT updated_at FROM payments WHERE environment_id = 1 AND id = 7');
    await Promise.all((await claimed()).map(complete));
    const [after] =
      await sql(`SELECT p.updated_at > '${(before as { updated_at: Date }).updated_at.toISOString()}' AS later,
                                      id_time(e.id) = p.updated_at AS same
                                 FROM payments p JOIN events e ON e.environment_id = 1 AND e.object_id = p.id
                                WHERE p.environment_id = 1 AND p.id = 7`);
    expect(after).toEqual({ later: true, same: true });
  });

  it('do not wait for one that a client has locked; it is settled when the lock ends', async () => {
    const payments = await claimed();
    await whileLocked(7, async (unlock) => {
      const settling = payments.map(complete);
      await Promise.all(settling.filter((_, index) => payments[index]?.id !== '7'));
      expect(await fullyCompleted()).toBe(COUNT - 1);
      await unlock();
      await Promise.all(settling);
    });
    expect(await fullyCompleted()).toBe(COUNT);
    // Had the group waited, it would have been split at the lock timeout.
    expect(transactions).toBeLessThanOrEqual(4);
  });

  it('are settled without one that has changed since its claim', async () => {
    const payments = await claimed();
    await sql('UPDATE payments SET lease = lease + 1 WHERE environment_id = 1 AND id = 7');
    const written = await Promise.all(payments.map(complete));
    expect(payments.filter((_, index) => written[index] === undefined).map(({ id }) => id)).toEqual(['7']);
    expect(await fullyCompleted()).toBe(COUNT - 1);
  });

  it('are written one by one when one of them cannot be, and only that one fails', async () => {
    const payments = await claimed();
    await sql(`INSERT INTO ledger_transactions (environment_id, id, source, source_id, kind, at)
               VALUES (1, 5000, 'payment', 7, 'completed', now());
               INSERT INTO ledger_entries (environment_id, transaction_id, account, currency, amount)
               VALUES (1, 5000, 'clearing', 'USD', 1000), (1, 5000, 'merchant', 'USD', -1000)`);
    const settled = await Promise.allSettled(payments.map(complete));
    const failed = payments.filter((_, index) => settled[index]?.status === 'rejected');
    expect(failed.map(({ id }) => id)).toEqual(['7']);
    expect(await fullyCompleted()).toBe(COUNT - 1);
  });
});

describe('payments that become authorized', () => {
  it('are not due without an end of the hold, unless a callback has arrived meanwhile', async () => {
    const payments = await claimed();
    await sql(`UPDATE payments SET pending_inquiry = 'overtaken' WHERE environment_id = 1 AND id = 7`);
    const to = { status: 'pending', stage: 'authorized' } as const;
    await Promise.all(payments.map((payment) => outcomes.settle({ payment, outcome: APPROVED, change: { to } })));
    const due = `SELECT id, due_at <= now() AS due FROM payments WHERE environment_id = 1 AND due_at IS NOT NULL`;
    expect(await sql(due)).toEqual([{ id: '7', due: true }]);
  });
});

describe('payments that are postponed at the same time', () => {
  const received = (payment: ClaimedPayment) => ({
    payment,
    acknowledgement: 'received' as const,
    nextActionUrl: null,
  });

  it('do not wait for one that a client has locked, and each gets its own delay', async () => {
    const payments = await claimed();
    await whileLocked(7, async (unlock) => {
      const postponing = payments.map((payment) =>
        outcomes.scheduleInquiry({ ...received(payment), delayMs: 60_000 * Number(payment.id) }),
      );
      await Promise.all(postponing.filter((_, index) => payments[index]?.id !== '7'));
      await unlock();
      await Promise.all(postponing);
    });
    const rows = await sql(
      `SELECT p.id, round(extract(epoch FROM due_at - now()) / 60)::int AS minutes, pending_inquiry AS inquiry, a.state
         FROM payments p JOIN payment_attempts a ON a.environment_id = p.environment_id AND a.payment_id = p.id
        WHERE p.environment_id = 1 ORDER BY p.id`,
    );
    expect(rows).toEqual(
      Array.from({ length: COUNT }, (_, n) => ({ id: String(n + 1), minutes: n + 1, inquiry: null, state: 'pending' })),
    );
  });

  it('are asked again at once when a callback has arrived meanwhile', async () => {
    const payments = await claimed();
    await sql(`UPDATE payments SET pending_inquiry = 'overtaken' WHERE environment_id = 1 AND id = 7`);
    const postponed = await Promise.all(
      payments.map((payment) => outcomes.scheduleInquiry({ ...received(payment), delayMs: 60_000 })),
    );
    expect(payments.filter((_, index) => postponed[index]?.isDue).map(({ id }) => id)).toEqual(['7']);
  });
});
