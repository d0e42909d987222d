import { randomBytes } from 'node:crypto';
import { forThisFile, stackWithAccount, startReceiver } from '@svc/testing';
import { describe, expect, it } from 'vitest';

const { client } = await stackWithAccount();
const receiver = await forThisFile(startReceiver());
await client.post('/v1/webhooks', { url: receiver.url, events: ['*'] });

const amount = { value: 1_000, currency: 'USD' };
const monthly = { amount, interval: 'month', intervalCount: 1 };
const page = { successUrl: 'https://shop.example.com/paid', cancelUrl: 'https://shop.example.com/cart' };

interface Traced {
  readonly id: string;
  readonly body: Record<string, unknown>;
  readonly trace: string;
}

/** Sends a request with a trace of its own. */
async function send(method: 'POST' | 'PATCH' | 'DELETE', path: string, content?: object): Promise<Traced> {
  const trace = randomBytes(16).toString('hex');
  const headers = { traceparent: `00-${trace}-00f067aa0ba902b7-01` };
  const { status, body } = await client.send(method, path, content, { headers });
  expect(status).toBeLessThan(300);
  return { id: String(body['id']), body, trace };
}

interface Delivered {
  readonly type: string;
  readonly data: { readonly id: string };
}

/** Waits for an event of an object, after the first `before` deliveries, and returns the trace id of its delivery. */
async function traceOf(type: string, objectId: string, before = 0): Promise<string | undefined> {
  const { headers } = await receiver.waitFor(({ n, parsed }) => {
    const event = parsed as Delivered | undefined;
    return n > before && event?.type === type && event.data.id === objectId;
  });
  return headers['traceparent']?.toString().split('-')[1];
}

async function newCustomer(): Promise<Traced> {
  return send('POST', '/v1/customers', { email: `${randomBytes(8).toString('hex')}@example.com` });
}

async function newMethod(customerId: string): Promise<string> {
  const method = { type: 'card', processorToken: 'tok_test' };
  return (await send('POST', `/v1/customers/${customerId}/payment-methods`, method)).id;
}

describe('an event carries the trace of the request that caused it', () => {
  it('of a customer', async () => {
    const created = await newCustomer();
    expect(await traceOf('customer.created', created.id)).toBe(created.trace);
    const updated = await send('PATCH', `/v1/customers/${created.id}`, { firstName: 'Ada' });
    expect(await traceOf('customer.updated', created.id)).toBe(updated.trace);
  });

  it('of a subscription and its first payment', async () => {
    const { id: customerId } = await newCustomer();
    const paymentMethodId = await newMethod(customerId);
    const created = await send('POST', '/v1/subscriptions', { customerId, paymentMethodId, ...monthly });
    expect(await traceOf('subscription.created', created.id)).toBe(created.trace);
    const { body } = await client.get(`/v1/payments?subscriptionId=${created.id}`);
    const [payment] = body['data'] as { id: string }[];
    expect(await traceOf('payment.completed', payment?.id ?? '')).toBe(created.trace);
    const cancelled = await send('POST', `/v1/subscriptions/${created.id}/cancel`);
    expect(await traceOf('subscription.cancelled', created.id)).toBe(cancelled.trace);
  });

  it('of a subscription and a customer whose payment method is removed', async () => {
    const { id: customerId } = await newCustomer();
    const paymentMethodId = await newMethod(customerId);
    const startAt = new Date(Date.now() + 86_400_000).toISOString();
    const { id } = await send('POST', '/v1/subscriptions', { customerId, paymentMethodId, startAt, ...monthly });
    const preferences = { defaultPaymentMethodId: paymentMethodId };
    const updated = await send('PATCH', `/v1/customers/${customerId}`, { preferences });
    expect(await traceOf('customer.updated', customerId)).toBe(updated.trace);
    const before = receiver.requests.length;
    const removed = await send('DELETE', `/v1/customers/${customerId}/payment-methods/${paymentMethodId}`);
    expect(await traceOf('subscription.updated', id)).toBe(removed.trace);
    expect(await traceOf('customer.updated', customerId, before)).toBe(removed.trace);
  });

  it('of a subscription and a checkout session whose customer is deleted', async () => {
    const { id: customerId } = await newCustomer();
    const startAt = new Date(Date.now() + 86_400_000).toISOString();
    const subscription = await send('POST', '/v1/subscriptions', { customerId, startAt, ...monthly });
    const session = await send('POST', '/v1/checkout-sessions', { amount, ...page, customer: { id: customerId } });
    const deleted = await send('DELETE', `/v1/customers/${customerId}`);
    expect(await traceOf('subscription.cancelled', subscription.id)).toBe(deleted.trace);
    expect(await traceOf('checkout.expired', session.id)).toBe(deleted.trace);
  });

  it('of a checkout session and its new customer', async () => {
    const customer = { email: `${randomBytes(8).toString('hex')}@example.com` };
    const created = await send('POST', '/v1/checkout-sessions', { amount, ...page, customer });
    expect(await traceOf('customer.created', String(created.body['customerId']))).toBe(created.trace);
    const expired = await send('POST', `/v1/checkout-sessions/${created.id}/expire`);
    expect(await traceOf('checkout.expired', created.id)).toBe(expired.trace);
  });

  it.each([
    ['refund.completed', {}],
    ['refund.failed', { sandbox: 'decline:expired_or_canceled_card' }],
  ])('of a refund: %s', async (type, metadata) => {
    const { id: paymentId } = await send('POST', '/v1/payments', { amount });
    await traceOf('payment.completed', paymentId);
    const refund = await send('POST', '/v1/refunds', { paymentId, metadata });
    expect(await traceOf(type, refund.id)).toBe(refund.trace);
  });

  it('of a payment that is captured, also if the worker writes the outcome', async () => {
    const created = await send('POST', '/v1/payments', { amount, captureMethod: 'manual' });
    expect(await traceOf('payment.authorized', created.id)).toBe(created.trace);
    const captured = await send('POST', `/v1/payments/${created.id}/capture`);
    expect(await traceOf('payment.completed', created.id)).toBe(captured.trace);
    expect(await traceOf('payment.pending', created.id)).toBe(created.trace);
  });

  it('of a payment whose hold is cancelled', async () => {
    const { id } = await send('POST', '/v1/payments', { amount, captureMethod: 'manual' });
    await traceOf('payment.authorized', id);
    const cancelled = await send('POST', `/v1/payments/${id}/cancel`);
    expect(await traceOf('payment.failed', id)).toBe(cancelled.trace);
  });

  it('of a payment that is approved', async () => {
    const created = await send('POST', '/v1/payments', { amount, metadata: { sandbox: 'hold' } });
    expect(await traceOf('payment.awaiting_approval', created.id)).toBe(created.trace);
    const approved = await send('POST', `/v1/payments/${created.id}/approve`);
    expect(await traceOf('payment.completed', created.id)).toBe(approved.trace);
  });
});

it('carries none if a change has no request', async () => {
  const { id } = await send('POST', '/v1/checkout-sessions', { amount, ...page });
  await send('POST', '/v1/test/clock/advance', { by: 'P2D' });
  expect(await traceOf('checkout.expired', id)).toBeUndefined();
});
