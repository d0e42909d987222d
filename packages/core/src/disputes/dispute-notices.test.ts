import { forThisFile, idleQueues } from '@svc/testing';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { clearPayments } from '../../test/payment-worker.js';
import { stripeConnection, stripeForThisFile } from '../../test/open-stripe.js';
import { openTestDatabase } from '../../test/open-test-database.js';
import { Outbox } from '../events/outbox.js';
import { Ledger } from '../ledger/ledger.js';
import { openIdSource } from '../platform/ids.js';
import { NoticeRunner } from '../processors/notices/notice-runner.js';
import { Notices } from '../processors/notices/notices.js';
import { DisputeNotices } from './dispute-notices.js';
import { DisputeTimeline } from './dispute-timeline.js';
import { DisputeWriter } from './dispute-writer.js';

const { database, sql } = await forThisFile(openTestDatabase());
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
  await sql(`INSERT INTO payments (environment_id, id, status, amount_value, currency, metadata, processor, updated_at)
             VALUES (1, 10, 'completed', 1000, 'EUR', '{}', 'stripe:7', now())`);
  await sql(`INSERT INTO payment_attempts (environment_id, id, payment_id, operation, processor, state, started_at)
             VALUES (1, 11, 10, 'authorize', 'stripe:7', 'approved', now())`);
  intent = paid({ svc_installation: 'inst', svc_attempt: '00-1-11' });
});

/** A PaymentIntent of 10.00 EUR that succeeded. */
function paid(metadata: Record<string, string>): string {
  const { id } = stripe.intents.create({ amount: '1000', currency: 'eur', payment_method: 'pm_card_visa', metadata });
  return stripe.intents.confirm(id, {}).id;
}

async function report(reference: string, environmentId = 1): Promise<void> {
  await new Notices(database).add({ environmentId, processorId: '7', kind: 'dispute', reference });
}

/** A worker that asks about what is due; `during` runs while it asks. */
async function work(during: () => Promise<void> = () => Promise.resolve()): Promise<void> {
  const ids = openIdSource(database);
  const logger = { warn: () => {}, error: (line: unknown) => expect.fail(JSON.stringify(line)) };
  const writer = new DisputeWriter({ ids, outbox: new Outbox(ids), ledger: new Ledger(), logger });
  const disputes = new DisputeNotices(writer);
  const handler = {
    kind: 'dispute' as const,
    ask: async (...asked: Parameters<DisputeNotices['ask']>) => {
      const answer = await disputes.ask(...asked);
      await during();
      return answer;
    },
  };
  const connections = { find: () => Promise.resolve(connection) };
  const notices = new Notices(database);
  await new NoticeRunner({ database, notices, connections, handlers: [handler], queues: idleQueues, logger }).run();
}

const state = async (): Promise<unknown> => {
  const [row] = await sql(
    `SELECT (SELECT array_agg(status || ' ' || version ORDER BY id) FROM disputes WHERE environment_id = 1) AS disputes,
            (SELECT array_agg(type ORDER BY id) FROM events WHERE environment_id = 1) AS events,
            (SELECT array_agg(kind ORDER BY id) FROM ledger_transactions WHERE environment_id = 1) AS ledger,
            (SELECT disputed_value::int FROM payments WHERE environment_id = 1) AS disputed,
            (SELECT count(*)::int FROM processor_notices WHERE environment_id = 1) AS notices,
            (SELECT count(*)::int FROM ledger_compared(1, 0, 9223372036854775807)
              WHERE source = 'dispute' AND (recorded = posted) IS NOT TRUE) AS differing`,
  );
  return row;
};

const nothing = { disputes: null, events: null, ledger: null, disputed: 0, notices: 0, differing: 0 };

describe('a dispute that Stripe reports', () => {
  it('takes its amount from the payment, and gives it back when it is won, however often it is reported', async () => {
    const { id } = stripe.disputes.open(intent, 'needs_response', 600);
    for (let n = 0; n < 2; n += 1) await report(id).then(() => work());
    const opened = {
      ...{ disputes: ['needs_response 1'], events: ['dispute.opened'], ledger: ['withdrawn'], disputed: 600 },
      ...{ notices: 0, differing: 0 },
    };
    expect(await state()).toEqual(opened);
    stripe.disputes.close(id, 'won');
    for (let n = 0; n < 2; n += 1) await report(id).then(() => work());
    expect(await state()).toEqual({
      ...{ disputes: ['won 2'], events: ['dispute.opened', 'dispute.closed'], ledger: ['withdrawn', 'reinstated'] },
      ...{ disputed: 0, notices: 0, differing: 0 },
    });
    const { entries } = await new DisputeTimeline(database).of({ environmentId: 1 }, '10', 10);
    const changes = entries.map((entry) => ({ ...entry, at: undefined }));
    expect(changes).toMatchObject([
      { version: 1, status: 'needs_response', movement: 'withdrawn', amount: { value: 600, currency: 'EUR' } },
      { version: 2, status: 'won', movement: 'reinstated' },
    ]);
  });

  it.each([
    ['in its own currency', []],
    ['converted', [1.2, 1.1]],
  ])('gives back only what had been refunded when it is lost, %s', async (_, rates) => {
    await sql('UPDATE payments SET refunded_value = 300 WHERE environment_id = 1');
    stripe.disputes.rates = [...rates];
    const { id } = stripe.disputes.open(intent, 'needs_response');
    await report(id).then(() => work());
    stripe.disputes.close(id, 'lost', 300);
    for (let n = 0; n < 2; n += 1) await report(id).then(() => work());
    expect(await state()).toEqual({
      ...{ disputes: ['lost 2'], events: ['dispute.opened', 'dispute.closed'], ledger: ['withdrawn', 'reinstated'] },
      ...{ disputed: 700, notices: 0, differing: 0 },
    });
    const [closed] = await sql(
      `SELECT convert_from(body, 'UTF8')::json AS body FROM events WHERE environment_id = 1 AND type = 'dispute.closed'`,
    );
    expect(closed).toMatchObject({ body: { data: { amount: { value: 1_000 }, withdrawnAmount: { value: 700 } } } });
    const [entry] = await sql(
      `SELECT sum(amount)::int AS sum FROM ledger_entries WHERE environment_id = 1 AND account = 'disputes'`,
    );
    expect(entry).toEqual({ sum: 700 });
    const { entries } = await new DisputeTimeline(database).of({ environmentId: 1 }, '10', 10);
    expect(entries.map((each) => ({ ...each, at: undefined }))).toMatchObject([
      { version: 1, movement: 'withdrawn', amount: { value: 1_000, currency: 'EUR' } },
      { version: 2, status: 'lost', movement: 'reinstated', amount: { value: 300, currency: 'EUR' } },
    ]);
  });

  it('is not written by a worker that was away while others removed its notice and got a new one', async () => {
    const { id } = stripe.disputes.open(intent, 'needs_response');
    await report(id);
    await work(async () => {
      await sql(`UPDATE processor_notices SET due_at = now() WHERE environment_id = 1`);
      await work();
      stripe.disputes.close(id, 'won');
      for (let n = 0; n < 2; n += 1) await report(id);
    });
    expect(await state()).toMatchObject({ disputes: ['needs_response 1'], notices: 1 });
    await work();
    expect(await state()).toMatchObject({ disputes: ['won 2'], disputed: 0, notices: 0, differing: 0 });
  });

  it('comes after what a process with a faster clock has written', async () => {
    const { id } = stripe.disputes.open(intent, 'needs_response');
    const written = async (table: string): Promise<unknown> => {
      const ahead = `date_trunc('milliseconds', clock_timestamp()) + interval '800 ms'`;
      await sql(`UPDATE ${table} SET updated_at = ${ahead} WHERE environment_id = 1`);
      const [row] = await sql(`SELECT updated_at FROM ${table} WHERE environment_id = 1`);
      return row?.['updated_at'];
    };
    const later = async (moment: unknown): Promise<unknown> => {
      const newest = 'SELECT id_time(max(id)) > $1 AS later FROM events WHERE environment_id = 1';
      return (await database.dataSource.query<Record<string, unknown>[]>(newest, [moment]))[0]?.['later'];
    };
    const payment = await written('payments');
    await report(id).then(() => work());
    expect(await later(payment)).toBe(true);
    const dispute = await written('disputes');
    stripe.disputes.close(id, 'won');
    await report(id).then(() => work());
    expect(await later(dispute)).toBe(true);
  });

  it('moves nothing while it is an inquiry', async () => {
    const { id } = stripe.disputes.open(intent, 'warning_needs_response');
    await report(id);
    await work();
    stripe.disputes.close(id, 'warning_closed');
    await report(id);
    await work();
    const events = ['dispute.opened', 'dispute.closed'];
    expect(await state()).toEqual({ ...nothing, disputes: ['closed 2'], events });
  });

  it('is ignored if its payment is not ours, is of another environment, or if Stripe does not know it', async () => {
    const foreign = [paid({}), paid({ svc_installation: 'inst', svc_attempt: '00-2-11' })];
    const ids = foreign.map((each) => stripe.disputes.open(each, 'needs_response').id);
    for (const id of [...ids, 'dp_unknown']) await report(id);
    await work();
    expect(await state()).toEqual(nothing);
  });

  it('is asked about again when Stripe does not answer', async () => {
    const { id } = stripe.disputes.open(intent, 'needs_response');
    stripe.keyState = 'revoked';
    await report(id);
    await work();
    stripe.keyState = 'valid';
    expect(await state()).toEqual({ ...nothing, notices: 1 });
    await sql('UPDATE processor_notices SET due_at = now() WHERE environment_id = 1');
    await work();
    expect(await state()).toMatchObject({ disputes: ['needs_response 1'], notices: 0 });
  });

  it('is asked about again when it is reported during the inquiry, whose answer is not used', async () => {
    const { id } = stripe.disputes.open(intent, 'needs_response');
    await report(id);
    await work(() => report(id));
    expect(await state()).toEqual({ ...nothing, notices: 1 });
    await work();
    expect(await state()).toMatchObject({ disputes: ['needs_response 1'], notices: 0 });
  });
});
