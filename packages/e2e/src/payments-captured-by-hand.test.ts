import { Svc } from '@svc/sdk';
import { createClient, eventually, forThisFile, reconcile, startAcquirer, startStack } from '@svc/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { reached } from './reached.js';

const amount = { value: 4_200, currency: 'EUR' };

const acquirer = await forThisFile(startAcquirer({ timeoutMs: 2_000 }));
const stack = await forThisFile(startStack({ env: acquirer.env }));
const { liveKey } = await stack.createAccount('enterprise');
const svc = new Svc(liveKey, { baseUrl: stack.apiUrl });

afterEach(() => acquirer.showStatement({}));

/** Creates an authorized payment and captures it at the gateway. */
async function captured(byHand = amount): Promise<string> {
  const { id } = await svc.payments.create({ amount, captureMethod: 'manual' });
  await reached(svc, id, { stage: 'authorized' });
  expect(await acquirer.captureByHand((await acquirer.accountOf(id)).reference, byHand)).toBe(200);
  return id;
}

const rowsOf = async (id: string) =>
  (await reconcile(createClient(stack.apiUrl, liveKey))).rows.filter(({ paymentId }) => paymentId === id);
const byHand = { against: 'acquirer', kind: 'unexpected', operation: 'capture', foundStatus: 'approved' };
const nowhere = { ...byHand, kind: 'missing', reference: null, recorded: amount, found: null, foundStatus: null };

describe('a payment that was captured by hand at the gateway', () => {
  it.each<[string, (id: string) => Promise<unknown>]>([
    ['captured', (id) => svc.payments.capture(id)],
    ['cancelled', (id) => svc.payments.cancel(id)],
  ])('and is %s here completes on manual approval, with its ledger entries', async (_what, act) => {
    const id = await captured();
    await act(id);
    await reached(svc, id, { stage: 'requires_attention' });
    expect(await svc.payments.approve(id)).toMatchObject({ status: 'completed', refundableAmount: amount });
    expect(await rowsOf(id)).toEqual([expect.objectContaining(byHand)]);
    await acquirer.showStatement({ conceals: [`by-hand-${(await acquirer.accountOf(id)).reference}`] });
    expect(await rowsOf(id)).toEqual([expect.objectContaining(nowhere)]);
  });

  it('in part completes with this part, which can be refunded; the statement agrees', async () => {
    const part = { value: 1_700, currency: 'EUR' };
    const [id, whole] = await Promise.all([captured(part), captured(part)]);
    for (const each of [id, whole]) {
      await svc.payments.capture(each);
      await reached(svc, each, { stage: 'requires_attention' });
    }
    const approved = await svc.payments.approve(id, { amount: part, reason: 'Captured at the gateway' });
    expect(approved).toMatchObject({
      ...{ status: 'completed', amount, capturedAmount: part, refundableAmount: part, captureOrigin: 'processor' },
    });
    expect(await rowsOf(id)).toEqual([expect.objectContaining({ ...byHand, found: part })]);
    expect(await svc.payments.approve(whole)).toMatchObject({ capturedAmount: amount });
    const wrong = { kind: 'different', operation: 'capture', recorded: amount, found: part, differs: ['amount'] };
    expect(await rowsOf(whole)).toContainEqual(expect.objectContaining(wrong));
    const tooMuch = svc.refunds.create({ paymentId: id, amount: { value: 1_701, currency: 'EUR' } });
    await expect(tooMuch).rejects.toMatchObject({ status: 422 });
    const { id: refundId } = await svc.refunds.create({ paymentId: id });
    await eventually(async () => {
      expect(await svc.refunds.retrieve(refundId)).toMatchObject({ status: 'completed', amount: part });
    });
  });

  it('and is captured and rejected here completes on one approval; failing it causes a difference', async () => {
    const [id, wrong] = await Promise.all([captured(), captured()]);
    for (const each of [id, wrong]) {
      await svc.payments.capture(each);
      await reached(svc, each, { stage: 'requires_attention' });
      expect(await svc.payments.reject(each)).toMatchObject({ stage: 'processing' });
      await reached(svc, each, { stage: 'requires_attention' });
    }
    expect(await svc.payments.approve(id)).toMatchObject({ status: 'completed' });
    expect(await rowsOf(id)).toEqual([expect.objectContaining(byHand)]);
    expect(await svc.payments.reject(wrong)).toMatchObject({ status: 'failed' });
    const open = { kind: 'different', operation: 'authorize', recordedStatus: 'declined', foundStatus: 'approved' };
    const rows = await rowsOf(wrong);
    expect(rows).toHaveLength(2);
    expect(rows).toEqual(expect.arrayContaining([byHand, open].map((row) => expect.objectContaining(row) as unknown)));
  });

  it('does not complete if it is authorized after all: the last refusal counts', async () => {
    const { id } = await svc.payments.create({ amount: { value: 4_213, currency: 'EUR' }, captureMethod: 'manual' });
    await reached(svc, id, { stage: 'authorized' });
    await svc.payments.cancel(id);
    await reached(svc, id, { stage: 'requires_attention' });
    // As if a manual capture had been in flight at the time of our capture and then had failed.
    await stack.query(
      `INSERT INTO payment_attempts (environment_id, id, payment_id, operation, processor, state, code, started_at, finished_at)
       SELECT environment_id, id + 1, payment_id, 'capture', processor, 'declined', 'already_captured', started_at, started_at
         FROM payment_attempts WHERE 'pay_' || payment_id = $1 AND operation = 'void'`,
      [id],
    );
    expect(await svc.payments.approve(id)).toMatchObject({ stage: 'authorized' });
    expect(await acquirer.accountOf(id)).toMatchObject({ held: 4_213, taken: 0 });
  });
});
