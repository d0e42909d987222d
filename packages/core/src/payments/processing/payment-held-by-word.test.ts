import { forThisFile } from '@svc/testing';
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
import type { ProcessorAttempt, ProcessorOutcome } from '../../processors/payment-processor.js';

const DAY_MS = 86_400_000;
const approved: ProcessorOutcome = { kind: 'approved' };
const pending: ProcessorOutcome = { kind: 'pending', checkAfterMs: 3_600_000 };

const { database, sql } = await forThisFile(openTestDatabase());
let acquirer: ScriptedAcquirer;

beforeEach(async () => {
  acquirer = new ScriptedAcquirer();
  await clearPayments(database);
  await addPayment(database, 'manual');
});

function work(): Promise<number> {
  const settings = { PROCESSOR_PENDING_LIMIT: 7 * DAY_MS };
  return workOnPayments(database, paymentRunner(database, { processor: acquirer, settings }));
}

const callBack = (operation: ProcessorAttempt['operation'] = 'authorize') => callBackAbout(database, operation);

const state = () => paymentState(database);

describe('a callback about a hold that only a person has confirmed', () => {
  const WORD = `UPDATE payments SET stage = 'authorized', operation = 'authorize', due_at = NULL WHERE environment_id = 1`;
  const refused: ProcessorOutcome = { kind: 'declined', code: 'expired_card', message: 'The card has expired.' };

  /** The response to the authorization, or to its void, was lost; a person says that the money is held. */
  async function held(lost: 'authorize' | 'void'): Promise<void> {
    if (lost === 'void') {
      await work();
      await sql(
        `UPDATE payments SET stage = 'processing', operation = 'void', due_at = now() WHERE environment_id = 1`,
      );
    }
    acquirer.answers = says({ kind: 'unknown' });
    await work();
    await sql(WORD);
    acquirer.made = [];
  }

  it.each(['authorize', 'void'] as const)(
    'triggers a query, and fails the payment when nothing is held: %s',
    async (lost) => {
      await held(lost);
      await callBack(lost);
      acquirer.answers = says(refused);
      expect([await work(), acquirer.calls]).toEqual([1, ['status']]);
      expect(await state()).toMatchObject({
        status: 'failed',
        stage: null,
        attempts: expect.arrayContaining(['authorize declined']) as unknown,
      });
      expect(await sql(`SELECT failure_code FROM payments WHERE environment_id = 1`)).toEqual([
        { failure_code: 'expired_card' },
      ]);
      expect(await sql(`SELECT type FROM events WHERE environment_id = 1 ORDER BY id DESC LIMIT 1`)).toEqual([
        { type: 'payment.failed' },
      ]);
    },
  );

  it.each(['authorize', 'void'] as const)(
    'leaves the payment authorized when the hold is confirmed, and ends the queries: %s',
    async (lost) => {
      await held(lost);
      const events = await sql('SELECT count(*) FROM events WHERE environment_id = 1');
      await callBack(lost);
      expect(await work()).toBe(1);
      expect(await state()).toMatchObject({
        stage: 'authorized',
        isDue: null,
        attempts: expect.arrayContaining(['authorize approved']) as unknown,
      });
      expect(await sql('SELECT count(*) FROM events WHERE environment_id = 1')).toEqual(events);
    },
  );

  it('triggers another query when it arrives during one', async () => {
    await held('authorize');
    await callBack();
    acquirer.answers = [() => callBack().then(() => approved)];
    await work();
    expect(await state()).toMatchObject({ stage: 'authorized', isDue: true });
    await work();
    expect(await state()).toMatchObject({ stage: 'authorized', isDue: null });
  });

  it.each<ProcessorOutcome>([
    { kind: 'unknown' },
    pending,
    { kind: 'requires_action', url: 'https://bank.example/', checkAfterMs: DAY_MS },
  ])('is followed by a later query when the response is $kind, and nothing is sent', async (outcome) => {
    await held('authorize');
    await callBack();
    acquirer.answers = says(outcome);
    await work();
    expect(await state()).toMatchObject({ stage: 'authorized', isDue: false });
    expect(acquirer.calls).toEqual(['status']);
  });

  it('has no effect once the payment is captured', async () => {
    await held('authorize');
    await callBack();
    acquirer.answers = [
      async () => {
        await sql(`UPDATE payments SET stage = 'processing', operation = 'capture', lease = lease + 1, version = version + 1,
          pending_inquiry = NULL, due_at = now() WHERE environment_id = 1`);
        return refused;
      },
    ];
    await work();
    expect(await state()).toMatchObject({ stage: 'processing', isDue: true });
    await work();
    expect(await state()).toMatchObject({ status: 'completed' });
  });
});

describe('a hold with a time limit', () => {
  const captureBefore = new Date(Date.now() + 7 * DAY_MS);
  const held: ProcessorOutcome = { kind: 'approved', captureBefore };
  const gone: ProcessorOutcome = { kind: 'declined', code: 'authorization_expired', message: 'The hold has expired.' };

  async function limits(): Promise<unknown> {
    const [payment] = await sql(
      `SELECT capture_before AS "captureBefore", round(extract(epoch FROM due_at - now())) AS "dueInS"
         FROM payments WHERE environment_id = 1`,
    );
    return payment;
  }

  async function authorized(): Promise<void> {
    acquirer.answers = says(held);
    await work();
    acquirer.made = [];
  }

  /** The time of the hold is up. */
  const pass = () =>
    sql(`UPDATE payments SET due_at = now(), capture_before = now() - interval '1 second' WHERE environment_id = 1`);

  it('is stored, told in the event, and asked about when its time is up', async () => {
    await authorized();
    expect(await state()).toMatchObject({ stage: 'authorized', isDue: false });
    const { dueInS } = (await limits()) as { dueInS: string };
    expect(Math.abs(Number(dueInS) - (7 * DAY_MS) / 1_000)).toBeLessThan(60);
    expect(await limits()).toMatchObject({ captureBefore });
    const [event] = await sql(`SELECT body FROM events WHERE environment_id = 1 ORDER BY id DESC LIMIT 1`);
    expect(JSON.parse(String(event?.['body']))).toMatchObject({
      type: 'payment.authorized',
      data: { captureBefore: captureBefore.toISOString(), amountCapturable: { value: 1000 } },
    });
  });

  it('fails the payment if it is gone by then', async () => {
    await authorized();
    await pass();
    acquirer.answers = says(gone);
    expect([await work(), acquirer.calls]).toEqual([1, ['status']]);
    expect(await state()).toMatchObject({ status: 'failed', stage: null });
    expect(await sql(`SELECT failure_code FROM payments WHERE environment_id = 1`)).toEqual([
      { failure_code: 'authorization_expired' },
    ]);
  });

  it('is asked about every hour while it still stands', async () => {
    await authorized();
    await pass();
    acquirer.answers = says({ kind: 'approved' });
    await work();
    expect(await state()).toMatchObject({ stage: 'authorized', isDue: false });
    expect(Number(((await limits()) as { dueInS: string }).dueInS)).toBeGreaterThan(3_500);
  });

  it('gives the payment a new version when its time is another, for clients that read with If-None-Match', async () => {
    const versionAfter = async (answer: ProcessorOutcome): Promise<unknown> => {
      acquirer.answers = says(answer);
      await work();
      const [payment] = await sql(
        `SELECT version, capture_before AS "captureBefore" FROM payments WHERE environment_id = 1`,
      );
      await sql('UPDATE payments SET due_at = now() WHERE environment_id = 1');
      return payment;
    };
    const later = new Date(captureBefore.getTime() + DAY_MS);
    expect(await versionAfter(held)).toEqual({ version: 2, captureBefore });
    expect(await versionAfter(held)).toEqual({ version: 2, captureBefore });
    expect(await versionAfter({ ...held, captureBefore: later })).toEqual({ version: 3, captureBefore: later });
  });

  it('is asked about at once if news came during the question, and later if the answer is unclear', async () => {
    await authorized();
    await pass();
    acquirer.answers = [() => callBack().then(() => held), ...says({ kind: 'unknown' })];
    await work();
    expect(await state()).toMatchObject({ stage: 'authorized', isDue: true });
    await work();
    expect(await state()).toMatchObject({ stage: 'authorized', isDue: false });
  });

  it('is captured in part by the amount that is stored, and posted so', async () => {
    await authorized();
    await sql(`UPDATE payments SET stage = 'processing', operation = 'capture', capture_value = 600, due_at = now()
                WHERE environment_id = 1`);
    await work();
    expect(await state()).toMatchObject({ status: 'completed' });
    expect(await sql(`SELECT amount FROM ledger_entries WHERE environment_id = 1 AND account = 'merchant'`)).toEqual([
      { amount: '-600' },
    ]);
    expect(acquirer.made.at(-1)?.attempt).toMatchObject({
      operation: 'capture',
      amountValue: 600,
      authorizedValue: 1000,
    });
  });
});
