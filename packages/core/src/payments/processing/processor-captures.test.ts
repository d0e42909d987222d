import { forThisFile, idleQueues } from '@svc/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { stripeForThisFile } from '../../../test/open-stripe.js';
import { clearPayments, paymentRunner, workOnPayments } from '../../../test/payment-worker.js';
import { openTestDatabase } from '../../../test/open-test-database.js';
import { PaymentCallbacks } from './payment-callbacks.js';

const { database, sql } = await forThisFile(openTestDatabase());
const { stripe, processor } = await stripeForThisFile({ name: 'stripe' });
let intent: string;

/** A payment of 10.00 EUR that Stripe holds, and this service has not asked about yet. */
beforeEach(async () => {
  await clearPayments(database);
  const metadata = { svc_installation: 'inst', svc_attempt: '00-1-11' };
  const about = { amount: '1000', currency: 'eur', payment_method: 'pm_card_visa', capture_method: 'manual', metadata };
  intent = stripe.intents.confirm(stripe.intents.create(about).id, {}).id;
  await sql(`INSERT INTO payments (environment_id, id, status, stage, amount_value, currency, metadata, processor,
               capture_method, due_at, updated_at)
             VALUES (1, 10, 'pending', 'processing', 1000, 'EUR', '{}', 'stripe:7', 'manual', now(), now())`);
  await sql(`INSERT INTO payment_attempts (environment_id, id, payment_id, operation, processor, state, started_at,
               external_reference)
             VALUES (1, 11, 10, 'authorize', 'stripe:7', 'open', now(), '${intent}')`);
});

/** Asks about the payments that are due. */
function work(): Promise<number> {
  const methods = { token: () => Promise.resolve('pm_card_visa') };
  const logger = { warn: () => {}, error: (line: unknown) => expect.fail(JSON.stringify(line)) };
  return workOnPayments(database, paymentRunner(database, { processor, methods, logger }));
}

/** What the endpoint does with an event about the PaymentIntent. */
const report = () =>
  new PaymentCallbacks(database, idleQueues).askNow('stripe:7', { environmentId: 1, id: '11', operation: 'authorize' });

const moveOn = (set: string) =>
  sql(`UPDATE payments SET ${set}, due_at = now(), version = version + 1, lease = lease + 1 WHERE environment_id = 1`);

const state = async (): Promise<unknown> => {
  const [row] = await sql(
    `SELECT p.status, p.stage, p.capture_origin AS origin, coalesce(p.capture_value, p.amount_value)::int AS captured,
            p.failure_code AS failure,
            (SELECT array_agg(concat_ws(' ', operation, state, code) ORDER BY operation, state) FROM payment_attempts
              WHERE environment_id = 1) AS attempts,
            (SELECT array_agg(type ORDER BY id) FROM events WHERE environment_id = 1) AS events,
            (SELECT array_agg(concat_ws(' ', t.origin, t.kind, e.amount)) FROM ledger_transactions t
              JOIN ledger_entries e ON e.environment_id = 1 AND e.transaction_id = t.id AND e.account = 'clearing'
             WHERE t.environment_id = 1) AS ledger
       FROM payments p WHERE p.environment_id = 1`,
  );
  return row;
};

const completed = { status: 'completed', stage: null, failure: null };

describe('a hold that is captured in the dashboard of Stripe', () => {
  it('completes its payment with what was captured, however often it is reported', async () => {
    await work();
    stripe.dashboard.capture(intent, 600);
    await report();
    await work();
    await report();
    await work();
    expect(await state()).toEqual({
      ...{ ...completed, origin: 'processor', captured: 600, attempts: ['authorize approved', 'capture approved'] },
      ...{ events: ['payment.authorized', 'payment.completed'], ledger: ['processor completed 600'] },
    });
    const [event] = await sql(`SELECT body FROM events WHERE environment_id = 1 AND type = 'payment.completed'`);
    expect(JSON.parse(String(event?.['body']))).toMatchObject({
      data: { capturedAmount: { value: 600 }, captureOrigin: 'processor', refundableAmount: { value: 600 } },
    });
  });

  it('completes its payment at once if the hold was not noticed before', async () => {
    stripe.dashboard.capture(intent);
    await work();
    expect(await state()).toEqual({
      ...{ ...completed, origin: 'processor', captured: 1_000, attempts: ['authorize approved', 'capture approved'] },
      ...{ events: ['payment.completed'], ledger: ['processor completed 1000'] },
    });
  });

  it('completes its payment instead of the capture of ours that came too late', async () => {
    await work();
    await moveOn(`stage = 'processing', operation = 'capture', capture_value = 300`);
    stripe.dashboard.capture(intent, 600);
    await report();
    await work();
    expect(await state()).toMatchObject({
      ...{ ...completed, origin: 'processor', captured: 600, ledger: ['processor completed 600'] },
      attempts: ['authorize approved', 'capture approved', 'capture declined already_captured'],
    });
  });

  it('completes its payment although a capture of ours has an unknown outcome', async () => {
    await work();
    await sql(`INSERT INTO payment_attempts (environment_id, id, payment_id, operation, processor, state, started_at)
               VALUES (1, 12, 10, 'capture', 'stripe:7', 'open', now())`);
    stripe.dashboard.capture(intent);
    await report();
    await work();
    // Our capture is asked about first.
    await work();
    expect(await state()).toMatchObject({
      ...{ ...completed, origin: 'processor', captured: 1_000 },
      attempts: ['authorize approved', 'capture approved', 'capture declined already_captured'],
    });
  });

  it('completes its payment instead of the void that came too late', async () => {
    await work();
    await moveOn(`stage = 'processing', operation = 'void', void_reason = 'expired'`);
    stripe.dashboard.capture(intent);
    await work();
    await work();
    expect(await state()).toMatchObject({
      ...{ ...completed, origin: 'processor', captured: 1_000 },
      attempts: ['authorize approved', 'capture approved', 'void declined already_captured'],
    });
  });

  it('is not taken for a capture of ours, whose answer was lost', async () => {
    await work();
    await moveOn(`stage = 'processing', operation = 'capture', capture_value = 300`);
    stripe.faults.plan('capture', 'lost_after');
    await work();
    await report();
    await moveOn(`stage = 'processing'`);
    await work();
    expect(await state()).toMatchObject({
      ...{ ...completed, origin: 'api', captured: 300, ledger: ['api completed 300'] },
      attempts: ['authorize approved', 'capture approved'],
    });
  });
});

describe('a hold that our capture has taken, although the payment is authorized', () => {
  const stripeTakes = async (): Promise<void> => {
    await work();
    await moveOn(`stage = 'processing', operation = 'capture', capture_value = 300`);
    stripe.faults.plan('capture', 'lost_after');
    await work();
  };

  it('completes its payment by that capture when a person said that its void failed', async () => {
    await stripeTakes();
    await moveOn(`stage = 'authorized', operation = 'authorize', void_reason = NULL`);
    await work();
    await work();
    expect(await state()).toMatchObject({
      ...{ ...completed, origin: 'api', captured: 300, ledger: ['api completed 300'] },
      attempts: ['authorize approved', 'capture approved'],
    });
  });

  it('completes its payment when the database lost the capture', async () => {
    await stripeTakes();
    await sql(`DELETE FROM payment_attempts WHERE environment_id = 1 AND operation = 'capture'`);
    await moveOn(`stage = 'authorized', operation = 'authorize', capture_value = NULL`);
    await work();
    expect(await state()).toMatchObject({ ...completed, captured: 300, ledger: ['processor completed 300'] });
  });
});

describe('a hold that is released in the dashboard of Stripe', () => {
  it('fails its payment, however often it is reported', async () => {
    await work();
    stripe.dashboard.cancel(intent);
    for (let n = 0; n < 2; n += 1) await report().then(() => work());
    expect(await state()).toMatchObject({
      ...{ status: 'failed', stage: null, failure: 'canceled', ledger: null },
      events: ['payment.authorized', 'payment.failed'],
    });
  });
});
