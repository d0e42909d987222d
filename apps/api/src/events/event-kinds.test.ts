import { errors, eventually, forThisFile, ok, stackWithAccount, startReceiver } from '@svc/testing';
import { beforeAll, describe, expect, it } from 'vitest';

type Json = Record<string, unknown>;

interface Event {
  readonly type: string;
  readonly data: Json & { readonly id: string };
}

const amount = { value: 1000, currency: 'USD' };

const receiver = await forThisFile(startReceiver());
const { stack, client } = await stackWithAccount({ env: { PUBLIC_URL: 'https://pay.example.com/' } });

beforeAll(async () => {
  const lists = { all: ['*'], payments: ['payment.*', 'payment.completed'], others: ['customer.*', 'subscription.*'] };
  for (const [path, events] of Object.entries(lists)) {
    const made = await client.post('/v1/webhooks', { url: `${receiver.url}/${path}`, events });
    expect([made.status, made.body['events']]).toEqual([201, events]);
  }
});

/** The data of an event of this object as it was delivered to a path. */
async function delivered(path: string, type: string, id: string): Promise<Json> {
  const isIt = (event: Event): boolean => event.type === type && event.data.id === id;
  const request = await receiver.waitFor((each) => each.path === path && isIt(each.parsed as Event));
  return (request.parsed as Event).data;
}

/** A payment of the API as the data of its event with this number. */
function inEvent(payment: Json, version: number): Json {
  return { ...payment, version, paymentVersion: payment['version'] };
}

describe('an event of a payment', () => {
  it('contains the whole payment, and reaches lists of `*` and `payment.*` once', async () => {
    const customer = { email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace' };
    const request = { amount, customer, description: 'Order 7', reference: 'order-7', metadata: { sandbox: 'action' } };
    const created = await ok(client.post('/v1/payments', request));
    expect(await delivered('/payments', 'payment.pending', created.id)).toEqual(inEvent(created, 1));
    const waiting = await delivered('/payments', 'payment.requires_action', created.id);
    expect(waiting).toEqual(inEvent((await client.get(`/v1/payments/${created.id}`)).body, 2));
    expect(waiting['nextAction']).toMatchObject({
      url: expect.stringMatching(/^https:\/\/pay\.example\.com\/sandbox/),
    });
    await ok(client.post(`/v1/payments/${created.id}/cancel`));
    await delivered('/payments', 'payment.failed', created.id);
    await delivered('/all', 'payment.failed', created.id);
    const got = receiver.requests.filter(({ parsed }) => (parsed as Event).data.id === created.id);
    const count = (path: string): number => got.filter((each) => each.path === path).length;
    expect([count('/all'), count('/payments'), count('/others')]).toEqual([3, 3, 0]);
  });

  it('announces that it waits for an approval, after payment.pending', async () => {
    const created = await ok(client.post('/v1/payments', { amount, metadata: { sandbox: 'hold' } }));
    expect(await delivered('/all', 'payment.awaiting_approval', created.id)).toEqual(inEvent(created, 2));
    expect(await delivered('/all', 'payment.pending', created.id)).toEqual(inEvent(created, 1));
    await ok(client.post(`/v1/payments/${created.id}/approve`, {}));
    expect(await delivered('/all', 'payment.completed', created.id)).toMatchObject({ version: 3, paymentVersion: 3 });
    expect(await stack.eventTypesOf(created.id)).toEqual([
      'payment.pending',
      'payment.awaiting_approval',
      'payment.completed',
    ]);
  });
});

describe('customer.updated', () => {
  it('contains the whole customer, once for each change', async () => {
    const { id } = await ok(client.post('/v1/customers', { email: 'grace@example.com' }));
    const changed = await ok(client.send('PATCH', `/v1/customers/${id}`, { firstName: 'Grace' }));
    expect(await delivered('/others', 'customer.updated', id)).toEqual(changed);
    await ok(client.send('PATCH', `/v1/customers/${id}`, { firstName: 'Grace' }));
    const method = await ok(
      client.post(`/v1/customers/${id}/payment-methods`, { type: 'card', processorToken: 'tok_7' }),
    );
    const preferences = { defaultPaymentMethodId: method.id };
    await ok(client.send('PATCH', `/v1/customers/${id}`, { preferences }));
    await client.send('DELETE', `/v1/customers/${id}/payment-methods/${method.id}`);
    await eventually(async () =>
      expect(await stack.eventTypesOf(id)).toEqual(['customer.created', ...Array(3).fill('customer.updated')]),
    );
  });
});

describe('subscription.updated', () => {
  it('contains the whole subscription, also when its payment method is removed', async () => {
    const { id: customerId } = await ok(client.post('/v1/customers', { email: 'sub@example.com' }));
    const methods = `/v1/customers/${customerId}/payment-methods`;
    const method = await ok(client.post(methods, { type: 'card', processorToken: 'tok_8' }));
    const startAt = new Date(Date.now() + 86_400_000).toISOString();
    const terms = { customerId, amount, interval: 'month', intervalCount: 1, startAt, paymentMethodId: method.id };
    const { id } = await ok(client.post('/v1/subscriptions', terms));
    const changed = await ok(client.send('PATCH', `/v1/subscriptions/${id}`, { description: 'Monthly' }));
    expect(await delivered('/others', 'subscription.updated', id)).toEqual(changed);
    await ok(client.send('PATCH', `/v1/subscriptions/${id}`, { description: 'Monthly' }));
    await client.send('DELETE', `${methods}/${method.id}`);
    const [, removed] = await eventually(async () => {
      const events = receiver.requests.filter(
        ({ path, parsed }) => path === '/others' && (parsed as Event).type === 'subscription.updated',
      );
      expect(events).toHaveLength(2);
      return events.map(({ parsed }) => (parsed as Event).data);
    });
    expect(removed).toEqual((await client.get(`/v1/subscriptions/${id}`)).body);
    await ok(client.post(`/v1/subscriptions/${id}/cancel`));
    await delivered('/others', 'subscription.cancelled', id);
    expect(await stack.eventTypesOf(id)).toEqual([
      'subscription.created',
      'subscription.updated',
      'subscription.updated',
      'subscription.cancelled',
    ]);
  });

  it('reports a new period', async () => {
    const { id: customerId } = await ok(client.post('/v1/customers', { email: 'period@example.com' }));
    const terms = { customerId, amount, interval: 'day', intervalCount: 1 };
    const { id } = await ok(client.post('/v1/subscriptions', terms));
    await eventually(async () =>
      expect((await client.get(`/v1/payments?limit=1`)).body['data']).toMatchObject([{ status: 'completed' }]),
    );
    await ok(client.post('/v1/test/clock/advance', { by: 'P1D' }));
    const begun = await delivered('/others', 'subscription.updated', id);
    expect(begun).toMatchObject({ id, status: 'active' });
  });
});

describe('createWebhook', () => {
  it.each(['payments.*', '*.completed', '**', 'payment.', 'webhook.*'])('422 unknown_event for %s', async (name) => {
    const refused = await client.post('/v1/webhooks', { url: `${receiver.url}/x`, events: ['refund.*', name] });
    expect(refused.status).toBe(422);
    expect(refused.body['errors']).toMatchObject([{ pointer: '/events/1', code: 'unknown_event' }]);
  });
});

describe('updateWebhook', () => {
  it('200 with `*`; 422 for an unknown name', async () => {
    const { id } = await ok(
      client.post('/v1/webhooks', { url: `${receiver.url}/x`, events: ['payment.completed'], enabled: false }),
    );
    const path = `/v1/webhooks/${id}`;
    expect((await ok(client.send('PATCH', path, { events: ['*'] })))['events']).toEqual(['*']);
    const refused = await client.send('PATCH', path, { events: ['payout.*'] });
    expect([refused.status, errors(refused)]).toEqual([422, ['/events/0 unknown_event']]);
  });
});
