import { randomUUID } from 'node:crypto';
import { eventually, problem, rowId, stackWithAccount, type Answer } from '@svc/testing';
import { describe, expect, it } from 'vitest';

const { stack, account, client } = await stackWithAccount();

const usd = (value: number) => ({ value, currency: 'USD' });

/** Creates a completed payment of 10 USD. */
async function paid(metadata: Record<string, unknown> = {}): Promise<string> {
  const body = { amount: usd(1000), metadata: { sandbox: 'delay:1', ...metadata } };
  const answer = await client.post('/v1/payments?wait=20', body);
  expect(answer.body).toMatchObject({ status: 'completed' });
  return String(answer.body['id']);
}

function refund(paymentId: string, fields: Record<string, unknown> = {}): Promise<Answer> {
  return client.post('/v1/refunds', { paymentId, ...fields });
}

async function payment(id: string): Promise<Record<string, unknown>> {
  return (await client.get(`/v1/payments/${id}`)).body;
}

function settled(answer: Answer): Promise<Record<string, unknown>> {
  return eventually(async () => {
    const { body } = await client.get(`/v1/refunds/${String(answer.body['id'])}`);
    expect(body['status']).not.toBe('pending');
    return body;
  });
}

describe('createRefund', () => {
  it('201 pending with its Location, and the refundable amount decreases at once', async () => {
    const id = await paid();
    const before = await payment(id);
    const fields = { amount: usd(400), reason: 'Returned goods', metadata: { returnId: '77', n: [1, null] } };
    const answer = await refund(id, { ...fields, metadata: { ...fields.metadata, sandbox: 'delay:60000' } });
    expect(answer.status).toBe(201);
    expect(answer.headers.get('location')).toBe(`/v1/refunds/${String(answer.body['id'])}`);
    expect(answer.body).toEqual({
      id: expect.stringMatching(/^ref_\d+$/) as string,
      paymentId: id,
      amount: usd(400),
      status: 'pending',
      reason: 'Returned goods',
      failure: null,
      metadata: { returnId: '77', n: [1, null], sandbox: 'delay:60000' },
      origin: 'api',
      mode: 'test',
      version: 1,
      createdAt: answer.body['updatedAt'],
      updatedAt: expect.any(String) as string,
    });
    expect(await payment(id)).toMatchObject({
      status: 'completed',
      refundedAmount: usd(400),
      refundableAmount: usd(600),
      version: Number(before['version']) + 1,
    });
  });

  it('201, then completed: refund.completed contains the record, and the payment does not change again', async () => {
    const id = await paid();
    const answer = await refund(id, { amount: usd(250) });
    const { version } = await payment(id);
    const record = await settled(answer);
    expect(record).toMatchObject({ status: 'completed', failure: null, version: 2 });
    expect(await stack.eventsOf(answer.body['id'])).toEqual([
      expect.objectContaining({ type: 'refund.completed', data: record }),
    ]);
    expect(await payment(id)).toMatchObject({ refundedAmount: usd(250), version, status: 'completed' });
  });

  it('201 without an amount refunds the remainder', async () => {
    const id = await paid();
    await refund(id, { amount: usd(1) });
    expect((await refund(id)).body).toMatchObject({ amount: usd(999) });
    expect(await payment(id)).toMatchObject({ refundedAmount: usd(1000), refundableAmount: usd(0) });
  });

  it.each([
    ['of the refund', {}, { sandbox: 'refund_fail' }, 'refund_failed'],
    ['of the payment', { sandbox: 'refund_fail' }, {}, 'refund_failed'],
    ['with a code of its own', {}, { sandbox: 'decline:account_closed' }, 'account_closed'],
  ])('201, then failed by metadata %s: the amount is refundable again', async (_, ofPayment, metadata, code) => {
    const id = await paid(ofPayment);
    const { version } = await payment(id);
    const answer = await refund(id, { amount: usd(700), metadata });
    expect(answer.status).toBe(201);
    expect((await refund(id, { amount: usd(301) })).status).toBe(422);
    const record = await settled(answer);
    expect(record).toMatchObject({ status: 'failed', failure: { code }, version: 2 });
    expect(await stack.eventsOf(answer.body['id'])).toEqual([
      expect.objectContaining({ type: 'refund.failed', data: record }),
    ]);
    expect(await payment(id)).toMatchObject({
      status: 'completed',
      refundedAmount: usd(0),
      refundableAmount: usd(1000),
      version: Number(version) + 2,
    });
    expect((await refund(id, { amount: usd(1000) })).status).toBe(201);
  });

  it('201: an unknown outcome is inquired about, and never counts as failed', async () => {
    const answer = await refund(await paid(), { metadata: { sandbox: 'timeout_then_approve' } });
    expect(await settled(answer)).toMatchObject({ status: 'completed' });
    const attempts = await stack.query('SELECT state FROM refund_attempts WHERE refund_id = $1', [
      rowId(answer.body['id']),
    ]);
    expect(attempts).toEqual([{ state: 'approved' }]);
  });

  it('201: a live refund is settled by the manual request', async () => {
    const live = stack.client(account.liveKey);
    const id = String((await live.post('/v1/payments', { amount: usd(1000) })).body['id']);
    await live.post(`/v1/payments/${id}/approve`);
    const answer = await eventually(async () => {
      const tried = await live.post('/v1/refunds', { paymentId: id });
      expect(tried.status).toBe(201);
      return tried;
    });
    await eventually(async () => {
      const { body } = await live.get(`/v1/refunds/${String(answer.body['id'])}`);
      expect(body).toMatchObject({ status: 'completed', mode: 'live' });
    });
  });

  it('201 with an idempotency key: 100 concurrent requests make one refund', async () => {
    const id = await paid();
    const headers = { 'idempotency-key': randomUUID() };
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => client.post('/v1/refunds', { paymentId: id, amount: usd(10) }, { headers })),
    );
    expect(new Set(answers.map((answer) => `${answer.status} ${answer.text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(201);
    expect(answers.filter((answer) => answer.headers.get('idempotent-replayed') === null)).toHaveLength(1);
    expect(await payment(id)).toMatchObject({ refundedAmount: usd(10) });
  });

  it.each([
    ['pending', 'processing', { sandbox: 'delay:60000' }, []],
    ['pending', 'awaiting_approval', { sandbox: 'hold' }, ['approve', 'reject', 'cancel']],
    ['failed', null, { sandbox: 'decline:stolen_card' }, []],
  ])('409 payment_not_refundable while it is %s, %s', async (currentStatus, currentStage, metadata, allowed) => {
    const created = await client.post('/v1/payments', { amount: usd(1000), metadata });
    const id = String(created.body['id']);
    await eventually(async () => expect((await payment(id))['status']).toBe(currentStatus));
    const answer = await refund(id, { amount: usd(1) });
    expect(problem(answer)).toEqual([409, 'payment_not_refundable']);
    expect(answer.body).toMatchObject({
      currentStatus,
      currentStage,
      allowedActions: expect.arrayContaining(allowed) as unknown,
      refundableAmount: usd(0),
    });
  });

  it('409 payment_not_refundable without an amount when all is refunded', async () => {
    const id = await paid();
    await refund(id);
    const answer = await refund(id);
    expect(problem(answer)).toEqual([409, 'payment_not_refundable']);
    expect(answer.body).toMatchObject({ currentStatus: 'completed', refundableAmount: usd(0) });
  });

  it('422 refund_exceeds_refundable with the remainder, and nothing is written', async () => {
    const id = await paid();
    await refund(id, { amount: usd(400) });
    const before = await payment(id);
    const answer = await refund(id, { amount: usd(601) });
    expect(problem(answer)).toEqual([422, 'refund_exceeds_refundable']);
    expect(answer.body['detail']).toBe('At most 6.00 USD can still be refunded.');
    expect(answer.body['refundableAmount']).toEqual(usd(600));
    expect(answer.body['errors']).toEqual([
      { pointer: '/amount/value', code: 'out_of_range', detail: 'must be <= 600' },
    ]);
    expect(await payment(id)).toEqual(before);
    expect((await client.get(`/v1/payments/${id}/refunds`)).body['data']).toHaveLength(1);
  });

  it('422 currency_mismatch', async () => {
    const answer = await refund(await paid(), { amount: { value: 1, currency: 'EUR' } });
    expect(problem(answer)).toEqual([422, 'currency_mismatch']);
    expect(answer.body['errors']).toEqual([expect.objectContaining({ pointer: '/amount/currency' })]);
  });

  it('422 not_found at /paymentId for payments that are unknown, of another account, or of the other mode', async () => {
    const id = await paid();
    const stranger = await stack.createAccount('pro');
    const asked: [string, string][] = [
      [account.testKey, 'pay_1'],
      [account.testKey, 'pay_9999999999999999999'],
      [account.liveKey, id],
      [stranger.testKey, id],
    ];
    for (const [key, paymentId] of asked) {
      const answer = await stack.client(key).post('/v1/refunds', { paymentId });
      expect(problem(answer)).toEqual([422, 'validation_failed']);
      expect(answer.body['errors']).toEqual([expect.objectContaining({ pointer: '/paymentId', code: 'not_found' })]);
    }
    expect(await payment(id)).toMatchObject({ refundedAmount: usd(0) });
  });

  it.each([
    [{ paymentId: undefined }, '/paymentId', 'required'],
    [{ paymentId: 'cust_1' }, '/paymentId', 'invalid_format'],
    [{ amount: usd(0) }, '/amount/value', 'out_of_range'],
    [{ amount: usd(1.5) }, '/amount/value', 'wrong_type'],
    [{ amount: { value: 1, currency: 'XXX' } }, '/amount/currency', 'unknown_currency'],
    [{ reason: 'x'.repeat(501) }, '/reason', 'too_long'],
    [{ status: 'completed' }, '/status', 'unknown_field'],
  ])('422 for %j', async (fields, pointer, code) => {
    const answer = await refund('pay_1', fields);
    expect(problem(answer)).toEqual([422, 'validation_failed']);
    expect(answer.body['errors']).toContainEqual(expect.objectContaining({ pointer, code }));
  });

  it('422 card_number_refused in the reason', async () => {
    const answer = await refund('pay_1', { reason: 'card 4111111111111111' });
    expect(problem(answer)).toEqual([422, 'card_number_refused']);
  });
});
