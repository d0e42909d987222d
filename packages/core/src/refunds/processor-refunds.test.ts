import { forThisFile, idleQueues } from '@svc/testing';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { clearPayments } from '../../test/payment-worker.js';
import { stripeConnection, stripeForThisFile } from '../../test/open-stripe.js';
import { openTestDatabase } from '../../test/open-test-database.js';
import { Outbox } from '../events/outbox.js';
import { Ledger } from '../ledger/ledger.js';
import { PaymentCallbacks } from '../payments/processing/payment-callbacks.js';
import { openIdSource } from '../platform/ids.js';
import { LeaseMetrics } from '../platform/metrics/lease-metrics.js';
import { Metrics } from '../platform/metrics/metrics.js';
import { NO_TRACING } from '../platform/tracing/trace.js';
import { CallLimits } from '../processors/call-limits.js';
import { NoticeRunner } from '../processors/notices/notice-runner.js';
import { Notices } from '../processors/notices/notices.js';
import { ProcessorCalls } from '../processors/processor-calls.js';
import { RefundCallbacks } from './refund-callbacks.js';
import { RefundClaims } from './refund-claims.js';
import { RefundNotices } from './refund-notices.js';
import { RefundOutcomes } from './refund-outcomes.js';
import { RefundRunner } from './refund-runner.js';
import { ProcessorRefundWriter } from './processor-refund-writer.js';

const { database, sql } = await forThisFile(openTestDatabase());
const ids = openIdSource(database);
const { stripe, processor } = await stripeForThisFile({ name: 'stripe' });
const connection = stripeConnection(processor);
let intent: string;

beforeAll(async () => {
  await sql(`INSERT INTO processors (environment_id, id, kind, name, enabled, priority, status, updated_at)
             VALUES (1, 7, 'stripe', 'Stripe', true, 1, 'ok', now())`);
});

beforeEach(async () => {
  await clearPayments(database);
  await sql('TRUNCATE processor_notices');
  intent = paid({ svc_installation: 'inst', svc_attempt: '00-1-11' });
  await sql(`INSERT INTO payments (environment_id, id, status, amount_value, currency, metadata, processor, updated_at)
             VALUES (1, 10, 'completed', 1000, 'EUR', '{}', 'stripe:7', now())`);
  await sql(`INSERT INTO payment_attempts (environment_id, id, payment_id, operation, processor, state, started_at,
               external_reference)
             VALUES (1, 11, 10, 'authorize', 'stripe:7', 'approved', now(), '${intent}')`);
});

/** A PaymentIntent of 10.00 EUR that succeeded. */
function paid(metadata: Record<string, string>): string {
  const { id } = stripe.intents.create({ amount: '1000', currency: 'eur', payment_method: 'pm_card_visa', metadata });
  return stripe.intents.confirm(id, {}).id;
}

const notices = () => new Notices(database);
const callbacks = () => new RefundCallbacks(database, idleQueues);

/** What the endpoint does with an event about a refund without metadata of ours. */
const report = (reference: string) => notices().add({ environmentId: 1, processorId: '7', kind: 'refund', reference });

function handler(): RefundNotices {
  const writer = new ProcessorRefundWriter({ ids, outbox: new Outbox(ids), ledger: new Ledger() });
  const payments = new PaymentCallbacks(database, idleQueues);
  return new RefundNotices({ database, writer, refunds: callbacks(), payments, logger: { warn: () => {} } });
}

/** A worker that asks about what was reported; `during` runs while it asks. */
async function work(during: () => Promise<unknown> = () => Promise.resolve()): Promise<void> {
  const logger = { error: (line: unknown) => expect.fail(JSON.stringify(line)) };
  const inner = handler();
  const handlers = [
    {
      kind: 'refund' as const,
      ask: async (...asked: Parameters<RefundNotices['ask']>) => {
        const answer = await inner.ask(...asked);
        await during();
        return answer;
      },
    },
  ];
  const connections = { find: () => Promise.resolve(connection) };
  await new NoticeRunner({ database, notices: notices(), connections, handlers, queues: idleQueues, logger }).run();
}

/** A worker that processes the refunds that are due. */
async function processRefunds(): Promise<void> {
  const claims = new RefundClaims(database, ids, 45_000);
  const metrics = new Metrics();
  const { runner } = new RefundRunner({
    claims,
    processors: { resolve: () => Promise.resolve(connection) },
    outcomes: new RefundOutcomes({ database, ids, outbox: new Outbox(ids), ledger: new Ledger() }),
    queues: idleQueues,
    calls: new ProcessorCalls(metrics, NO_TRACING),
    leases: new LeaseMetrics(metrics),
    limits: new CallLimits(32, { isRemote: () => false }),
    logger: { warn: () => {}, error: () => {} },
  });
  const { refs } = await claims.due({ graceMs: 0, after: 0, environments: 1, rows: 10 });
  runner.worker.run(refs);
  await runner.worker.drain();
}

/** A refund of ours, as the API stores it. */
const ask = (id: number, value: number) =>
  sql(`WITH p AS (UPDATE payments SET refunded_value = refunded_value + ${value} WHERE environment_id = 1 AND id = 10)
       INSERT INTO refunds (environment_id, id, payment_id, status, amount_value, currency, metadata, due_at, updated_at)
       VALUES (1, ${id}, 10, 'pending', ${value}, 'EUR', '{}', now(), now())`);

const makeDue = () => sql(`UPDATE refunds SET due_at = now() WHERE environment_id = 1 AND due_at IS NOT NULL`);

const state = async (): Promise<unknown> => {
  const [row] = await sql(
    `SELECT (SELECT array_agg(concat_ws(' ', origin, status, amount_value) ORDER BY origin, amount_value, id)
               FROM refunds WHERE environment_id = 1) AS refunds,
            (SELECT array_agg(type ORDER BY id) FROM events WHERE environment_id = 1) AS events,
            (SELECT array_agg(concat_ws(' ', origin, kind) ORDER BY id) FROM ledger_transactions
              WHERE environment_id = 1) AS ledger,
            (SELECT refunded_value::int FROM payments WHERE environment_id = 1) AS refunded,
            (SELECT processor_refunded_value::int FROM payments WHERE environment_id = 1) AS "byProcessor",
            (SELECT count(*)::int FROM processor_notices WHERE environment_id = 1) AS notices,
            (SELECT count(*)::int FROM ledger_compared(1, 0, 9223372036854775807)
              WHERE source = 'refund' AND (recorded = posted) IS NOT TRUE) AS differing`,
  );
  return row;
};

const nothing = { refunds: null, events: null, ledger: null, refunded: 0, byProcessor: 0, notices: 0, differing: 0 };

describe('a refund that was made at Stripe', () => {
  it('is recorded once, with event, ledger entries and the amount on the payment, however often it is reported', async () => {
    const { id } = stripe.dashboard.refund(intent, 400);
    for (let n = 0; n < 2; n += 1) await report(id).then(() => work());
    await processRefunds();
    expect(await state()).toEqual({
      ...{ refunds: ['processor completed 400'], events: ['refund.completed'], ledger: ['processor completed'] },
      ...{ refunded: 400, byProcessor: 400, notices: 0, differing: 0 },
    });
    const [stored] = await sql('SELECT reason, metadata FROM refunds WHERE environment_id = 1');
    expect(stored).toEqual({ reason: 'requested_by_customer', metadata: {} });
  });

  it('is recorded together with others, in any order', async () => {
    const made = [100, 200, 300].map((amount) => stripe.dashboard.refund(intent, amount).id);
    for (const id of made.reverse()) await report(id);
    await work();
    expect(await state()).toMatchObject({
      refunds: ['processor completed 100', 'processor completed 200', 'processor completed 300'],
      ...{ events: Array(3).fill('refund.completed'), refunded: 600, differing: 0 },
    });
  });

  it('is followed while it is pending, and when it fails after it was completed', async () => {
    const { id } = stripe.dashboard.refund(intent, 498);
    await report(id);
    await work();
    const pending = { refunds: ['processor pending 498'], events: null, ledger: null, refunded: 498, differing: 0 };
    expect(await state()).toMatchObject(pending);
    await makeDue();
    await processRefunds();
    expect(await state()).toMatchObject(pending);
    stripe.refunds.settle(id);
    await report(id).then(() => work());
    await processRefunds();
    const ledger = ['processor completed'];
    expect(await state()).toMatchObject({ refunds: ['processor completed 498'], ledger, refunded: 498, differing: 0 });
    stripe.refunds.fail(id);
    await report(id).then(() => work());
    await processRefunds();
    expect(await state()).toEqual({
      ...{ refunds: ['processor failed 498'], events: ['refund.completed', 'refund.failed'] },
      ...{
        ledger: ['processor completed', 'processor reversed'],
        refunded: 0,
        byProcessor: 0,
        notices: 0,
        differing: 0,
      },
    });
  });

  it('moves nothing if it had failed before it was noticed', async () => {
    const { id } = stripe.dashboard.refund(intent, 399);
    await report(id);
    await work();
    const refunds = ['processor failed 399'];
    expect(await state()).toEqual({ ...nothing, refunds, events: ['refund.failed'] });
  });

  it('is not recorded if it is a refund of ours, whose answer was lost', async () => {
    await ask(20, 400);
    stripe.faults.plan('refund', 'lost_after');
    await processRefunds();
    const [made] = [...stripe.refunds.all.values()].filter(({ payment_intent }) => payment_intent === intent);
    await report(made?.id ?? '');
    await work();
    await makeDue();
    await processRefunds();
    await report(made?.id ?? '');
    await work();
    expect(await state()).toMatchObject({
      ...{ refunds: ['api completed 400'], events: ['refund.completed'], ledger: ['api completed'], refunded: 400 },
    });
    expect(stripe.requests.filter(({ step }) => step === 'refund')).toHaveLength(1);
  });

  it('takes what a pending refund of ours has reserved, which Stripe then declines', async () => {
    await ask(20, 800);
    const { id } = stripe.dashboard.refund(intent);
    await report(id);
    await work();
    expect(await state()).toMatchObject({ refunds: ['api pending 800', 'processor completed 1000'], refunded: 1_800 });
    await processRefunds();
    expect(await state()).toMatchObject({
      ...{ refunds: ['api failed 800', 'processor completed 1000'], refunded: 1_000, byProcessor: 1_000, differing: 0 },
    });
  });

  it('waits until its payment is completed here, and makes it due', async () => {
    await sql(
      `UPDATE payments SET status = 'pending', stage = 'authorized', capture_method = 'manual' WHERE environment_id = 1`,
    );
    const { id } = stripe.dashboard.refund(intent, 400);
    await report(id);
    await work();
    expect(await state()).toEqual({ ...nothing, notices: 1 });
    expect(await sql('SELECT 1 AS one FROM payments WHERE environment_id = 1 AND due_at <= now()')).toHaveLength(1);
    await sql(`UPDATE payments SET status = 'completed', stage = NULL, due_at = NULL WHERE environment_id = 1`);
    await sql('UPDATE processor_notices SET due_at = now() WHERE environment_id = 1');
    await work();
    expect(await state()).toMatchObject({ refunds: ['processor completed 400'], refunded: 400, notices: 0 });
  });

  it('is ignored if its payment is not ours, of another environment or connection, or failed', async () => {
    const foreign = [paid({}), paid({ svc_installation: 'inst', svc_attempt: '00-2-11' })];
    const others = [paid({ svc_installation: 'another', svc_attempt: '00-1-11' })];
    for (const each of [...foreign, ...others]) await report(stripe.dashboard.refund(each).id);
    await report('re_unknown');
    await work();
    expect(await state()).toEqual(nothing);
    const { id } = stripe.dashboard.refund(intent);
    await sql(`UPDATE payments SET status = 'failed', failure_code = 'rejected' WHERE environment_id = 1`);
    await report(id).then(() => work());
    expect(await state()).toEqual(nothing);
    await sql(`UPDATE payments SET status = 'completed', failure_code = NULL WHERE environment_id = 1`);
    await sql(`UPDATE payment_attempts SET processor = 'stripe:8' WHERE environment_id = 1`);
    await report(id).then(() => work());
    expect(await state()).toEqual(nothing);
  });

  it('is recorded once by workers that ask at the same time, when it is reported during the inquiry', async () => {
    const { id } = stripe.dashboard.refund(intent, 400);
    await report(id);
    await work(async () => {
      await report(id);
      await work();
    });
    await Promise.all([report(id).then(() => work()), report(id).then(() => work())]);
    await work();
    await processRefunds();
    expect(await state()).toMatchObject({
      ...{ refunds: ['processor completed 400'], events: ['refund.completed'], refunded: 400, notices: 0 },
    });
  });

  it('is read again when Stripe does not answer', async () => {
    const { id } = stripe.dashboard.refund(intent, 400);
    stripe.faults.plan('retrieve_refund', 'error_before');
    await report(id);
    await work();
    expect(await state()).toEqual({ ...nothing, notices: 1 });
    await sql('UPDATE processor_notices SET due_at = now() WHERE environment_id = 1');
    await work();
    expect(await state()).toMatchObject({ refunds: ['processor completed 400'], notices: 0 });
  });
});
