import { deferred, forThisFile, idleQueues } from '@svc/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { clearPayments } from '../../test/payment-worker.js';
import { openTestDatabase } from '../../test/open-test-database.js';
import { Outbox } from '../events/outbox.js';
import { Ledger } from '../ledger/ledger.js';
import { openIdSource } from '../platform/ids.js';
import { LeaseMetrics } from '../platform/metrics/lease-metrics.js';
import { Metrics } from '../platform/metrics/metrics.js';
import type { WorkRef } from '../platform/queues/work-ref.js';
import { NO_TRACING } from '../platform/tracing/trace.js';
import type { PaymentProcessor, RefundOutcome, RefundRequest } from '../processors/payment-processor.js';
import { CallLimits } from '../processors/call-limits.js';
import { ProcessorCalls } from '../processors/processor-calls.js';
import { RefundCallbacks } from './refund-callbacks.js';
import { RefundClaims } from './refund-claims.js';
import { RefundOutcomes } from './refund-outcomes.js';
import { RefundRunner } from './refund-runner.js';

const refund = { environmentId: 1, id: '100' };
const approved: RefundOutcome = { kind: 'approved' };

/** An acquirer that makes one refund per reference, however often it is requested. */
class Acquirer implements PaymentProcessor {
  readonly name = 'acquirer';
  readonly isRemote = false;
  readonly made = new Map<string, RefundRequest>();
  readonly heard: string[] = [];
  answers: ((request: RefundRequest) => Promise<RefundOutcome>)[] = [];

  readonly canCapturePart = () => true;
  needsApproval = (): boolean => false;
  authorize = (): Promise<never> => Promise.reject(new Error('unexpected payment'));
  capture = this.authorize;
  void = this.authorize;
  getStatus = this.authorize;
  refund = (request: RefundRequest): Promise<RefundOutcome> => this.hear('refund', request);
  getRefundStatus = (request: RefundRequest): Promise<RefundOutcome> => this.hear('status', request);

  private hear(what: 'refund' | 'status', request: RefundRequest): Promise<RefundOutcome> {
    this.heard.push(what);
    if (what === 'refund') this.made.set(request.reference, request);
    return this.answers.shift()?.(request) ?? Promise.resolve(approved);
  }
}

const { database, sql } = await forThisFile(openTestDatabase());
let acquirer: Acquirer;
let logged: unknown[];

beforeEach(async () => {
  acquirer = new Acquirer();
  logged = [];
  await clearPayments(database);
  await sql(`INSERT INTO payments (environment_id, id, status, amount_value, currency, refunded_value, metadata, processor,
               updated_at) VALUES (1, 10, 'completed', 1000, 'USD', 400, '{}', 'acquirer', now())`);
  await sql(`INSERT INTO payment_attempts (environment_id, id, payment_id, operation, processor, state, started_at)
             VALUES (1, 11, 10, 'authorize', 'acquirer', 'approved', now())`);
  await sql(`INSERT INTO refunds (environment_id, id, payment_id, status, amount_value, currency, metadata, due_at,
               updated_at) VALUES (1, 100, 10, 'pending', 400, 'USD', '{}', now(), now())`);
});

/** A worker like that of another process. */
function worker(): RefundRunner {
  const ids = openIdSource(database);
  const log = (line: unknown): void => void logged.push((line as { event: string }).event);
  const outcomes = new RefundOutcomes({ database, ids, outbox: new Outbox(ids), ledger: new Ledger() });
  const claims = new RefundClaims(database, ids, 45_000);
  const metrics = new Metrics();
  const calls = new ProcessorCalls(metrics, NO_TRACING);
  const logger = { warn: log, error: log };
  return new RefundRunner({
    claims,
    processors: { resolve: () => Promise.resolve({ processor: acquirer, enabled: true }) },
    outcomes,
    queues: idleQueues,
    limits: new CallLimits(32, { isRemote: () => false }),
    calls,
    leases: new LeaseMetrics(metrics),
    logger,
  });
}

function advance(refs: readonly WorkRef[]): Promise<void> {
  const { runner } = worker();
  runner.worker.run(refs);
  return runner.drain();
}

const due = async () => {
  const query = { graceMs: 0, after: 0, environments: 1, rows: 10 };
  return (await new RefundClaims(database, openIdSource(database), 45_000).due(query)).refs;
};
const work = async (): Promise<void> => advance(await due());

async function state(): Promise<Record<string, unknown> | undefined> {
  const [row] = await sql(
    `SELECT r.status, r.version, p.refunded_value::int AS refunded, p.version AS "paymentVersion",
            (SELECT array_agg(a.state) FROM refund_attempts a WHERE a.environment_id = r.environment_id) AS attempts,
            (SELECT array_agg(e.type) FROM events e WHERE e.environment_id = r.environment_id) AS events
       FROM refunds r JOIN payments p ON p.environment_id = r.environment_id AND p.id = r.payment_id
      WHERE r.environment_id = 1`,
  );
  return row;
}

async function callBack(): Promise<void> {
  const [attempt] = await sql('SELECT id FROM refund_attempts WHERE environment_id = 1');
  const callback = { environmentId: 1, id: String(attempt?.['id']), operation: 'refund' } as const;
  await new RefundCallbacks(database, idleQueues).askNow('acquirer', callback);
}

const expireLease = () => sql(`UPDATE refunds SET due_at = now() WHERE environment_id = 1`);
const settled = { status: 'completed', version: 2, refunded: 400, paymentVersion: 1, events: ['refund.completed'] };

const asked = (times: number): Promise<void> => expect.poll(() => acquirer.heard.length).toBe(times);

describe('the attempt of a refund', () => {
  it('keeps the time of its first response; an unknown outcome does not count', async () => {
    const seen: unknown[] = [];
    const silence: RefundOutcome = { kind: 'unknown' };
    const pending: RefundOutcome = { kind: 'pending', checkAfterMs: 0 };
    for (const outcome of [silence, pending, silence, approved]) {
      acquirer.answers = [() => Promise.resolve(outcome)];
      await expireLease();
      await work();
      const [attempt] = await sql('SELECT answered_at FROM refund_attempts WHERE environment_id = 1');
      seen.push(attempt?.['answered_at']);
    }
    expect(await state()).toMatchObject(settled);
    expect(seen).toEqual([null, expect.any(Date), seen[1], seen[1]]);
  });
});

describe("a processor's own reference", () => {
  it('is stored under the lease, and read by the next claim with that of the payment', async () => {
    await sql(`UPDATE payment_attempts SET external_reference = 'pi_1' WHERE environment_id = 1`);
    const read: unknown[] = [];
    const note = ({ externalReference, paymentExternalReference }: RefundRequest): void =>
      void read.push([externalReference, paymentExternalReference]);
    acquirer.answers = [
      async (request) => {
        note(request);
        await request.storeExternalReference('re_1');
        return { kind: 'unknown' };
      },
      async (request) => {
        note(request);
        await expireLease();
        acquirer.answers = [() => Promise.resolve({ kind: 'unknown' })];
        await advance([refund]);
        await request.storeExternalReference('re_1');
        read.push('stored without a lease');
        return approved;
      },
    ];
    await work();
    await expireLease();
    await work();
    expect([read, logged]).toEqual([
      [
        [null, 'pi_1'],
        ['re_1', 'pi_1'],
      ],
      ['lease_lost'],
    ]);
    expect(await state()).toMatchObject({ status: 'pending', attempts: ['open'] });
  });
});

describe('a refund that the processor takes later', () => {
  it('is sent again, and stays open: neither received nor unknown', async () => {
    acquirer.answers = [() => Promise.resolve({ kind: 'later', reason: 'rate_limited', checkAfterMs: 0 })];
    await work();
    const noted = `SELECT state, answered_at, unclear_since FROM refund_attempts WHERE environment_id = 1`;
    expect(await sql(noted)).toEqual([{ state: 'open', answered_at: null, unclear_since: null }]);
    await work();
    expect(acquirer.heard).toEqual(['refund', 'refund']);
    expect(await state()).toEqual({ ...settled, attempts: ['approved'] });
  });
});

describe('a refund', () => {
  it('is requested after its attempt is stored, and names the authorization of the payment', async () => {
    const answer = deferred<RefundOutcome>();
    acquirer.answers = [() => answer.promise];
    const step = advance([refund]);
    await asked(1);
    const [attempt] = await sql('SELECT id, state FROM refund_attempts WHERE environment_id = 1');
    expect(attempt?.['state']).toBe('open');
    answer.resolve(approved);
    await step;
    expect([...acquirer.made.values()]).toEqual([
      expect.objectContaining({
        reference: attempt?.['id'],
        paymentReference: '11',
        amountValue: 400,
        currency: 'USD',
      }),
    ]);
    expect(await state()).toEqual({ ...settled, attempts: ['approved'] });
  });

  it('whose worker dies before the outcome is made once at the processor, under the same reference', async () => {
    acquirer.answers = [() => new Promise(() => {})];
    void advance([refund]);
    await asked(1);
    await expireLease();
    await work();
    expect(acquirer.heard).toEqual(['refund', 'refund']);
    expect(acquirer.made.size).toBe(1);
    expect(await state()).toEqual({ ...settled, attempts: ['approved'] });
  });

  it.each([
    ['declined', { kind: 'declined', code: 'late', message: 'Too late.' }],
    ['approved', approved],
    ['unknown', { kind: 'unknown' }],
  ] as const)('is not changed by the late response of a worker that lost its lease: %s', async (_, outcome) => {
    const answer = deferred<RefundOutcome>();
    acquirer.answers = [() => answer.promise];
    const late = advance([refund]);
    await asked(1);
    await expireLease();
    await advance([refund]);
    answer.resolve(outcome);
    await late;
    expect(await state()).toEqual({ ...settled, attempts: ['approved'] });
  });

  it.each([
    ['declined', { kind: 'declined', code: 'late', message: 'Too late.' }],
    ['approved', approved],
    ['pending', { kind: 'pending', checkAfterMs: 1 }],
  ] as const)('that another worker has claimed is not changed by a late response: %s', async (_, outcome) => {
    const [first, second] = [deferred<RefundOutcome>(), deferred<RefundOutcome>()];
    acquirer.answers = [() => first.promise, () => second.promise];
    const late = advance([refund]);
    await asked(1);
    await expireLease();
    const current = advance([refund]);
    await asked(2);
    first.resolve(outcome);
    await late;
    expect(await state()).toMatchObject({ status: 'pending', refunded: 400, attempts: ['open'], events: null });
    expect(await due()).toEqual([]);
    second.resolve(approved);
    await current;
    expect(await state()).toEqual({ ...settled, attempts: ['approved'] });
  });

  it('is claimed by one of many workers', async () => {
    const answer = deferred<RefundOutcome>();
    acquirer.answers = [() => answer.promise];
    const workers = Array.from({ length: 8 }, (_, n) => (n % 2 ? advance([refund]) : work()));
    await asked(1);
    answer.resolve(approved);
    await Promise.all(workers);
    expect(acquirer.heard).toEqual(['refund']);
    expect(await state()).toEqual({ ...settled, attempts: ['approved'] });
  });

  it('whose processor calls back during a request keeps the response, and is queried again if that was pending', async () => {
    const answers = [{ kind: 'pending', checkAfterMs: 60_000 } as const, approved];
    acquirer.answers = answers.map((outcome) => () => callBack().then(() => outcome));
    for (let n = 0; n < 3; n += 1) await work();
    expect([acquirer.heard, logged]).toEqual([['refund', 'status'], []]);
    expect(await state()).toEqual({ ...settled, attempts: ['approved'] });
  });

  it('that fails returns the reserved amount to its payment once, with its event', async () => {
    acquirer.answers = [() => Promise.resolve({ kind: 'declined', code: 'closed', message: 'Account closed.' })];
    await advance([refund]);
    await advance([refund]);
    expect(await state()).toEqual({
      status: 'failed',
      version: 2,
      refunded: 0,
      paymentVersion: 2,
      attempts: ['declined'],
      events: ['refund.failed'],
    });
  });

  it.each([
    ['is unknown', () => Promise.resolve({ kind: 'unknown' as const })],
    ['is lost in a network error', () => Promise.reject(new Error('ECONNRESET'))],
  ])('whose outcome %s stays reserved and is requested again, after growing delays', async (_, answer) => {
    acquirer.answers = [answer, answer];
    await advance([refund]);
    const waits: number[] = [];
    for (let n = 0; n < 2; n++) {
      expect(await state()).toMatchObject({ status: 'pending', version: 1, refunded: 400, events: null });
      const [row] = await sql(
        `SELECT extract(epoch FROM r.due_at - a.unclear_since) AS wait
           FROM refunds r JOIN refund_attempts a ON a.environment_id = r.environment_id WHERE r.environment_id = 1`,
      );
      waits.push(Number(row?.['wait']));
      await expireLease();
      await sql(`UPDATE refund_attempts SET unclear_since = now() - interval '40 seconds' WHERE environment_id = 1`);
      await work();
    }
    // The outcome has been unknown for a little over 40 s when it is requested, and the delay is as long again.
    const [first, second = 0] = waits;
    expect([first, Math.round(second / 10) * 10]).toEqual([2, 80]);
    expect(acquirer.made.size).toBe(1);
    expect(await state()).toEqual({ ...settled, attempts: ['approved'] });
  });

  it('that the acquirer has accepted is only queried', async () => {
    acquirer.answers = [() => Promise.resolve({ kind: 'pending', checkAfterMs: 5_000 })];
    await advance([refund]);
    expect((await state())?.['attempts']).toEqual(['pending']);
    await expireLease();
    await work();
    expect(acquirer.heard).toEqual(['refund', 'status']);
    expect(await state()).toEqual({ ...settled, attempts: ['approved'] });
  });
});

describe('a completed refund', () => {
  const returned: RefundOutcome = { kind: 'declined', code: 'returned', message: 'The bank returned the money.' };

  it('that the processor reports as failed is reversed once, however often it calls back', async () => {
    await work();
    acquirer.answers = [() => Promise.resolve(returned), () => Promise.resolve(returned)];
    for (let n = 0; n < 3; n += 1) {
      await callBack();
      await work();
    }
    expect(await state()).toEqual({
      ...{ status: 'failed', version: 3, refunded: 0, paymentVersion: 2 },
      ...{ attempts: ['declined'], events: ['refund.completed', 'refund.failed'] },
    });
    const kinds = await sql('SELECT kind FROM ledger_transactions WHERE environment_id = 1 ORDER BY id');
    expect(kinds).toEqual([{ kind: 'completed' }, { kind: 'reversed' }]);
    expect(acquirer.heard).toEqual(['refund', 'status']);
  });

  it.each([approved, { kind: 'pending', checkAfterMs: 1 } as const])(
    'stays as it is when the processor answers $kind, and is asked about again only after the next callback',
    async (answer) => {
      await work();
      acquirer.answers = [() => Promise.resolve(answer)];
      await callBack();
      await work();
      expect(await state()).toEqual({ ...settled, attempts: ['approved'] });
      expect(await due()).toEqual([]);
    },
  );

  it('is asked about again when the answer is unknown, or a callback comes during the inquiry', async () => {
    await work();
    acquirer.answers = [
      () => Promise.resolve({ kind: 'unknown' }),
      () => callBack().then(() => approved),
      () => Promise.resolve(returned),
    ];
    const unclear = `SELECT id FROM refund_attempts WHERE environment_id = 1 AND unclear_since IS NOT NULL`;
    await callBack();
    await work();
    expect(await sql(unclear)).toHaveLength(1);
    await expireLease();
    await work();
    // The next unknown outcome counts anew.
    expect(await sql(unclear)).toEqual([]);
    await work();
    expect(acquirer.heard).toEqual(['refund', 'status', 'status', 'status']);
    expect(await state()).toMatchObject({ status: 'failed', version: 3, refunded: 0 });
  });
});

describe('the database', () => {
  it('rejects refunds above their payment, refunds of another environment, and failed ones that are due', async () => {
    await expect(sql('UPDATE payments SET refunded_value = 1001 WHERE environment_id = 1')).rejects.toThrow(
      'payments_refunded',
    );
    await expect(sql('UPDATE refunds SET environment_id = 2 WHERE environment_id = 1')).rejects.toThrow(
      'refunds_payment',
    );
    await expect(
      sql(`UPDATE refunds SET status = 'failed', failure_code = 'x' WHERE environment_id = 1`),
    ).rejects.toThrow('refunds_open');
  });
});
