import { setTimeout as sleep } from 'node:timers/promises';
import { deferred, forThisFile, idleQueues } from '@svc/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  addPayment,
  clearPayments,
  duePayments,
  paymentClaims,
  paymentRunner,
  paymentState,
  paymentTransitions,
  workOnPayments,
} from '../../../test/payment-worker.js';
import { says, ScriptedAcquirer } from '../../../test/scripted-acquirer.js';
import { openTestDatabase } from '../../../test/open-test-database.js';
import type { ProcessorAttempt, ProcessorOutcome } from '../../processors/payment-processor.js';
import { LeaseLost } from '../../processors/lease-lost.js';
import { PaymentExpiry } from '../payment-expiry.js';
import type { PaymentRunner } from './payment-runner.js';

const approved: ProcessorOutcome = { kind: 'approved' };
const asksCustomer: ProcessorOutcome = { kind: 'requires_action', url: 'https://bank.example/pay', checkAfterMs: 0 };

const { database, sql } = await forThisFile(openTestDatabase());
let acquirer: ScriptedAcquirer;
let logged: unknown[];

beforeEach(async () => {
  [acquirer, logged] = [new ScriptedAcquirer(), []];
  await clearPayments(database);
});

const create = (captureMethod: 'automatic' | 'manual') => addPayment(database, captureMethod, '1 hour');

/** A worker like that of another process. */
function runner(claims = paymentClaims(database)): PaymentRunner {
  const log = (line: unknown): void => void logged.push((line as { event: string }).event);
  return paymentRunner(database, { claims, processor: acquirer, logger: { warn: log, error: log } });
}

const work = (worker = runner()): Promise<number> => workOnPayments(database, worker);

/** Expires the payment, which starts a void if money is held. */
async function expire(): Promise<void> {
  await sql(`UPDATE payments SET expires_at = now() WHERE environment_id = 1`);
  const logger = { error: (line: unknown) => void logged.push(line) };
  expect(
    await new PaymentExpiry({
      database,
      transitions: paymentTransitions(database),
      queues: idleQueues,
      logger,
    }).settleDue(1),
  ).toBe(1);
}

const state = () => paymentState(database);

const expired = { status: 'failed', stage: null, failure: 'expired' };

describe('a payment that the merchant initiated', () => {
  it('is released and fails when its processor asks for the customer', async () => {
    await create('automatic');
    await sql(`UPDATE payments SET initiator = 'merchant' WHERE environment_id = 1`);
    acquirer.answers = says(asksCustomer);
    await work();
    await work();
    expect([acquirer.calls, await state()]).toMatchObject([
      ['authorize', 'void'],
      { status: 'failed', failure: 'authentication_required', action: null },
    ]);
  });
});

describe('a response to a request sent before a void', () => {
  it.each([
    ['approved', approved, ['lease_lost']],
    ['pending', { kind: 'pending', checkAfterMs: 3_600_000 } as const, []],
  ])('is ignored when it arrives after the void began (%s); the void decides', async (_, answer, told) => {
    await create('automatic');
    acquirer.answers = says(asksCustomer);
    await work();
    acquirer.answers = [
      async () => {
        await expire();
        return answer;
      },
    ];
    await work();
    expect(await state()).toMatchObject({ status: 'pending', stage: 'processing', operation: 'void' });
    expect(logged).toEqual(told);
    await work();
    expect(await state()).toMatchObject({ ...expired, attempts: ['authorize declined', 'void approved'], events: 3 });
  });
});

describe('a void', () => {
  it('with an unknown outcome is sent again under the same reference', async () => {
    await create('manual');
    await work();
    expect(await state()).toMatchObject({ stage: 'authorized', events: 2 });
    await expire();
    acquirer.answers = [() => Promise.reject(new Error('timed out')), ...says({ kind: 'unknown' }, approved)];
    for (let n = 0; n < 3; n++) {
      await sql('UPDATE payments SET due_at = now() WHERE environment_id = 1');
      await work();
    }
    const voids = acquirer.heard.filter(([what]) => what === 'void').map(([, reference]) => reference);
    expect([voids.length, new Set(voids).size]).toEqual([3, 1]);
    expect(await state()).toMatchObject({ ...expired, attempts: ['authorize approved', 'void approved'], events: 3 });
  });

  it('that is declined triggers a query of the authorization, which completes the payment if the money was taken', async () => {
    await create('automatic');
    acquirer.answers = says(asksCustomer);
    await work();
    await expire();
    acquirer.answers = says({ kind: 'declined', code: 'too_late', message: 'Taken.' }, approved);
    await work();
    expect(await state()).toMatchObject({ status: 'pending', stage: 'processing', operation: 'authorize' });
    await work();
    expect(await state()).toMatchObject({ status: 'completed', failure: null, events: 3 });
    expect(acquirer.heard.map(([what]) => what)).toEqual(['authorize', 'void', 'status']);
  });

  it.each([
    ['manual', approved, 'approved'],
    ['automatic', asksCustomer, 'pending'],
  ] as const)(
    'that is declined while the %s payment is open leads to requires_attention without a next action, and to queries',
    async (captureMethod, open, known) => {
      await create(captureMethod);
      acquirer.answers = says(open);
      await work();
      await expire();
      acquirer.answers = says({ kind: 'declined', code: 'no', message: 'No.' }, open, open);
      for (let n = 0; n < 3; n++) {
        await work();
        await sql('UPDATE payments SET due_at = now() WHERE environment_id = 1 AND operation = $$authorize$$');
      }
      const attempts = [`authorize ${known}`, 'void declined'];
      expect(await state()).toMatchObject({ stage: 'requires_attention', action: null, attempts });
      expect(acquirer.heard.map(([what]) => what)).toEqual(['authorize', 'void', 'status', 'status']);
    },
  );
});

describe('a capture', () => {
  it('that is declined fails the payment with the reason of its processor', async () => {
    await create('manual');
    await work();
    await sql(
      `UPDATE payments SET stage = 'processing', operation = 'capture', due_at = now() WHERE environment_id = 1`,
    );
    acquirer.answers = says({ kind: 'declined', code: 'lapsed', message: 'The authorization has lapsed.' });
    await work();
    expect(await state()).toMatchObject({ status: 'failed', failure: 'lapsed', events: 3 });
    expect(acquirer.heard.map(([what]) => what)).toEqual(['authorize', 'capture']);
  });
});

describe('a worker that stalls after its claim, until its lease has ended', () => {
  const stalled = (meanwhile: () => Promise<unknown>): PaymentRunner => {
    const claims = paymentClaims(database, 20);
    const claim = claims.claim.bind(claims);
    claims.claim = async (refs) => {
      const claimed = await claim(refs);
      await sleep(25);
      await meanwhile();
      return claimed;
    };
    return runner(claims);
  };

  it('sends no authorization once another worker has failed the payment', async () => {
    await create('automatic');
    acquirer.answers = says({ kind: 'declined', code: 'expired_card', message: 'The card has expired.' }, approved);
    await work(stalled(work));
    expect(acquirer.heard).toHaveLength(1);
    expect(await state()).toMatchObject({ status: 'failed', attempts: ['authorize declined'] });
    expect(logged).toEqual(['lease_lost']);
  });

  it('leaves the payment to the worker that has claimed it since', async () => {
    await create('automatic');
    acquirer.answers = says({ kind: 'pending', checkAfterMs: 60_000 }, approved);
    await work(stalled(work));
    expect(acquirer.heard).toHaveLength(1);
    expect(await state()).toMatchObject({ status: 'pending', attempts: ['authorize pending'] });
  });
});

describe('a payment that expires before it is sent', () => {
  it('is not sent by the next worker when the first one ends between its claim and the outcome', async () => {
    await create('automatic');
    await sql('UPDATE payments SET expires_at = now() WHERE environment_id = 1');
    expect(await paymentClaims(database).claim([{ environmentId: 1, id: '10' }])).toMatchObject([
      { isExpiredUnsent: true },
    ]);
    await sql('UPDATE payments SET due_at = now() WHERE environment_id = 1');
    await work();
    expect([acquirer.heard, await state()]).toMatchObject([[], { ...expired, attempts: ['authorize declined'] }]);
  });

  it('counts as sent once a worker has claimed it in time', async () => {
    await create('automatic');
    await paymentClaims(database).claim([{ environmentId: 1, id: '10' }]);
    await sql('UPDATE payments SET due_at = now(), expires_at = now() WHERE environment_id = 1');
    await work();
    expect([acquirer.calls, await state()]).toMatchObject([['authorize'], { status: 'completed' }]);
  });
});

describe('a payment that requires attention', () => {
  it('is only queried: nothing is sent that a person may be rejecting', async () => {
    await create('automatic');
    acquirer.answers = says({ kind: 'unknown' }, { kind: 'unknown' });
    await work();
    await sql(`UPDATE payment_attempts SET unclear_since = now() - interval '25 hours' WHERE environment_id = 1`);
    for (const stage of ['requires_attention', 'requires_attention']) {
      await sql(`UPDATE payments SET due_at = now() WHERE environment_id = 1`);
      await work();
      expect(await state()).toMatchObject({ status: 'pending', stage });
      acquirer.answers = says({ kind: 'unknown' });
    }
    expect(acquirer.heard.map(([what]) => what)).toEqual(['authorize', 'authorize', 'status']);
    await sql(`UPDATE payments SET due_at = now() WHERE environment_id = 1`);
    acquirer.answers = says(approved);
    await work();
    expect(await state()).toMatchObject({ status: 'completed' });
  });
});

describe('an attempt', () => {
  it.each([
    ['pending', { kind: 'pending', checkAfterMs: 0 } as const],
    ['requires_action', asksCustomer],
  ])('keeps the time of its first response (%s); an unknown outcome does not count', async (_, first) => {
    await create('automatic');
    const seen: unknown[] = [];
    for (const answer of [{ kind: 'unknown' } as const, first, { kind: 'unknown' } as const, approved]) {
      acquirer.answers = says(answer);
      await sql('UPDATE payments SET due_at = now() WHERE environment_id = 1');
      await work();
      seen.push((await sql('SELECT answered_at FROM payment_attempts WHERE environment_id = 1'))[0]?.['answered_at']);
    }
    expect(await state()).toMatchObject({ status: 'completed' });
    expect(seen).toEqual([null, expect.any(Date), seen[1], seen[1]]);
  });
});

describe("a processor's own reference", () => {
  const stored = () =>
    sql(`SELECT operation, external_reference AS ref FROM payment_attempts WHERE environment_id = 1 ORDER BY id`);

  it('is stored before money moves, and read by every later claim and by the operations that follow', async () => {
    await create('manual');
    const versionOf = (): Promise<unknown> => sql('SELECT version FROM payments WHERE environment_id = 1');
    const versions: unknown[] = [];
    const read: (string | null)[] = [];
    const refused: unknown[] = [];
    const note = ({ externalReference }: ProcessorAttempt) => void read.push(externalReference);
    acquirer.answers = [
      async (attempt) => {
        note(attempt);
        versions.push(await versionOf());
        await attempt.storeExternalReference('pi_1');
        versions.push(await versionOf());
        await attempt.storeExternalReference('pi_2').catch((error: unknown) => refused.push(error));
        return { kind: 'unknown' };
      },
      (attempt) => Promise.resolve(approved).finally(() => note(attempt)),
    ];
    await work();
    await sql('UPDATE payments SET due_at = now() WHERE environment_id = 1');
    await work();
    await expire();
    acquirer.answers = [(attempt) => Promise.resolve(approved).finally(() => note(attempt))];
    await work();
    expect([read, refused]).toEqual([[null, 'pi_1', 'pi_1'], [expect.any(LeaseLost)]]);
    // Clients that read with If-None-Match see it.
    expect(versions).toEqual([[{ version: 1 }], [{ version: 2 }]]);
    expect(await stored()).toEqual([
      { operation: 'authorize', ref: 'pi_1' },
      { operation: 'void', ref: null },
    ]);
  });

  it('is not stored by a worker whose lease has ended: nothing is sent under it', async () => {
    await create('automatic');
    acquirer.answers = [
      async (attempt) => {
        await sql(`UPDATE payments SET due_at = now() WHERE environment_id = 1`);
        acquirer.answers = says({ kind: 'unknown' });
        await work();
        await attempt.storeExternalReference('pi_1');
        return approved;
      },
    ];
    await work();
    expect([await stored(), logged]).toEqual([[{ operation: 'authorize', ref: null }], ['lease_lost']]);
    expect(await state()).toMatchObject({ status: 'pending', attempts: ['authorize open'] });
  });
});

describe('an attempt that the processor takes later', () => {
  const later: ProcessorOutcome = { kind: 'later', reason: 'rate_limited', checkAfterMs: 0 };

  it('is sent again, and stays open: neither received nor unknown', async () => {
    await create('automatic');
    acquirer.answers = says(later, later, approved);
    await work();
    const noted = `SELECT state, answered_at, unclear_since FROM payment_attempts WHERE environment_id = 1`;
    expect(await sql(noted)).toEqual([{ state: 'open', answered_at: null, unclear_since: null }]);
    await work();
    await work();
    expect(acquirer.heard.map(([what]) => what)).toEqual(['authorize', 'authorize', 'authorize']);
    expect(await state()).toMatchObject({ status: 'completed' });
  });

  it('keeps the time since which its outcome has been unknown', async () => {
    await create('automatic');
    acquirer.answers = says({ kind: 'unknown' }, later);
    const seen: unknown[] = [];
    for (let n = 0; n < 2; n++) {
      await sql('UPDATE payments SET due_at = now() WHERE environment_id = 1');
      await work();
      seen.push(...(await sql('SELECT unclear_since FROM payment_attempts WHERE environment_id = 1')));
    }
    expect(seen).toEqual([{ unclear_since: expect.any(Date) as Date }, seen[0]]);
  });
});

describe('payments of a slow processor', () => {
  it('are sent up to the concurrency limit, and the others stay unclaimed', async () => {
    const answer = deferred<ProcessorOutcome>();
    await sql(`INSERT INTO payments (environment_id, id, status, stage, amount_value, currency, metadata, processor, due_at,
                 updated_at)
               SELECT 1, n, 'pending', 'processing', 1000, 'USD', '{}', 'acquirer', now(), now()
                 FROM generate_series(1, 100) n`);
    acquirer.answers = Array.from({ length: 100 }, () => () => answer.promise);
    const { worker } = runner().runner;
    worker.run(await duePayments(database));
    await expect.poll(() => acquirer.heard.length).toBe(64);
    const waiting = `SELECT count(*)::int AS n FROM payments WHERE environment_id = 1 AND lease = 0 AND due_at <= now()`;
    expect(await sql(waiting)).toEqual([{ n: 36 }]);
    answer.resolve(approved);
    const completed = `SELECT count(*)::int AS n FROM payments WHERE environment_id = 1 AND status = 'completed'`;
    await expect.poll(() => sql(completed), { timeout: 10_000 }).toEqual([{ n: 100 }]);
    await worker.drain();
    expect([acquirer.heard.length, logged]).toEqual([100, []]);
  });
});
