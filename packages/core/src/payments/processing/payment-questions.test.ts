import { forThisFile, idleQueues } from '@svc/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  addPayment,
  callBackAbout,
  clearPayments,
  paymentRunner,
  paymentState,
  workOnPayments,
} from '../../../test/payment-worker.js';
import { says, ScriptedAcquirer } from '../../../test/scripted-acquirer.js';
import { openTestDatabase } from '../../../test/open-test-database.js';
import { ERASED_EMAIL } from '../../platform/erasure/erased-json.js';
import type { WorkRef } from '../../platform/queues/work-ref.js';
import type { ProcessorAttempt, ProcessorOutcome } from '../../processors/payment-processor.js';
import type { PaymentRunner } from './payment-runner.js';

const DAY_MS = 86_400_000;
const limits = { PROCESSOR_PENDING_LIMIT: 7 * DAY_MS };
const approved: ProcessorOutcome = { kind: 'approved' };
const pending: ProcessorOutcome = { kind: 'pending', checkAfterMs: 3_600_000 };

const { database, sql } = await forThisFile(openTestDatabase());
let acquirer: ScriptedAcquirer;
let added: WorkRef[];
let logged: string[];

beforeEach(async () => {
  [acquirer, added, logged] = [new ScriptedAcquirer(), [], []];
  await clearPayments(database);
  await addPayment(database, 'manual');
});

const queues = {
  ...idleQueues,
  add: (_queue: string, refs: readonly WorkRef[]) => Promise.resolve(void added.push(...refs)),
};

function runner(): PaymentRunner {
  const log = (line: unknown): void => void logged.push((line as { event: string }).event);
  const logger = { warn: log, error: log };
  return paymentRunner(database, { processor: acquirer, queues, logger, settings: limits });
}

const work = (): Promise<number> => workOnPayments(database, runner());

const callBack = (operation: ProcessorAttempt['operation'] = 'authorize') => callBackAbout(database, operation, queues);

const state = () => paymentState(database);

describe('a callback while a worker asks the processor', () => {
  it('does not prevent the response from being applied, and no other worker asks meanwhile', async () => {
    acquirer.answers = [
      async () => {
        for (let n = 0; n < 5; n += 1) {
          await callBack();
          expect(await work()).toBe(0);
        }
        return approved;
      },
    ];
    await work();
    expect(await state()).toMatchObject({ stage: 'authorized', attempts: ['authorize approved'] });
    expect([acquirer.calls, added, logged]).toEqual([['authorize'], [], []]);
  });

  it.each<[string, ProcessorOutcome]>([
    ['pending', pending],
    ['unknown', { kind: 'unknown' }],
    ['requires_action', { kind: 'requires_action', url: 'https://bank.example/', checkAfterMs: DAY_MS }],
  ])('triggers another query at once when the response is %s', async (_what, answer) => {
    acquirer.answers = [() => callBack().then(() => answer), () => Promise.resolve(pending)];
    await work();
    expect(await state()).toMatchObject({ status: 'pending', isDue: true });
    await work();
    expect([acquirer.calls.length, await work()]).toEqual([2, 0]);
  });

  it('is handled when the lease of a dead worker ends', async () => {
    acquirer.answers = [() => new Promise(() => {})];
    void work();
    await expect.poll(() => acquirer.calls).toEqual(['authorize']);
    await callBack();
    expect(await work()).toBe(0);
    await sql('UPDATE payments SET due_at = now() WHERE environment_id = 1');
    await work();
    expect(await state()).toMatchObject({ stage: 'authorized' });
  });

  it('is not delayed by a worker that outlives its lease', async () => {
    acquirer.answers = [
      async () => {
        await sql('UPDATE payments SET due_at = now() WHERE environment_id = 1');
        await callBack();
        return pending;
      },
    ];
    await work();
    expect(await state()).toMatchObject({ stage: 'processing', isDue: true });
  });

  it('triggers a query at once when no worker is asking', async () => {
    acquirer.answers = says(pending);
    await work();
    expect(await work()).toBe(0);
    await callBack();
    expect(added).toMatchObject([{ environmentId: 1, id: '10' }]);
    await work();
    expect(await state()).toMatchObject({ stage: 'authorized' });
  });
});

describe('a callback about a hold', () => {
  const over: ProcessorOutcome = { kind: 'declined', code: 'authorization_expired', message: 'The hold has expired.' };

  it('fails the payment when the processor says that the hold has ended', async () => {
    await work();
    await callBack();
    acquirer.answers = says(over);
    await work();
    expect(await state()).toMatchObject({ status: 'failed', attempts: ['authorize declined'] });
    expect(await sql('SELECT failure_code AS code FROM payments WHERE environment_id = 1')).toEqual([
      { code: 'authorization_expired' },
    ]);
    expect(acquirer.calls).toEqual(['authorize', 'status']);
  });

  it('changes nothing while the money is held', async () => {
    await work();
    await callBack();
    await work();
    expect(await state()).toMatchObject({ stage: 'authorized', isDue: null, attempts: ['authorize approved'] });
  });
});

describe('an operation that stays pending', () => {
  const begun = (ms: number) =>
    sql(
      `UPDATE payment_attempts SET started_at = now() - ${ms} * interval '1 millisecond' WHERE environment_id = 1;
       UPDATE payments SET due_at = now() WHERE environment_id = 1`,
    );

  it.each([
    ['authorize', 'authorized'],
    ['capture', null],
    ['void', null],
  ] as const)('requires attention past the limit, and still settles by itself: %s', async (operation, end) => {
    if (operation !== 'authorize') {
      await work();
      await sql(
        `UPDATE payments SET stage = 'processing', operation = '${operation}', due_at = now() WHERE environment_id = 1`,
      );
    }
    const stays = (): Promise<ProcessorOutcome> => Promise.resolve(pending);
    acquirer.answers = [stays, stays, stays, stays];
    await work();
    await begun(limits.PROCESSOR_PENDING_LIMIT - 60_000);
    await work();
    expect(await state()).toMatchObject({ stage: 'processing' });
    const [wait] = await sql(
      'SELECT extract(epoch FROM due_at - now())::int AS s FROM payments WHERE environment_id = 1',
    );
    expect(Number(wait?.['s'])).toBeLessThanOrEqual(60);
    for (let n = 0; n < 2; n += 1) {
      await begun(limits.PROCESSOR_PENDING_LIMIT);
      await work();
      expect(await state()).toMatchObject({ stage: 'requires_attention', isDue: false });
    }
    await callBack(operation);
    await work();
    expect(await state()).toMatchObject({ stage: end });
    expect(acquirer.calls.slice(-4)).toEqual(['status', 'status', 'status', 'status']);
  });
});

describe('a capture whose money another capture took', () => {
  const declined: ProcessorOutcome = { kind: 'declined', code: 'already_captured', message: 'Taken by hand.' };

  it('moves the payment to requires_attention instead of failing it, and ends the capture', async () => {
    await work();
    await sql(
      `UPDATE payments SET stage = 'processing', operation = 'capture', due_at = now() WHERE environment_id = 1`,
    );
    acquirer.answers = says(declined);
    await work();
    const left = { stage: 'requires_attention', isDue: null, attempts: ['authorize approved', 'capture declined'] };
    expect(await state()).toMatchObject(left);
    expect(await work()).toBe(0);
  });

  it('does the same when the payment requires attention already', async () => {
    await work();
    await sql(`INSERT INTO payment_attempts (environment_id, id, payment_id, operation, processor, state, started_at)
      VALUES (1, 99, 10, 'capture', 'acquirer', 'open', now())`);
    await sql(
      `UPDATE payments SET stage = 'requires_attention', operation = 'capture', due_at = now() WHERE environment_id = 1`,
    );
    acquirer.answers = says(declined);
    await work();
    expect(await state()).toMatchObject({ stage: 'requires_attention', isDue: null });
    expect(acquirer.calls).toEqual(['authorize', 'status']);
  });
});

describe('a payment', () => {
  it('gets the page that the processor names last, with a new version', async () => {
    const page = (url: string): ProcessorOutcome => ({ kind: 'requires_action', url, checkAfterMs: 0 });
    acquirer.answers = says(
      page('https://bank.example/1'),
      page('https://bank.example/1'),
      page('https://bank.example/2'),
    );
    const versions = [];
    for (let n = 0; n < 3; n += 1) {
      await sql('UPDATE payments SET due_at = now() WHERE environment_id = 1');
      await work();
      versions.push((await sql('SELECT version, next_action_url AS url FROM payments WHERE environment_id = 1'))[0]);
    }
    const version = Number(versions[0]?.['version']);
    expect(versions).toEqual([
      { version, url: 'https://bank.example/1' },
      { version, url: 'https://bank.example/1' },
      { version: version + 1, url: 'https://bank.example/2' },
    ]);
    expect(await sql('SELECT type FROM events WHERE environment_id = 1')).toEqual([
      { type: 'payment.requires_action' },
    ]);
  });

  it('is sent without its customer once they were erased', async () => {
    await sql(`INSERT INTO customers (environment_id, id, email, email_normalized, updated_at)
               VALUES (1, 5, 'a@example.com', 'a@example.com', now()) ON CONFLICT DO NOTHING;
               UPDATE payments SET customer_id = 5, customer_email = '${ERASED_EMAIL}' WHERE environment_id = 1`);
    await work();
    expect(acquirer.made[0]?.attempt.customer).toBeNull();
  });
});
