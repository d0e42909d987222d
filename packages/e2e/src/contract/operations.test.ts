import { randomUUID } from 'node:crypto';
import { ApiError, Svc, type Fetch } from '@svc/sdk';
import { eventually, startReceiver, startStack, type Receiver, type Stack } from '@svc/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Contract, type Operation } from './contract.js';

const contract = new Contract();
const amount = { value: 1000, currency: 'USD' };
const hour = 3_600_000;
const around = (ms: number) => new Date(Date.now() + ms).toISOString();

let receiver: Receiver;
let stack: Stack;
let testKey: string;
let svc: Svc;
/** One object of each kind, by the name that paths have for its id. */
let existing: Record<string, string>;
let customerId: string;
let answers: { operationId: string | undefined; status: number }[] = [];
let faults: string[] = [];

/** Looks at every answer before the library does. */
const watchingFetch: Fetch = async (url, init) => {
  const response = await fetch(url, init);
  const { pathname, search } = new URL(url);
  const method = init.method ?? 'GET';
  const target = pathname + search;
  const { status, headers } = response;
  answers.push({ operationId: contract.operationOf(method, target)?.operationId, status });
  const found = contract.faultsOf({ method, target, status, headers, text: await response.clone().text() });
  faults.push(...found.map((fault) => `${method} ${target} -> ${status}: ${fault}`));
  return response;
};

beforeAll(async () => {
  receiver = await startReceiver();
  stack = await startStack();
  ({ testKey } = await stack.createAccount('enterprise'));
  svc = new Svc(testKey, { baseUrl: stack.apiUrl, fetch: watchingFetch });
  const webhook = await registerWebhook();
  const payment = await svc.payments.create({ amount, metadata: { orderId: '42' } }, { wait: 10 });
  const delivery = await eventually(async () => {
    const { data } = await svc.webhooks.listDeliveries(webhook, { status: 'delivered' });
    expect(data).toHaveLength(2);
    return data[0];
  });
  const ids = { deliveryId: delivery?.id ?? '', eventId: delivery?.eventId ?? '' };
  const refund = await svc.refunds.create({ paymentId: payment.id, amount: { ...amount, value: 1 } });
  ({ id: customerId } = await svc.customers.create({ email: 'grace@example.com' }));
  const method = await svc.customers.addPaymentMethod(customerId, { type: 'wallet', processorToken: 'tok_1' });
  const made = { paymentId: payment.id, refundId: refund.id, subscriptionId: await subscribe() };
  const keyId = await madeKey();
  existing = { ...made, webhookId: webhook, customerId, paymentMethodId: method.id, keyId, ...ids };
});

afterEach(() => {
  const seen = faults;
  answers = [];
  faults = [];
  expect(seen).toEqual([]);
});

afterAll(async () => {
  await stack?.close();
  await receiver?.close();
});

async function registerWebhook(): Promise<string> {
  const { id } = await svc.webhooks.create({
    url: `${receiver.url}/hook`,
    events: ['payment.pending', 'payment.completed'],
  });
  return id;
}

async function madeKey(): Promise<string> {
  const { id } = await svc.apiKeys.create({ name: 'For the contract', scopes: ['payments:read'] });
  return id;
}

async function heldPayment(): Promise<string> {
  const { id } = await svc.payments.create({ amount, metadata: { sandbox: 'hold' } });
  return id;
}

async function subscribe(): Promise<string> {
  const terms = { amount, interval: 'month' as const, intervalCount: 1 };
  const { id } = await svc.subscriptions.create({ customerId, ...terms, startAt: around(24 * hour) });
  return id;
}

/** A customer that nothing else is done with. */
async function newCustomer(): Promise<string> {
  return (await svc.customers.create({ email: `${randomUUID()}@example.com` })).id;
}

async function authorizedPayment(): Promise<string> {
  const { id } = await svc.payments.create({ amount, captureMethod: 'manual', metadata: { sandbox: 'delay:0' } });
  await eventually(async () => expect((await svc.payments.retrieve(id)).stage).toBe('authorized'));
  return id;
}

const id = (name: string) => existing[name] ?? expect.fail(`nothing has a ${name}`);

/** Each operation, carried out with most of what it takes. */
const successes: Record<string, () => Promise<unknown>> = {
  createPayment: () => {
    const customer = { email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace' };
    const params = {
      amount,
      customer,
      description: 'Order 1042',
      metadata: { a: { b: [1, null] } },
      reference: '1042',
    };
    return svc.payments.create(params, { wait: 5, idempotencyKey: randomUUID() });
  },
  listPayments: () =>
    svc.payments.list({
      limit: 1,
      status: 'completed',
      currency: 'USD',
      amountMin: 1,
      metadata: { orderId: '42' },
      createdFrom: around(-hour),
      createdTo: around(hour),
    }),
  getPayment: () => svc.payments.retrieve(id('paymentId')),
  updatePayment: () =>
    svc.payments.update(id('paymentId'), { description: null, metadata: { note: 'a', orderId: '42' } }),
  approvePayment: async () => svc.payments.approve(await heldPayment(), { reason: 'known customer' }),
  rejectPayment: async () => svc.payments.reject(await heldPayment()),
  cancelPayment: async () => svc.payments.cancel(await heldPayment(), { reason: 'changed their mind' }),
  capturePayment: async () => svc.payments.capture(await authorizedPayment(), { reason: 'shipped' }),
  getPaymentTimeline: () => svc.payments.timeline(id('paymentId')),
  createRefund: () => {
    const refunded = { value: 2, currency: 'USD' };
    const params = { paymentId: id('paymentId'), amount: refunded, reason: 'returned', metadata: { returnId: '77' } };
    return svc.refunds.create(params, { idempotencyKey: randomUUID() });
  },
  listRefunds: () =>
    svc.refunds.list({
      limit: 1,
      status: 'completed',
      paymentId: id('paymentId'),
      currency: 'USD',
      amountMax: 2,
      metadata: { returnId: '77' },
      createdFrom: around(-hour),
      createdTo: around(hour),
    }),
  getRefund: () => svc.refunds.retrieve(id('refundId')),
  listPaymentRefunds: () => svc.payments.refunds(id('paymentId'), { status: 'pending', limit: 1 }),
  createSubscription: () => {
    const terms = { amount, interval: 'week' as const, intervalCount: 2, startAt: around(0) };
    const texts = { description: 'Every other week', metadata: { plan: 'basic' } };
    return svc.subscriptions.create({ customerId, ...terms, ...texts }, { idempotencyKey: randomUUID() });
  },
  listSubscriptions: () =>
    svc.subscriptions.list({ limit: 1, status: 'scheduled', customerId, createdFrom: around(-hour) }),
  getSubscription: () => svc.subscriptions.retrieve(id('subscriptionId')),
  updateSubscription: () =>
    svc.subscriptions.update(id('subscriptionId'), { interval: 'year', description: null }, { ifMatch: '*' }),
  cancelSubscription: async () => svc.subscriptions.cancel(await subscribe(), { atPeriodEnd: true }),
  getTestClock: () => svc.testClock.retrieve(),
  advanceTestClock: () => svc.testClock.advance({ by: 'PT1S' }),
  createCustomer: () => {
    const address = { line1: '12 St James Square', city: 'London', postalCode: 'SW1Y 4JH', country: 'GB' };
    const preferences = { locale: 'en-GB', currency: 'GBP', emailReceipts: false };
    const names = { firstName: 'Charles', lastName: 'Babbage', phone: '+44 20 7946 0958' };
    const params = { email: 'charles@example.com', ...names, address, preferences, metadata: { crm: [1] } };
    return svc.customers.create(params, { idempotencyKey: randomUUID() });
  },
  listCustomers: () =>
    svc.customers.list({
      limit: 1,
      email: 'GRACE@example.com',
      metadata: { crm: '1' },
      createdFrom: around(-hour),
      createdTo: around(hour),
    }),
  getCustomer: () => svc.customers.retrieve(id('customerId')),
  updateCustomer: () => {
    const preferences = { currency: null, defaultPaymentMethodId: id('paymentMethodId') };
    const params = { phone: null, address: { city: 'Paris' }, preferences, metadata: { vip: true, old: null } };
    return svc.customers.update(id('customerId'), params, { ifMatch: '*' });
  },
  deleteCustomer: async () => svc.customers.delete(await newCustomer()),
  createPaymentMethod: () => {
    const card = { brand: 'visa', last4: '4242', expiryMonth: 8, expiryYear: 2029 };
    return svc.customers.addPaymentMethod(id('customerId'), { type: 'card', processorToken: 'tok_2', ...card });
  },
  listPaymentMethods: () => svc.customers.listPaymentMethods(id('customerId'), { limit: 5 }),
  deletePaymentMethod: async () => {
    const customer = await newCustomer();
    const method = await svc.customers.addPaymentMethod(customer, { type: 'bank_account', processorToken: 'tok_3' });
    await svc.customers.removePaymentMethod(customer, method.id);
  },
  createWebhook: () => {
    const description = 'for the contract';
    const params = { url: `${receiver.url}/b`, events: ['webhook.test' as const], description, enabled: false };
    return svc.webhooks.create({ ...params, acknowledgeOn: '2xx', secret: 'the secret of b' });
  },
  listWebhooks: () => svc.webhooks.list({ limit: 1 }),
  getWebhook: () => svc.webhooks.retrieve(id('webhookId')),
  updateWebhook: () => svc.webhooks.update(id('webhookId'), { description: 'as it is now' }, { ifMatch: '*' }),
  deleteWebhook: async () => svc.webhooks.delete(await registerWebhook()),
  rotateWebhookSecret: async () => svc.webhooks.rotateSecret(await registerWebhook(), { overlapSeconds: 60 }),
  testWebhook: () => svc.webhooks.test(id('webhookId'), { type: 'payment.completed' }),
  listWebhookDeliveries: () => svc.webhooks.listDeliveries(id('webhookId'), { type: 'payment.completed', limit: 5 }),
  replayWebhook: () =>
    svc.webhooks.replay(id('webhookId'), {
      createdFrom: around(-hour),
      createdTo: around(hour),
      type: 'payment.completed',
      onlyFailed: false,
    }),
  listDeliveries: () =>
    svc.deliveries.list({
      status: 'delivered',
      webhookId: id('webhookId'),
      eventId: id('eventId'),
      type: 'payment.completed',
      createdFrom: around(-hour),
      createdTo: around(hour),
      limit: 5,
    }),
  getDelivery: () => svc.deliveries.retrieve(id('deliveryId')),
  redeliverDelivery: () => svc.deliveries.redeliver(id('deliveryId')),
  listEvents: () => svc.events.list({ order: 'asc', limit: 2 }),
  getEvent: () => svc.events.retrieve(id('eventId')),
  createApiKey: () =>
    svc.apiKeys.create({
      name: 'Limited',
      scopes: ['payments:read', 'payments:write'],
      mode: 'test',
      allowedCidrs: ['203.0.113.0/24', '2001:db8:7::/48'],
      expiresAt: around(hour),
    }),
  listApiKeys: () => svc.apiKeys.list({ limit: 1, status: 'active', mode: 'test' }),
  getApiKey: () => svc.apiKeys.retrieve(id('keyId')),
  updateApiKey: () => svc.apiKeys.update(id('keyId'), { name: 'As it is now', expiresAt: around(hour) }),
  revokeApiKey: async () => svc.apiKeys.revoke(await madeKey()),
  rotateApiKey: async () => svc.apiKeys.rotate(await madeKey(), { overlapSeconds: 60 }),
  getCurrentCaller: () => svc.security.me(),
  getSecurityConfig: () => svc.security.config(),
  updateSecurityConfig: () =>
    svc.security.updateConfig({ approvalThresholds: [{ value: 999_999, currency: 'KWD' }] }, { ifMatch: '*' }),
  listAuditLog: () =>
    svc.security.auditLog({ limit: 1, action: 'api_key.created', objectId: id('keyId'), createdFrom: around(-hour) }),
};

interface Refusal {
  readonly status: number;
  readonly applies?: (operation: Operation) => boolean;
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly ids?: Readonly<Record<string, string>>;
}

const json = { 'Content-Type': 'application/json' };
const takesBody = ({ bodyTypes }: Operation) => bodyTypes.length > 0;
const unknownIds = {
  paymentId: 'pay_1',
  refundId: 'ref_1',
  subscriptionId: 'sub_1',
  webhookId: 'wh_1',
  deliveryId: 'dlv_1',
  eventId: 'evt_1',
  customerId: 'cust_1',
  paymentMethodId: 'pm_1',
  keyId: 'key_1',
};

/** What must be refused wherever the contract says that it can be. */
const refusals: Record<string, Refusal> = {
  'an unknown query parameter': { status: 400, query: '?surprise=1' },
  'malformed JSON': { status: 400, applies: takesBody, headers: json, body: '{' },
  'an unknown key': { status: 401, headers: { Authorization: 'Bearer sk_test_unknown' } },
  'an id that nothing has': {
    status: 404,
    applies: ({ path }) => path.includes('{'),
    ids: unknownIds,
    headers: json,
    body: '{}',
  },
  'an Accept without JSON': { status: 406, headers: { Accept: 'text/html' } },
  'a stale If-Match': { status: 412, headers: { 'If-Match': '"0"', ...json }, body: '{}' },
  'a missing If-Match': { status: 428, headers: json, body: '{}' },
  'a body that is too large': { status: 413, headers: json, body: JSON.stringify({ description: 'x'.repeat(70_000) }) },
  'a body that is no JSON': { status: 415, headers: { 'Content-Type': 'text/plain' }, body: 'hello' },
  'an unknown field': { status: 422, applies: takesBody, headers: json, body: '{"surprise":1}' },
};

/** Asks by plain HTTP: what the library would never send. */
async function refused(operation: Operation, { query = '', headers, body, ids }: Refusal): Promise<number> {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => (ids ?? existing)[name] ?? '');
  const { method } = operation;
  const sendsBody = body !== undefined && takesBody(operation);
  const { 'Content-Type': type, ...others } = headers ?? {};
  const answer = await watchingFetch(stack.apiUrl + path + query, {
    method,
    headers: { Authorization: `Bearer ${testKey}`, ...others, ...(sendsBody && type ? { 'Content-Type': type } : {}) },
    ...(sendsBody ? { body } : {}),
  });
  return answer.status;
}

it('every operation of the contract has its call here', () => {
  expect(Object.keys(successes).sort()).toEqual(contract.operations.map(({ operationId }) => operationId).sort());
});

describe.each(contract.operations.map((operation) => [operation.operationId, operation] as const))(
  '%s',
  (operationId, operation) => {
    const { statuses } = operation;
    const success = statuses.find((status) => status < 300) ?? 0;

    it(`${success} through the library, as the contract has it`, async () => {
      await successes[operationId]?.();
      expect(answers).toContainEqual({ operationId, status: success });
    });

    const possible = Object.entries(refusals).filter(
      ([, { status, applies = () => true }]) => statuses.includes(status) && applies(operation),
    );
    it.each(possible.map(([what, refusal]) => [refusal.status, what, refusal] as const))(
      '%d for %s',
      async (status, _, refusal) => {
        expect(await refused(operation, refusal)).toBe(status);
      },
    );
  },
);

describe.each(['approvePayment', 'rejectPayment', 'cancelPayment', 'capturePayment'] as const)('%s', (operationId) => {
  it('409 for a payment that is settled, with what may be done', async () => {
    const action = {
      approvePayment: 'approve',
      rejectPayment: 'reject',
      cancelPayment: 'cancel',
      capturePayment: 'capture',
    } as const;
    const error: unknown = await svc.payments[action[operationId]](id('paymentId')).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 409, code: 'state_conflict' });
    expect((error as ApiError).problem).toMatchObject({ currentStatus: 'completed', currentStage: null });
  });
});
