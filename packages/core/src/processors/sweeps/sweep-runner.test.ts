import { forThisFile, idleQueues, startStripeDouble, type StripeDouble } from '@svc/testing';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openStripe, stripeConnection } from '../../../test/open-stripe.js';
import { openTestDatabase } from '../../../test/open-test-database.js';
import { PaymentCallbacks } from '../../payments/processing/payment-callbacks.js';
import { RefundCallbacks } from '../../refunds/refund-callbacks.js';
import type { OpenConnection } from '../connections/connection-adapters.js';
import { Notices } from '../notices/notices.js';
import { ProcessorCallbacks } from '../processor-callbacks.js';
import { SettlementLines } from '../settlement/settlement-lines.js';
import { SweepRunner } from './sweep-runner.js';
import { beginSweeps, forgetSweeps, Sweeps, SweptConnections } from './sweeps.js';

const { database, sql } = await forThisFile(openTestDatabase());
let stripe: StripeDouble;
let connection: OpenConnection;

beforeAll(async () => {
  await sql(`INSERT INTO processors (environment_id, id, kind, name, enabled, priority, status, updated_at)
             SELECT 1, n, 'stripe', 'Stripe', true, 1, 'ok', now() FROM unnest(ARRAY[7, 8]) n`);
});

beforeEach(async () => {
  stripe = await startStripeDouble();
  const processor = openStripe(stripe, { name: 'stripe', onProblem: (problem) => expect.fail(problem.message) });
  connection = stripeConnection(processor);
  await sql(
    'TRUNCATE payments, payment_attempts, refunds, refund_attempts, processor_notices, processor_sweeps CASCADE',
  );
  await begin('7');
  return async () => {
    await connection.processor.close();
    await stripe.close();
  };
});

/** Begins the sweeps of a connection's events, and has the first one due. */
async function begin(id: string): Promise<void> {
  await database.transaction((transaction) => {
    beginSweeps(transaction, { environmentId: 1 }, id);
    return Promise.resolve();
  });
  await sql(`DELETE FROM processor_sweeps WHERE environment_id = 1 AND subject <> 'events'`);
  await makeDue();
}

const makeDue = () => sql('UPDATE processor_sweeps SET due_at = now() WHERE environment_id = 1');

const logged: string[] = [];

/** A worker; `refuses` names an object whose events it cannot handle. */
function worker(refuses = 'none', find = (id: string) => (id === '7' ? connection : undefined)): SweepRunner {
  const callbacks = new ProcessorCallbacks({
    processors: { find: () => undefined },
    connections: { findById: () => Promise.resolve(undefined) },
    ids: { one: () => Promise.resolve('1') },
    targets: [new PaymentCallbacks(database, idleQueues), new RefundCallbacks(database, idleQueues)],
    notices: new Notices(database),
    logger: { warn: () => {} },
  });
  const note = (line: object): void => void logged.push(JSON.stringify(line));
  return new SweepRunner({
    sweeps: new Sweeps(database),
    connections: { find: (_environmentId, id) => Promise.resolve(find(id)) },
    settlement: new SettlementLines(database),
    callbacks: {
      pass: (source, report) => {
        if (JSON.stringify(report).includes(refuses)) return Promise.reject(new Error('the event is broken'));
        return callbacks.pass(source, report);
      },
    },
    logger: { warn: note, error: note },
  });
}

/** Reads all that is due. */
async function work(...options: Parameters<typeof worker>): Promise<void> {
  const one = worker(...options);
  while (await one.run());
}

/** A payment of ours that Stripe has, with the PaymentIntent. */
async function pay(id: number): Promise<string> {
  const metadata = { svc_installation: 'inst', svc_attempt: `00-1-${id + 1}` };
  const about = { amount: '1000', currency: 'eur', payment_method: 'pm_card_visa', metadata };
  const { id: intent } = stripe.intents.confirm(stripe.intents.create(about).id, {});
  await sql(`INSERT INTO payments (environment_id, id, status, amount_value, currency, metadata, processor, updated_at)
             VALUES (1, ${id}, 'completed', 1000, 'EUR', '{}', 'stripe:7', now())`);
  await sql(`INSERT INTO payment_attempts (environment_id, id, payment_id, operation, processor, state, started_at)
             VALUES (1, ${id + 1}, ${id}, 'authorize', 'stripe:7', 'approved', now())`);
  return intent;
}

/** A completed refund of ours. */
async function giveBack(intent: string, paymentId: number, id: number): Promise<string> {
  const metadata = { svc_installation: 'inst', svc_attempt: `00-1-${id + 1}` };
  const { id: refund } = stripe.refunds.create({ payment_intent: intent, amount: '100', metadata });
  await sql(`INSERT INTO refunds (environment_id, id, payment_id, status, amount_value, currency, metadata, updated_at)
             VALUES (1, ${id}, ${paymentId}, 'completed', 100, 'EUR', '{}', now())`);
  await sql(`INSERT INTO refund_attempts (environment_id, id, refund_id, processor, state, started_at, external_reference)
             VALUES (1, ${id + 1}, ${id}, 'stripe:7', 'approved', now(), '${refund}')`);
  return refund;
}

const notices = async (): Promise<unknown[]> => {
  const rows = await sql('SELECT reference FROM processor_notices WHERE environment_id = 1 ORDER BY reference');
  return rows.map(({ reference }) => reference);
};

const dueRefunds = async (): Promise<unknown[]> =>
  (await sql('SELECT id FROM refunds WHERE environment_id = 1 AND due_at <= now()')).map(({ id }) => id);

const sweep = async (): Promise<Record<string, unknown>> => {
  const [row] = await sql(
    `SELECT cursor, failures, begun_at AS begun, extract(epoch FROM now() - swept_to)::int AS age,
            extract(epoch FROM due_at - now())::int AS pause
       FROM processor_sweeps WHERE environment_id = 1 AND processor_id = 7`,
  );
  return row ?? {};
};

const pages = () => stripe.requests.filter(({ step }) => step === 'list_events').map(({ form }) => form);

describe('a sweep of events', () => {
  it('finds disputes, refunds of the dashboard and late failed refunds that no webhook reported', async () => {
    const intent = await pay(10);
    const late = await giveBack(intent, 10, 20);
    const { id: dispute } = stripe.disputes.open(intent, 'needs_response');
    const { id: refund } = stripe.dashboard.refund(intent, 300);
    stripe.refunds.fail(late);
    await stripe.events.deliver('dropped');
    await work();
    expect(await notices()).toEqual([dispute, refund]);
    expect(await dueRefunds()).toEqual(['20']);
  });

  it('has a hold asked about that was captured or released in the dashboard', async () => {
    const intent = await pay(10);
    await sql(`UPDATE payments SET status = 'pending', stage = 'authorized', capture_method = 'manual'
                WHERE environment_id = 1`);
    stripe.intents.find(intent).status = 'requires_capture';
    stripe.dashboard.cancel(intent);
    await work();
    const due = await sql('SELECT id FROM payments WHERE environment_id = 1 AND due_at <= now()');
    expect(due).toEqual([{ id: '10' }]);
  });

  it('ignores what is not of this installation', async () => {
    const metadata = { svc_installation: 'another', svc_attempt: '00-1-11' };
    const about = { amount: '1000', currency: 'eur', payment_method: 'pm_card_visa' };
    const foreign = stripe.intents.confirm(stripe.intents.create({ ...about, metadata }).id, {});
    stripe.refunds.create({ payment_intent: foreign.id, metadata });
    stripe.intents.confirm(stripe.intents.create(about).id, {});
    await work();
    expect([await notices(), logged]).toEqual([[], []]);
  });

  it('reads page after page, and goes on behind the last one after a failure or restart', async () => {
    const intent = await pay(10);
    const made = Array.from({ length: 250 }, () => stripe.dashboard.refund(intent, 1).id);
    await worker().run();
    stripe.faults.plan('list_events', 'error_before');
    await worker().run();
    expect([await notices(), (await sweep())['failures']]).toEqual([made.slice(-100).sort(), 1]);
    await makeDue();
    await work();
    expect(await notices()).toEqual([...made].sort());
    const after = pages().map((form) => form['starting_after']);
    expect([after[0], after[1] === after[2], new Set(after).size]).toEqual([undefined, true, 3]);
    expect(await sweep()).toMatchObject({ cursor: null, begun: null, failures: 0 });
    expect(logged.splice(0)).toHaveLength(1);
  });

  it('starts anew when Stripe has forgotten the cursor', async () => {
    const { id } = stripe.dashboard.refund(await pay(10));
    await sql(`UPDATE processor_sweeps SET cursor = 'evt_forgotten', begun_at = now() WHERE environment_id = 1`);
    await work();
    expect(await notices()).toEqual([id]);
  });

  it('reads every ten minutes what was created since the sweep before, and a little earlier', async () => {
    await sql(`UPDATE processor_sweeps SET swept_to = now() - interval '2 hours' WHERE environment_id = 1`);
    await work();
    const now = Date.now() / 1_000;
    const since = () => (pages().at(-1) as { created: { gte: string } }).created.gte;
    expect(now - Number(since())).toBeCloseTo(7_200 + 300, -1);
    expect(await sweep()).toMatchObject({ age: 0, pause: 600 });
    await work();
    expect(pages()).toHaveLength(1);
    await makeDue();
    await work();
    expect(now - Number(since())).toBeCloseTo(300, -1);
  });

  it('finds an event that Stripe lists late', async () => {
    const { id } = stripe.dashboard.refund(await pay(10));
    const [late] = stripe.events.all.splice(-1);
    await work();
    expect(await notices()).toEqual([]);
    if (late !== undefined) stripe.events.all.push({ ...late, created: late.created - 240 });
    await makeDue();
    await work();
    expect(await notices()).toEqual([id]);
  });

  it('is not stopped by an event that cannot be handled, which is read again for an hour', async () => {
    const intent = await pay(10);
    const [broken, whole] = [stripe.dashboard.refund(intent, 100).id, stripe.dashboard.refund(intent, 200).id];
    const unreadable = {
      ...stripe.events.all[0],
      id: 'evt_unreadable',
      type: 'refund.created',
      data: { object: null },
    };
    stripe.events.all.push(unreadable as never);
    await sql(`UPDATE processor_sweeps SET swept_to = now() - interval '10 minutes' WHERE environment_id = 1`);
    await work(broken);
    expect(await notices()).toEqual([whole]);
    expect(await sweep()).toMatchObject({ age: 600, pause: 600 });
    await makeDue();
    stripe.events.all.pop();
    await work();
    expect((await notices()).sort()).toEqual([broken, whole].sort());
    expect(await sweep()).toMatchObject({ age: 0 });
    await sql(
      `UPDATE processor_sweeps SET due_at = now(), swept_to = now() - interval '3 hours' WHERE environment_id = 1`,
    );
    await work(broken);
    expect(await sweep()).toMatchObject({ age: 10_800 });
    const makeOld = `failing_since = failing_since - interval '50 minutes'`;
    for (const age of [10_800, 3_600, 3_600, 3_600]) {
      await sql(`UPDATE processor_sweeps SET due_at = now(), ${makeOld} WHERE environment_id = 1`);
      await work(broken);
      expect(await sweep()).toMatchObject({ age });
    }
    expect(logged.splice(0).some((line) => line.includes(broken))).toBe(true);
  });

  it('reads an event again that failed once, however old it was after an outage', async () => {
    const { id } = stripe.dashboard.refund(await pay(10));
    const old = stripe.events.all.map((event) => ({ ...event, created: event.created - 7_200 }));
    stripe.events.all.splice(0, old.length, ...old);
    await sql(`UPDATE processor_sweeps SET swept_to = now() - interval '3 hours' WHERE environment_id = 1`);
    await work(id);
    expect(await notices()).toEqual([]);
    await makeDue();
    await work();
    expect(await notices()).toEqual([id]);
    expect(await sweep()).toMatchObject({ age: 0 });
    logged.splice(0);
  });

  it('waits longer and longer for a connection that fails, also while its key may not read events', async () => {
    stripe.keyState = 'restricted';
    const pauses: unknown[] = [];
    for (let n = 0; n < 8; n += 1) {
      await makeDue();
      await work();
      pauses.push((await sweep())['pause']);
    }
    expect(pauses).toEqual([60, 120, 240, 480, 960, 1_920, 3_600, 3_600]);
    expect(logged.splice(0).at(-1)).toContain('proc_7');
    stripe.keyState = 'valid';
    await database.transaction((transaction) => {
      new SweptConnections().wake(transaction, { environmentId: 1 }, 'stripe:7');
      return Promise.resolve();
    });
    await work();
    expect(await sweep()).toMatchObject({ failures: 0, pause: 600 });
  });

  it('of one connection is not held up by another one that fails', async () => {
    const { id } = stripe.dashboard.refund(await pay(10));
    await begin('8');
    await work('none', (each) => {
      if (each === '8') throw new Error('the connection cannot be opened');
      return connection;
    });
    expect(await notices()).toEqual([id]);
    expect(await sweep()).toMatchObject({ failures: 0, pause: 600 });
    expect(logged.splice(0)).toHaveLength(1);
  });

  it('is done by one of several workers', async () => {
    await Promise.all(Array.from({ length: 4 }, () => work()));
    expect(pages()).toHaveLength(1);
  });

  it('of one connection does not wait for a worker that holds another one', async () => {
    await begin('8');
    await sql(
      `UPDATE processor_sweeps SET due_at = now() - interval '1 h' WHERE environment_id = 1 AND processor_id = 7`,
    );
    const holder = database.dataSource.createQueryRunner();
    await holder.startTransaction();
    await holder.query(
      'SELECT processor_id FROM processor_sweeps WHERE environment_id = 1 AND processor_id = 7 FOR UPDATE',
    );
    const claimed = new Sweeps(database).claim(60_000);
    const waits = new Promise((resolve) => setTimeout(resolve, 2_000, 'it waits'));
    try {
      expect(await Promise.race([claimed, waits])).toMatchObject({ processorId: '8' });
    } finally {
      await holder.rollbackTransaction();
      await holder.release();
      await claimed;
    }
  });

  it('by a worker that has lost its lease moves nothing on', async () => {
    const sweeps = new Sweeps(database);
    const lost = await sweeps.claim(1);
    await makeDue();
    const current = await sweeps.claim(60_000);
    if (lost === undefined || current === undefined) throw new Error('nothing was due');
    await sweeps.end(lost, false);
    await sweeps.postpone(lost);
    expect(await sweep()).toMatchObject({ begun: expect.any(Date), failures: 0, pause: 60 });
    await sweeps.end(current, false);
    expect(await sweep()).toMatchObject({ begun: null, pause: 600 });
  });

  it('ends with its connection', async () => {
    await database.transaction((transaction) => {
      forgetSweeps(transaction, { environmentId: 1 }, '7');
      return Promise.resolve();
    });
    await work();
    expect([await sweep(), pages()]).toEqual([{}, []]);
  });
});
