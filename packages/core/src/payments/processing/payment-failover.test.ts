import { forThisFile } from '@svc/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  addPayment,
  clearPayments,
  paymentClaims,
  paymentRunner,
  paymentState,
  workOnPayments,
} from '../../../test/payment-worker.js';
import { says, ScriptedAcquirer } from '../../../test/scripted-acquirer.js';
import { openTestDatabase } from '../../../test/open-test-database.js';
import {
  type LaterReason,
  NOT_SENT,
  type ProcessorAttempt,
  type ProcessorOutcome,
} from '../../processors/payment-processor.js';
import type { UsableProcessor } from '../../processors/processor-registry.js';
import type { PaymentRunner } from './payment-runner.js';

const approved: ProcessorOutcome = { kind: 'approved' };

const { database, sql } = await forThisFile(openTestDatabase());
let acquirer: ScriptedAcquirer;
let usable: UsableProcessor | undefined;
let logged: unknown[];

beforeEach(async () => {
  [acquirer, logged] = [new ScriptedAcquirer(), []];
  usable = { processor: acquirer, enabled: true };
  await clearPayments(database);
  await sql('TRUNCATE processors CASCADE');
});

const create = () => addPayment(database, 'automatic', '1 hour');

/** A worker like that of another process. */
function runner(): PaymentRunner {
  const log = (line: unknown): void => void logged.push((line as { event: string }).event);
  const processors = { resolve: () => Promise.resolve(usable) };
  return paymentRunner(database, { processors, logger: { warn: log, error: log } });
}

const work = (): Promise<number> => workOnPayments(database, runner());

const state = () => paymentState(database);

describe('a payment whose first request was not sent', () => {
  /** Connections that take the payment, with these ids, the first one chosen. */
  async function connect(...connectionIds: number[]): Promise<void> {
    for (const id of connectionIds) await add(id, 'http');
    await create();
    await sql(
      `UPDATE payments SET processor = 'http:${connectionIds[0]}', can_fail_over = true WHERE environment_id = 1`,
    );
  }

  const add = (id: number, kind: 'http' | 'stripe') =>
    sql(`INSERT INTO processors (environment_id, id, kind, name, enabled, priority, status, updated_at)
         VALUES (1, ${id}, '${kind}', 'Example', true, ${id}, 'ok', now())`);

  const later = (reason: LaterReason): ProcessorOutcome => ({ kind: 'later', reason, checkAfterMs: 60_000 });
  const processor = async () =>
    (await sql('SELECT processor FROM payments WHERE environment_id = 1'))[0]?.['processor'];

  it('goes to the next connection, to each once, and then stays', async () => {
    await connect(1, 2);
    acquirer.answers = says(later('unreachable'), later('unreachable'), approved);
    await work();
    expect(await processor()).toBe('http:2');
    await work();
    expect([await processor(), await state()]).toMatchObject(['http:2', { status: 'pending', stage: 'processing' }]);
    await sql('UPDATE payments SET due_at = now() WHERE environment_id = 1');
    await work();
    expect(await state()).toMatchObject({
      status: 'completed',
      attempts: ['authorize declined', 'authorize approved'],
    });
  });

  it.each([
    ['USD', 8, 'stripe:2'],
    ['UGX', 8, 'http:3'],
    ['USD', null, 'http:3'],
  ])(
    'in %s with the payment method %s goes to the next connection that can take it',
    async (currency, method, next) => {
      await connect(1, 3);
      await add(2, 'stripe');
      await sql(`INSERT INTO customers (environment_id, id, email, email_normalized, updated_at)
               VALUES (1, 9, 'a@example.com', 'a@example.com', now())
               ON CONFLICT DO NOTHING`);
      await sql(`INSERT INTO payment_methods (environment_id, customer_id, id, type) VALUES (1, 9, 8, 'card')
               ON CONFLICT DO NOTHING`);
      await sql(`UPDATE payments SET currency = '${currency}', customer_id = 9, payment_method_id = ${method}
                WHERE environment_id = 1`);
      acquirer.answers = says(later('unreachable'));
      await work();
      expect(await processor()).toBe(next);
    },
  );

  it.each([later('unauthorized'), later('rate_limited'), { kind: 'unknown' } as const])(
    'stays where it is after %s',
    async (outcome) => {
      await connect(1, 2);
      acquirer.answers = says(outcome);
      await work();
      expect([await processor(), await state()]).toMatchObject(['http:1', { attempts: ['authorize open'] }]);
    },
  );

  it('is tried again as if for the first time while certainly nothing was sent, and goes elsewhere once it can', async () => {
    await connect(1);
    const repeats: boolean[] = [];
    acquirer.answers = [1, 2, 3].map(() => ({ isRepeat }: ProcessorAttempt) => {
      repeats.push(isRepeat);
      return Promise.resolve(later('unreachable'));
    });
    const again = async (): Promise<void> => {
      await sql('UPDATE payments SET due_at = now() WHERE environment_id = 1');
      await work();
    };
    await work();
    await again();
    expect([repeats, await state()]).toMatchObject([[false, false], { attempts: ['authorize open'] }]);
    await add(9, 'http');
    await again();
    await work();
    expect([repeats, await processor(), await state()]).toMatchObject([
      [false, false, false],
      'http:9',
      { status: 'completed', attempts: ['authorize declined', 'authorize approved'] },
    ]);
  });

  it.each(['unreachable', 'unauthorized', 'rate_limited', 'locked'] as const)(
    'is not sent once it has expired after %s',
    async (reason) => {
      await connect(1);
      acquirer.answers = says(later(reason));
      await work();
      await sql('UPDATE payments SET due_at = now(), expires_at = now() WHERE environment_id = 1');
      await work();
      expect([acquirer.calls, await state()]).toMatchObject([
        ['authorize'],
        { status: 'failed', failure: 'expired', attempts: ['authorize declined'] },
      ]);
    },
  );

  it.each([
    [`now() - interval '2 minutes'`, 120_000],
    ["now() + interval '1 hour'", null],
  ])(
    'is left to its processor, which knows for how long it has been expired, if it may be there: %s',
    async (at, ms) => {
      await connect(1);
      acquirer.answers = [...says({ kind: 'unknown' }), () => Promise.resolve(NOT_SENT)];
      await work();
      await sql(`UPDATE payments SET due_at = now(), expires_at = ${at} WHERE environment_id = 1`);
      await work();
      const expiredForMs = acquirer.made[1]?.attempt.expiredForMs ?? null;
      expect(expiredForMs === null ? null : Math.round(expiredForMs / 60_000) * 60_000).toBe(ms);
      expect(await state()).toMatchObject({
        ...{ status: 'failed', failure: ms === null ? 'not_sent' : 'expired' },
        ...{ attempts: ['authorize declined'] },
      });
    },
  );

  it('is sent again, expired or not, if something of it is at the processor', async () => {
    await connect(1);
    acquirer.answers = [
      async ({ storeExternalReference }: ProcessorAttempt) => {
        await storeExternalReference('pi_1');
        return later('unauthorized');
      },
    ];
    await work();
    expect(await sql('SELECT unsent FROM payments WHERE environment_id = 1')).toEqual([{ unsent: false }]);
    await sql('UPDATE payments SET due_at = now(), expires_at = now() WHERE environment_id = 1');
    await work();
    expect([acquirer.calls, await state()]).toMatchObject([['authorize', 'authorize'], { status: 'completed' }]);
  });

  it.each([
    ['by the real time', '0 hours', '-1 second'],
    ['by the clock of its environment', '1 day', '23 hours'],
  ])('is not sent if it has expired %s before it was ever claimed', async (_, offset, expiry) => {
    await connect(1);
    await sql(`UPDATE environments SET clock_offset = '${offset}' WHERE id = 1;
               UPDATE payments SET expires_at = now() + interval '${expiry}' WHERE environment_id = 1`);
    await work();
    await sql(`UPDATE environments SET clock_offset = '0' WHERE id = 1`);
    expect([acquirer.calls, await state()]).toMatchObject([
      [],
      { status: 'failed', failure: 'expired', attempts: ['authorize declined'] },
    ]);
    expect(await sql('SELECT code FROM payment_attempts WHERE environment_id = 1')).toEqual([{ code: 'not_sent' }]);
  });

  it('is not sent to the next connection once it has expired', async () => {
    await connect(1, 2);
    acquirer.answers = says(later('unreachable'));
    await work();
    await sql('UPDATE payments SET expires_at = now() WHERE environment_id = 1');
    await work();
    expect([acquirer.calls, await state()]).toMatchObject([
      ['authorize'],
      { status: 'failed', failure: 'expired', attempts: ['authorize declined', 'authorize declined'] },
    ]);
  });

  it.each([
    ['capture', 'completed'],
    ['void', 'failed'],
  ])('is sent its first %s after it has expired', async (operation, status) => {
    await connect(1);
    await sql(`UPDATE payments SET capture_method = 'manual' WHERE environment_id = 1`);
    await work();
    await sql(`UPDATE payments SET stage = 'processing', operation = '${operation}', due_at = now(), expires_at = now()
                WHERE environment_id = 1`);
    await work();
    expect([acquirer.calls, await state()]).toMatchObject([['authorize', operation], { status }]);
  });

  it('is asked about, expired or not, if it may have been sent', async () => {
    await connect(1);
    acquirer.answers = says({ kind: 'unknown' }, approved);
    await work();
    await sql('UPDATE payments SET due_at = now(), expires_at = now() WHERE environment_id = 1');
    await work();
    expect(await state()).toMatchObject({ status: 'completed', failure: null });
  });

  it('is a repetition after a claim of unknown end, whatever happened before', async () => {
    await connect(1);
    const unsent = 'SELECT unsent FROM payments WHERE environment_id = 1';
    acquirer.answers = says(later('unreachable'), { kind: 'unknown' });
    await work();
    expect(await sql(unsent)).toEqual([{ unsent: true }]);
    await sql('UPDATE payments SET due_at = now() WHERE environment_id = 1');
    await work();
    expect(await sql(unsent)).toEqual([{ unsent: false }]);
    // The worker of this claim is gone. It is not known what it sent.
    await sql('UPDATE payments SET unsent = true, due_at = now() WHERE environment_id = 1');
    const [claimed] = await paymentClaims(database).claim([{ environmentId: 1, id: '10' }]);
    await sql('UPDATE payments SET due_at = now() WHERE environment_id = 1');
    const [repeated] = await paymentClaims(database).claim([{ environmentId: 1, id: '10' }]);
    expect([claimed?.attempt.isRepeat, repeated?.attempt.isRepeat]).toEqual([false, true]);
  });

  it.each([
    ['unauthorized', '20 hours'],
    ['unauthorized', '8 days'],
    ['rate_limited', '8 days'],
  ] as const)('waits without a doubt while its processor answers %s, for %s, and then goes on', async (reason, age) => {
    await connect(1);
    acquirer.answers = says(later(reason), later(reason), later('prepared'), approved);
    await work();
    await sql(`UPDATE payments SET due_at = now() WHERE environment_id = 1;
               UPDATE payment_attempts SET started_at = now() - interval '${age}' WHERE environment_id = 1`);
    await work();
    expect(await state()).toMatchObject({ status: 'pending', stage: 'processing', attempts: ['authorize open'] });
    expect(await sql('SELECT unclear_since FROM payment_attempts WHERE environment_id = 1')).toEqual([
      { unclear_since: null },
    ]);
    for (let n = 0; n < 2; n += 1) {
      await sql('UPDATE payments SET due_at = now() WHERE environment_id = 1');
      await work();
    }
    expect([acquirer.calls, await state()]).toMatchObject([Array(4).fill('authorize'), { status: 'completed' }]);
  });

  it('requires attention if its processor refuses the key for long, and it may have been sent before', async () => {
    await connect(1);
    acquirer.answers = says({ kind: 'unknown' }, later('unauthorized'));
    await work();
    await sql(`UPDATE payments SET due_at = now() WHERE environment_id = 1;
               UPDATE payment_attempts SET started_at = now() - interval '8 days' WHERE environment_id = 1`);
    await work();
    expect(await state()).toMatchObject({ status: 'pending', stage: 'requires_attention' });
  });

  it.each([
    ['was deleted', undefined, 'processor_deleted'],
    ['is disabled', false, 'processor_disabled'],
  ])('fails if its only connection %s, and goes elsewhere if another one takes it', async (_, enabled, failure) => {
    await connect(1);
    usable = enabled === undefined ? undefined : { processor: acquirer, enabled };
    await work();
    expect([acquirer.heard, await state()]).toMatchObject([[], { status: 'failed', failure }]);
  });

  it.each([
    ['of a subscription fails', '9', { status: 'failed', failure: 'processor_not_accepting' }],
    ['that was accepted before is sent', 'NULL', { status: 'completed' }],
  ])('%s if its only connection does not take the amount', async (_, subscription, expected) => {
    await connect(1);
    await sql(
      `SET LOCAL session_replication_role = replica; UPDATE payments SET subscription_id = ${subscription} WHERE environment_id = 1`,
    );
    const asked: unknown[] = [];
    const takes = (money: unknown): boolean => asked.push(money) < 0;
    usable = { processor: acquirer, enabled: true, takes };
    await work();
    expect(await state()).toMatchObject(expected);
    expect(asked.length > 0).toBe(subscription !== 'NULL');
    if (asked.length > 0) expect(asked[0]).toEqual({ amountValue: 1000, currency: 'USD' });
  });

  it.each<[string, ProcessorOutcome[], object]>([
    ['was never sent', [], { status: 'failed', failure: 'cancelled', attempts: ['authorize declined'] }],
    ['was turned away', [later('unauthorized')], { status: 'failed', failure: 'cancelled' }],
    ['may have been sent', [{ kind: 'unknown' }], { status: 'completed' }],
  ])('of a subscription that was cancelled meanwhile, if it %s', async (_, answers, expected) => {
    await connect(1);
    acquirer.answers = says(...answers);
    if (answers.length > 0) await work();
    await sql(
      `SET LOCAL session_replication_role = replica; DELETE FROM subscriptions WHERE environment_id = 1;
       INSERT INTO subscriptions (environment_id, id, status, customer_id, amount_value, currency, interval, interval_count,
         start_at, anchor_at, anchor_day, metadata, updated_at)
       VALUES (1, 9, 'cancelled', 1, 1000, 'USD', 'month', 1, now(), now(), 1, '{}', now());
       UPDATE payments SET subscription_id = 9, due_at = now() WHERE environment_id = 1`,
    );
    await work();
    expect(await state()).toMatchObject(expected);
    expect(acquirer.heard).toHaveLength(answers.length + ('failure' in expected ? 0 : 1));
  });

  it('waits for its capture at a disabled connection, which it was authorized by', async () => {
    await connect(1);
    await sql(`UPDATE payments SET capture_method = 'manual' WHERE environment_id = 1`);
    await work();
    await sql(
      `UPDATE payments SET stage = 'processing', operation = 'capture', due_at = now() WHERE environment_id = 1`,
    );
    usable = { processor: acquirer, enabled: false };
    acquirer.answers = says(later('unreachable'));
    await work();
    expect(await state()).toMatchObject({ status: 'pending', stage: 'processing', failure: null });
    await sql('UPDATE payments SET due_at = now() WHERE environment_id = 1');
    await work();
    expect(await state()).toMatchObject({ status: 'completed', attempts: ['authorize approved', 'capture approved'] });
  });
});
