import { eventually, problem, rowId, stackWithAccount, type Answer, type Client } from '@svc/testing';
import { beforeAll, describe, expect, it } from 'vitest';

const DAY_MS = 86_400_000;

const { stack, account, client } = await stackWithAccount({ worker: 0, own: true });
let customerId: string;

beforeAll(async () => {
  const payment = await client.post('/v1/payments', { amount, customer: { email: 'ada@example.com' } });
  customerId = (payment.body['customer'] as { id: string }).id;
});

const amount = { value: 1000, currency: 'USD' };
const startAt = new Date(Date.now() + DAY_MS).toISOString();

interface Created {
  readonly path: string;
  readonly body: Record<string, unknown>;
}

async function subscribe(fields: Record<string, unknown> = {}): Promise<Created> {
  const terms = { customerId, amount, interval: 'month', intervalCount: 1, metadata: { a: 1, b: 2 } };
  const { status, body } = await client.post('/v1/subscriptions', { ...terms, ...fields });
  expect(status).toBe(201);
  return { path: `/v1/subscriptions/${String(body['id'])}`, body };
}

/** A live subscription, whose first payment waits for approval. */
async function subscribeLive(): Promise<Record<'path' | 'payment' | 'customer', string> & { readonly live: Client }> {
  const live = stack.client(account.liveKey);
  const customer = (await live.post('/v1/customers', { email: `${crypto.randomUUID()}@example.com` })).body;
  const terms = { customerId: customer['id'], amount, interval: 'month', intervalCount: 1 };
  const { body } = await live.post('/v1/subscriptions', terms);
  const payments = await live.get(`/v1/payments?subscriptionId=${String(body['id'])}`);
  const [payment] = payments.body['data'] as { id: string }[];
  return {
    live,
    path: `/v1/subscriptions/${String(body['id'])}`,
    payment: `/v1/payments/${String(payment?.id)}`,
    customer: `/v1/customers/${String(customer['id'])}`,
  };
}

const kinds = ({ body }: Created): Promise<string[]> => stack.eventTypesOf(body['id']);

describe('deletePaymentMethod', () => {
  it('204: subscriptions with that method continue, and the next payment uses the default', async () => {
    const methods = `/v1/customers/${customerId}/payment-methods`;
    const [named, usual] = await Promise.all(
      ['tok_1', 'tok_2'].map(async (processorToken) => {
        const { body } = await client.post(methods, { type: 'wallet', processorToken });
        return String(body['id']);
      }),
    );
    await client.send('PATCH', `/v1/customers/${customerId}`, { preferences: { defaultPaymentMethodId: usual } });
    const [kept, changed, ended] = await Promise.all([
      subscribe({ startAt, paymentMethodId: usual }),
      subscribe({ startAt, paymentMethodId: named }),
      subscribe({ startAt, paymentMethodId: named }),
    ]);
    const cancelled = await client.post(`${ended.path}/cancel`);
    expect((await client.send('DELETE', `${methods}/${named}`)).status).toBe(204);
    expect((await client.get(kept.path)).body).toEqual(kept.body);
    expect((await client.get(ended.path)).body).toEqual(cancelled.body);
    expect((await client.get(changed.path)).body).toMatchObject({ paymentMethodId: null, version: 2 });
    // As if a concurrent request had set the method during its removal.
    const ids = [changed.body['id'], named].map((id) => /\d+$/.exec(String(id))?.[0]);
    await stack.query('UPDATE subscriptions SET payment_method_id = $2, due_at = now() WHERE id = $1', ids);
    await stack.query(`UPDATE environments SET clock_offset = interval '2 days' WHERE mode = 'test'`);
    const worker = await stack.startWorker();
    await eventually(async () => {
      const [row] = await stack.query('SELECT payment_method_id FROM payments WHERE subscription_id = $1', [ids[0]]);
      expect(`pm_${String(row?.['payment_method_id'])}`).toBe(usual);
    });
    await stack.stopWorker(worker);
    await stack.query(`UPDATE environments SET clock_offset = interval '0' WHERE mode = 'test'`);
  });
});

describe('a payment of a period that is tried again', () => {
  it('cannot be approved by the key that asked for its price, although another has changed the subscription since', async () => {
    const { testKey, accountId } = await stack.createAccount('pro');
    const seller = stack.client(testKey);
    const rules = { approvalThresholds: [amount], approvalsBySomeoneElse: true };
    expect((await seller.send('PATCH', '/v1/security/config', rules, { headers: { 'if-match': '*' } })).status).toBe(
      200,
    );
    const key = await seller.post('/v1/security/api-keys', {
      name: 'Support',
      scopes: ['payments:approve', 'customers:write'],
    });
    expect(key.status).toBe(201);
    const support = stack.client(String(key.body['secret']));
    const customer = await seller.post('/v1/customers', { email: 'grace@example.com' });
    const terms = { customerId: customer.body['id'], amount, interval: 'month', intervalCount: 1 };
    const subscription = await seller.post('/v1/subscriptions', terms);
    const path = `/v1/subscriptions/${String(subscription.body['id'])}`;
    const newest = async (): Promise<Record<string, unknown>> => {
      const { body } = await seller.get(`/v1/payments?subscriptionId=${String(subscription.body['id'])}`);
      return (body['data'] as Record<string, unknown>[])[0] ?? {};
    };
    const rejected = await newest();
    expect((await support.post(`/v1/payments/${String(rejected['id'])}/reject`)).status).toBe(200);
    const cheaper = { amount: { value: 400, currency: 'USD' } };
    expect((await support.send('PATCH', path, cheaper, { headers: { 'if-match': '*' } })).status).toBe(200);
    await stack.query(
      `UPDATE environments SET clock_offset = interval '2 days' WHERE mode = 'test' AND account_id = $1`,
      [rowId(accountId)],
    );
    const worker = await stack.startWorker();
    const retried = await eventually(async () => {
      const payment = await newest();
      expect(payment['id']).not.toBe(rejected['id']);
      return payment;
    });
    await stack.stopWorker(worker);
    expect(retried).toMatchObject({ amount, stage: 'awaiting_approval' });
    const approval = `/v1/payments/${String(retried['id'])}/approve`;
    expect(problem(await seller.post(approval))).toEqual([403, 'approval_by_maker']);
    expect((await support.post(approval)).status).toBe(200);
  });
});

describe('updateSubscription', () => {
  it('200 with the changed fields; the current period keeps its end and its price', async () => {
    const created = await subscribe();
    const patch = {
      amount: { value: 2500, currency: 'EUR' },
      interval: 'week',
      intervalCount: 2,
      description: 'Every other week',
      metadata: { a: null, c: { d: 1 } },
    };
    const answer = await client.send('PATCH', created.path, patch);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      ...created.body,
      ...patch,
      metadata: { b: 2, c: { d: 1 } },
      version: 2,
      updatedAt: answer.body['updatedAt'],
    });
    expect(answer.headers.get('etag')).toBe('"2"');
    expect((await client.get(created.path)).body).toEqual(answer.body);
    const periods = await stack.query(
      'SELECT amount_value, currency FROM subscription_periods WHERE subscription_id = $1',
      [rowId(created.body['id'])],
    );
    expect(periods).toEqual([{ amount_value: '1000', currency: 'USD' }]);
    expect(await kinds(created)).toEqual(['subscription.created', 'subscription.updated']);
  });

  it('200 with the same version when nothing changes', async () => {
    const { path, body } = await subscribe();
    const answer = await client.send('PATCH', path, {
      amount,
      interval: 'month',
      metadata: {},
      cancelAtPeriodEnd: false,
    });
    expect(answer.body).toEqual(body);
  });

  it('200 revokes a cancellation that is still ahead', async () => {
    const { path, body } = await subscribe();
    const ending = await client.post(`${path}/cancel`, { atPeriodEnd: true });
    expect(ending.body).toMatchObject({ cancelAtPeriodEnd: true, nextPaymentAt: null, status: 'active' });
    const answer = await client.send('PATCH', path, { cancelAtPeriodEnd: false });
    expect(answer.body).toMatchObject({ cancelAtPeriodEnd: false, nextPaymentAt: body['nextPaymentAt'], version: 3 });
  });

  it('200 with a current If-Match; of concurrent changes to one version one succeeds, the others get 412', async () => {
    const { path } = await subscribe({ startAt });
    const patch = (description: string): Promise<Answer> =>
      client.send('PATCH', path, { description }, { headers: { 'if-match': '"1"' } });
    const raced = await Promise.all(Array.from({ length: 5 }, (_, n) => patch(`racer ${n}`)));
    expect(raced.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412, 412]);
  });

  it('409 state_conflict for the terms of a cancelled one; its texts can still be changed', async () => {
    const { path } = await subscribe();
    await client.post(`${path}/cancel`);
    const answer = await client.send('PATCH', path, { amount });
    expect(problem(answer)).toEqual([409, 'state_conflict']);
    expect(answer.body).toMatchObject({ currentStatus: 'cancelled', currentStage: null, allowedActions: [] });
    const texts = await client.send('PATCH', path, { description: 'over', metadata: null });
    expect(texts.body).toMatchObject({ status: 'cancelled', description: 'over', metadata: {} });
  });

  it.each<[string, string, Record<string, unknown>]>([
    ['out_of_range', '/intervalCount', { interval: 'year', intervalCount: 4 }],
    ['not_found', '/paymentMethodId', { paymentMethodId: 'pm_1' }],
    ['unknown_field', '/customerId', { customerId: 'cust_1' }],
    ['unknown_field', '/startAt', { startAt }],
    ['wrong_type', '/cancelAtPeriodEnd', { cancelAtPeriodEnd: 'yes' }],
    ['too_long', '/metadata', { metadata: Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`k${n}`, n])) }],
  ])('422 %s at %s', async (code, pointer, patch) => {
    const { path } = await subscribe({ startAt });
    const answer = await client.send('PATCH', path, patch);
    expect(problem(answer)).toEqual([422, 'validation_failed']);
    expect(answer.body['errors']).toContainEqual(expect.objectContaining({ code, pointer }));
    expect((await client.get(path)).body['version']).toBe(1);
  });

  it('404 for an unknown id', async () => {
    expect((await client.send('PATCH', '/v1/subscriptions/sub_1', {})).status).toBe(404);
  });
});

describe('cancelSubscription', () => {
  it('200 now: it ends at once with subscription.cancelled', async () => {
    const created = await subscribe();
    const answer = await client.post(`${created.path}/cancel`);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ status: 'cancelled', nextPaymentAt: null, version: 2 });
    expect(answer.headers.get('etag')).toBe('"2"');
    expect(await kinds(created)).toEqual(['subscription.created', 'subscription.cancelled']);
  });

  it('200 at the end of the period: it continues until then, and one event reports the change', async () => {
    const created = await subscribe();
    const answer = await client.post(`${created.path}/cancel`, { atPeriodEnd: true });
    expect(answer.body).toMatchObject({ status: 'active', cancelAtPeriodEnd: true, nextPaymentAt: null, version: 2 });
    const again = await client.post(`${created.path}/cancel`, { atPeriodEnd: true });
    expect(again.body).toEqual(answer.body);
    expect(await kinds(created)).toEqual(['subscription.created', 'subscription.updated']);
    expect((await client.post(`${created.path}/cancel`)).body).toMatchObject({ status: 'cancelled' });
  });

  it('200 at the end of a period that has not started: it ends now', async () => {
    const { path } = await subscribe({ startAt });
    const answer = await client.post(`${path}/cancel`, { atPeriodEnd: true });
    expect(answer.body).toMatchObject({ status: 'cancelled', nextPaymentAt: null, currentPeriodStart: null });
  });

  it('200 now, and a payment that waits for approval is cancelled', async () => {
    const { live, path, payment } = await subscribeLive();
    expect((await live.post(`${path}/cancel`, { atPeriodEnd: true })).status).toBe(200);
    expect((await live.get(payment)).body).toMatchObject({ stage: 'awaiting_approval' });
    const { body, status } = await live.post(`${path}/cancel`);
    expect([status, body]).toMatchObject([200, { status: 'cancelled' }]);
    expect((await live.get(path)).body).toEqual(body);
    expect((await live.get(payment)).body).toMatchObject({ status: 'failed', failure: { code: 'cancelled' } });
    expect(problem(await live.post(`${payment}/approve`))).toEqual([409, 'state_conflict']);
  });

  it.each([
    ['its processor has not received it', 'true', { status: 'failed', failure: { code: 'cancelled' } }],
    ['it was sent', 'false', { status: 'pending', stage: 'processing' }],
  ])('200 now, and a payment that is being processed is cancelled only if %s', async (what, unsent, expected) => {
    const { live, path, payment } = await subscribeLive();
    const id = [rowId(payment.split('/').at(-1) ?? '')];
    await stack.query(`UPDATE payments SET stage = 'processing', unsent = ${unsent}, due_at = NULL WHERE id = $1`, id);
    await stack.query(
      `INSERT INTO payment_attempts (environment_id, id, payment_id, operation, processor, state, started_at)
       SELECT environment_id, id + 1, id, 'authorize', processor, 'open', now() FROM payments WHERE id = $1`,
      id,
    );
    expect(await live.post(`${path}/cancel`)).toMatchObject({ status: 200, body: { status: 'cancelled' } });
    expect((await live.get(payment)).body).toMatchObject(expected);
    const [attempt] = await stack.query('SELECT state, code FROM payment_attempts WHERE payment_id = $1', id);
    expect(attempt).toEqual(
      what === 'it was sent' ? { state: 'open', code: null } : { state: 'declined', code: 'not_sent' },
    );
  });

  it('200 once when repeated with its idempotency key', async () => {
    const { path } = await subscribe({ startAt });
    const headers = { 'idempotency-key': 'cancel-once' };
    const first = await client.post(`${path}/cancel`, undefined, { headers });
    const second = await client.post(`${path}/cancel`, undefined, { headers });
    expect([second.status, second.body]).toEqual([200, first.body]);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
  });

  it('409 state_conflict for a cancelled one; of concurrent requests one succeeds', async () => {
    const created = await subscribe({ startAt });
    const raced = await Promise.all(Array.from({ length: 5 }, () => client.post(`${created.path}/cancel`)));
    expect(raced.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    const late = await client.post(`${created.path}/cancel`);
    expect(problem(late)).toEqual([409, 'state_conflict']);
    expect(late.body).toMatchObject({ currentStatus: 'cancelled', allowedActions: [] });
    expect(await kinds(created)).toEqual(['subscription.created', 'subscription.cancelled']);
  });

  it('404 for those of another account and of the other mode', async () => {
    const { path } = await subscribe({ startAt });
    const stranger = await stack.createAccount('pro');
    for (const key of [stranger.testKey, account.liveKey]) {
      expect((await stack.client(key).post(`${path}/cancel`)).status).toBe(404);
    }
    expect((await client.get(path)).body['status']).toBe('scheduled');
  });
});

describe('deleteCustomer', () => {
  it("204 and the customer's subscriptions are cancelled with an event each; others continue", async () => {
    const bystander = await subscribe();
    const { id } = (await client.post('/v1/customers', { email: 'leaving@example.com' })).body;
    const gone = [
      await subscribe({ customerId: id }),
      await subscribe({ customerId: id, startAt }),
      await subscribe({ customerId: id }),
    ];
    await client.post(`${gone[2]?.path ?? ''}/cancel`);
    expect((await client.send('DELETE', `/v1/customers/${String(id)}`)).status).toBe(204);
    for (const subscription of gone) {
      expect((await client.get(subscription.path)).body).toMatchObject({ status: 'cancelled', nextPaymentAt: null });
      expect(await kinds(subscription)).toEqual(['subscription.created', 'subscription.cancelled']);
    }
    expect((await client.get(bystander.path)).body['status']).toBe('active');
    const late = await client.post('/v1/subscriptions', { customerId: id, amount, interval: 'day', intervalCount: 1 });
    expect(late.body['errors']).toEqual([expect.objectContaining({ pointer: '/customerId', code: 'not_found' })]);
  });

  it('204 and the payment of a subscription that waits for approval is cancelled', async () => {
    const { live, path, payment, customer } = await subscribeLive();
    expect((await live.send('DELETE', customer)).status).toBe(204);
    expect((await live.get(path)).body).toMatchObject({ status: 'cancelled' });
    expect((await live.get(payment)).body).toMatchObject({ status: 'failed', failure: { code: 'cancelled' } });
  });
});
