import { Svc } from '@svc/sdk';
import { ENDINGS, eventually, forThisFile, startAcquirer, startStack, type ReferenceAcquirer } from '@svc/testing';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { reached } from './reached.js';

const currency = 'EUR';
const amount = { value: 5_000, currency };

let svc: Svc;

const [first, second] = await Promise.all([
  forThisFile(startAcquirer({ timeoutMs: 2_000 })),
  forThisFile(startAcquirer({ timeoutMs: 2_000 })),
]);
const stack = await forThisFile(startStack({ env: { PROCESSOR_TIMEOUT: '2s' } }));

beforeEach(async () => {
  svc = new Svc((await stack.createAccount('enterprise')).liveKey, { baseUrl: stack.apiUrl });
});

/** Connects the account to an acquirer, by default so that it is the only choice. */
async function connect(acquirer: ReferenceAcquirer, priority = 1, url = acquirer.url): Promise<string> {
  const credentials = { ...acquirer.credentials, url };
  const { id, callbackUrl } = await svc.processors.create({ kind: 'http', name: 'Example', priority, credentials });
  await acquirer.callBackTo(callbackUrl);
  return id;
}

async function attemptsOf(paymentId: string): Promise<unknown[]> {
  const { data } = await svc.payments.timeline(paymentId);
  return data.flatMap((entry) =>
    entry.type === 'timeline.attempt' ? [[entry.operation, entry.processor, entry.outcome, entry.code]] : [],
  );
}

describe('a connection', () => {
  it('takes a payment to its end, and its refunds', async () => {
    const processorId = await connect(first);
    const { id, processor } = await svc.payments.create({ amount });
    expect(processor).toEqual({ id: processorId, kind: 'http', reference: null });
    await reached(svc, id, { status: 'completed' });
    const { id: refundId } = await svc.refunds.create({ paymentId: id, amount: { value: 2_000, currency } });
    await eventually(async () => expect(await svc.refunds.retrieve(refundId)).toMatchObject({ status: 'completed' }));
    expect(await first.accountOf(id)).toMatchObject({ taken: 5_000, refunded: 2_000, held: 0 });
    expect(await attemptsOf(id)).toEqual([
      ['authorize', processorId, 'approved', null],
      ['refund', processorId, 'approved', null],
    ]);
  });

  it('sends the details of 1.4 to a gateway of 1.4, and nothing of them to one that refuses unknown fields', async () => {
    const old = await startAcquirer({ timeoutMs: 2_000, contractVersion: '1.3' });
    onTestFinished(() => old.close());
    const { contractVersion: _version, ...credentials } = old.credentials;
    const { id: ofOld } = await svc.processors.create({ kind: 'http', name: 'Old', priority: 2, credentials });
    const ofNew = await connect(first);
    const customer = { email: 'ada@example.com' };
    const told = { description: 'Order 1042', initiator: 'merchant', receiptEmail: customer.email } as const;
    const sentTo = async (processorId: string, acquirer: ReferenceAcquirer): Promise<unknown> => {
      const { id } = await svc.payments.create({ amount, customer, ...told, processorId });
      await reached(svc, id, { status: 'completed' });
      const { heard } = await acquirer.state();
      return heard.find(({ body }) => (body as { payment?: string } | undefined)?.payment === id)?.body;
    };
    expect(Object.keys((await sentTo(ofOld, old)) as object)).toEqual([
      'payment',
      'amount',
      'captureMethod',
      'paymentMethodToken',
    ]);
    expect(await sentTo(ofNew, first)).toMatchObject({
      customer: { id: expect.stringMatching(/^cust_/) as string, email: 'ada@example.com' },
      description: 'Order 1042',
      initiator: 'merchant',
    });
    expect(await sentTo(ofNew, first)).not.toHaveProperty('receiptEmail');
    // What it is from now on, without new credentials.
    await svc.processors.update(ofOld, { credentials: { contractVersion: '1.4' } });
    await svc.processors.update(ofOld, { credentials: { contractVersion: '1.3' } });
    expect(await sentTo(ofOld, old)).not.toHaveProperty('initiator');
  });

  it('captures part of a hold at a gateway of 1.4; one of 1.3 is never asked to', async () => {
    const old = await startAcquirer({ timeoutMs: 2_000, contractVersion: '1.3' });
    onTestFinished(() => old.close());
    const { id: ofOld } = await svc.processors.create({
      ...{ kind: 'http', name: 'Old', priority: 2 },
      credentials: old.credentials,
    });
    const ofNew = await connect(first);
    const held = async (processorId: string): Promise<string> => {
      const { id } = await svc.payments.create({ amount, captureMethod: 'manual', processorId });
      await reached(svc, id, { stage: 'authorized' });
      return id;
    };
    const [refused, taken] = [await held(ofOld), await held(ofNew)];
    const part = { value: 3_000, currency };
    const refusal: unknown = await svc.payments.capture(refused, { amount: part }).catch((error: unknown) => error);
    expect(refusal).toMatchObject({
      status: 422,
      problem: { code: 'validation_failed', errors: [{ pointer: '/amount', code: 'not_accepted' }] },
    });
    expect(await old.accountOf(refused)).toMatchObject({ held: 5_000, taken: 0 });
    expect(await svc.payments.retrieve(refused)).toMatchObject({ stage: 'authorized', version: 2 });
    await svc.payments.capture(refused, { amount });
    await reached(svc, refused, { status: 'completed' });

    await first.fault({ next: ['lost_answer'] });
    await svc.payments.capture(taken, { amount: part });
    await reached(svc, taken, { status: 'completed', capturedAmount: part, refundableAmount: part });
    expect(await first.accountOf(taken)).toMatchObject({ held: 0, taken: 3_000 });
    await svc.refunds.create({ paymentId: taken });
    await eventually(async () => expect(await first.accountOf(taken)).toMatchObject({ refunded: 3_000 }));
  });

  it('sends callbacks about its own payments only', async () => {
    await connect(first);
    const { id } = await svc.payments.create({ amount: { value: 5_000 + ENDINGS.pending, currency } });
    await reached(svc, id, { status: 'completed' });
    expect((await first.state()).callbacks['204']).toBeGreaterThan(0);
    const stranger = new Svc((await stack.createAccount('enterprise')).liveKey, { baseUrl: stack.apiUrl });
    const credentials = second.credentials;
    const { callbackUrl } = await stranger.processors.create({ kind: 'http', name: 'Other', credentials });
    // Signed by the first acquirer, and by the second about a payment that is not at it.
    await first.callBackTo(callbackUrl);
    const { id: other } = await svc.payments.create({ amount: { value: 5_000 + ENDINGS.pending, currency } });
    await reached(svc, other, { status: 'completed' });
    await eventually(async () => expect((await first.state()).callbacks['401']).toBeGreaterThan(0));
  });

  it('keeps its payments waiting while it refuses the key, and completes them afterwards', async () => {
    const processorId = await connect(first);
    await first.revokeKey();
    const { id } = await svc.payments.create({ amount });
    await eventually(async () =>
      expect(await svc.processors.retrieve(processorId)).toMatchObject({ status: 'failing' }),
    );
    expect(await svc.payments.retrieve(id)).toMatchObject({ status: 'pending', stage: 'processing' });
    await first.revokeKey(false);
    expect(await svc.processors.verify(processorId)).toMatchObject({ status: 'ok' });
    await reached(svc, id, { status: 'completed' });
    expect(await first.accountOf(id)).toMatchObject({ taken: 5_000 });
  });

  it('ends what it has begun after it is disabled', async () => {
    const processorId = await connect(first);
    const { id } = await svc.payments.create({ amount, captureMethod: 'manual' });
    await reached(svc, id, { stage: 'authorized' });
    await svc.processors.update(processorId, { enabled: false });
    await svc.payments.capture(id);
    await reached(svc, id, { status: 'completed' });
    await svc.processors.delete(processorId);
  });

  it('fails a payment that was not sent when it is disabled', async () => {
    const processorId = await connect(first);
    await svc.security.updateConfig({ approvalThresholds: [{ value: 1, currency }] }, { ifMatch: '*' });
    const { id, stage } = await svc.payments.create({ amount, processorId });
    expect(stage).toBe('awaiting_approval');
    await svc.processors.update(processorId, { enabled: false });
    await svc.payments.approve(id);
    await reached(svc, id, { status: 'failed' });
    expect(await svc.payments.retrieve(id)).toMatchObject({ failure: { code: 'processor_disabled' } });
  });
});

describe('new credentials of a connection', () => {
  const atSecond = async (payment: string): Promise<unknown[]> =>
    (await second.state()).accounts.filter((each) => each.payment === payment);
  const anotherAccount = { status: 422, code: 'another_account' };

  it('never lead elsewhere while an outcome is unknown, or to a gateway that does not know what was sent', async () => {
    const processorId = await connect(first);
    const move = (to: ReferenceAcquirer) => svc.processors.update(processorId, { credentials: to.credentials });
    await first.fault({ rates: { lost_answer: 1 } });
    const { id } = await svc.payments.create({ amount });
    await eventually(async () => {
      const [attempt] = await stack.query(
        'SELECT unclear_since IS NOT NULL AS unclear FROM payment_attempts WHERE payment_id = $1',
        [id.slice('pay_'.length)],
      );
      expect(attempt).toEqual({ unclear: true });
    });
    await expect(move(second)).rejects.toMatchObject(anotherAccount);
    await first.fault({});
    await reached(svc, id, { status: 'completed' });
    await expect(move(second)).rejects.toMatchObject(anotherAccount);
    const apiKey = 'acq_of_another_merchant';
    await expect(
      svc.processors.update(processorId, { credentials: { url: second.url, apiKey } }),
    ).rejects.toMatchObject({ status: 422, code: 'processor_refused' });
    const { id: refundId } = await svc.refunds.create({ paymentId: id, amount });
    await eventually(async () => expect(await svc.refunds.retrieve(refundId)).toMatchObject({ status: 'completed' }));
    expect(await first.accountOf(id)).toMatchObject({ taken: 5_000, refunded: 5_000 });
    expect(await atSecond(id)).toEqual([]);
  });

  it('are accepted for the same account: another key, or another address of the gateway', async () => {
    const own = await startAcquirer({ timeoutMs: 2_000 });
    onTestFinished(() => own.close());
    const processorId = await connect(own);
    const { id } = await svc.payments.create({ amount });
    await reached(svc, id, { status: 'completed' });
    await own.changeKey('acq_second_key_of_the_account');
    const { apiKey } = own;
    const rotated = await svc.processors.update(processorId, { credentials: { apiKey } });
    const moved = await svc.processors.update(processorId, { credentials: { url: `${own.url}/`, apiKey } });
    expect([rotated.status, moved.status]).toEqual(['ok', 'ok']);
  });
});

describe('a payment whose only connection cannot be reached', () => {
  const unsent = async (): Promise<{ id: string; processorId: string }> => {
    const processorId = await connect(first, 1, 'https://127.0.0.1:1');
    const { id } = await svc.payments.create({ amount });
    await eventually(async () => {
      const [row] = await stack.query('SELECT unsent FROM payments WHERE id = $1', [id.slice('pay_'.length)]);
      expect(row).toEqual({ unsent: true });
    });
    return { id, processorId };
  };

  it('is cancelled at once, which frees the connection', async () => {
    const { id, processorId } = await unsent();
    // A worker may be trying it at this moment.
    const failed = await eventually(() => svc.payments.cancel(id));
    expect(failed).toMatchObject({ status: 'failed', failure: { code: 'cancelled' } });
    expect(await attemptsOf(id)).toEqual([['authorize', processorId, 'declined', 'not_sent']]);
    await svc.processors.delete(processorId);
  });

  it('fails when the connection is disabled', async () => {
    const { id, processorId } = await unsent();
    await svc.processors.update(processorId, { enabled: false });
    await stack.query('UPDATE payments SET due_at = now() WHERE id = $1', [id.slice('pay_'.length)]);
    expect(await reached(svc, id, { status: 'failed' })).toMatchObject({ failure: { code: 'processor_disabled' } });
  });
});

describe('a live payment that no connection takes', () => {
  it('is refused where only persons would be left, and is theirs again once the connections are deleted', async () => {
    const processorId = await connect(first);
    await svc.processors.update(processorId, { currencies: ['USD'] });
    const notAccepted = (pointer: string) => ({ status: 422, fieldErrors: [{ pointer, code: 'not_accepted' }] });
    await expect(svc.payments.create({ amount })).rejects.toMatchObject(notAccepted('/amount/currency'));
    await svc.processors.update(processorId, { currencies: null, amountMax: 4_999 });
    await expect(svc.payments.create({ amount })).rejects.toMatchObject(notAccepted('/amount'));
    await svc.processors.update(processorId, { amountMax: null, enabled: false });
    await expect(svc.payments.create({ amount })).rejects.toMatchObject(notAccepted('/amount'));
    await svc.processors.delete(processorId);
    expect(await svc.payments.create({ amount })).toMatchObject({ stage: 'awaiting_approval', processor: null });
  });

  it('is made for a subscription, and waits for a person', async () => {
    const processorId = await connect(first);
    await svc.processors.update(processorId, { enabled: false });
    const { id: customerId } = await svc.customers.create({ email: 'sub@example.com' });
    await svc.subscriptions.create({ customerId, amount, interval: 'month', intervalCount: 1 });
    const { data } = await svc.payments.list({ customerId });
    expect(data).toMatchObject([{ stage: 'awaiting_approval', processor: null }]);
  });
});

describe('two connections', () => {
  it('give a payment to the second one if the first certainly received nothing', async () => {
    const down = await connect(first, 1, 'https://127.0.0.1:1');
    const up = await connect(second, 2);
    const { id, processor } = await svc.payments.create({ amount });
    expect(processor?.id).toBe(down);
    expect(await reached(svc, id, { status: 'completed' })).toMatchObject({ processor: { id: up } });
    expect(await attemptsOf(id)).toEqual([
      ['authorize', down, 'declined', 'not_sent'],
      ['authorize', up, 'approved', null],
    ]);
    expect(await second.accountOf(id)).toMatchObject({ taken: 5_000 });
  });

  it('never authorize twice: a lost answer, a decline and a pinned payment stay where they are', async () => {
    const [one, two] = [await connect(first, 1), await connect(second, 2)];
    await first.fault({ next: ['lost_answer'] });
    const lost = await svc.payments.create({ amount });
    await reached(svc, lost.id, { status: 'completed' });
    const declined = await svc.payments.create({ amount: { value: 5_000 + ENDINGS.declined, currency } });
    await reached(svc, declined.id, { status: 'failed' });
    for (const { id } of [lost, declined]) {
      expect(await svc.payments.retrieve(id)).toMatchObject({ processor: { id: one } });
      await first.accountOf(id);
    }
    const atSecond = new Set((await second.state()).accounts.map(({ payment }) => payment));
    expect([lost.id, declined.id].filter((id) => atSecond.has(id))).toEqual([]);
    const pinned = await svc.payments.create({ amount, processorId: two });
    await reached(svc, pinned.id, { status: 'completed' });
    expect(await svc.payments.retrieve(pinned.id)).toMatchObject({ processor: { id: two } });
  });
});
