import { randomUUID } from 'node:crypto';
import type { Svc } from '@svc/sdk';
import { eventually, type Receiver } from '@svc/testing';

export const amount = { value: 1000, currency: 'USD' };
const hour = 3_600_000;
const around = (ms: number) => new Date(Date.now() + ms).toISOString();

/** A connection that gets no payments, to a gateway that does not exist. */
const newConnection = () => ({
  kind: 'http' as const,
  name: 'Example',
  enabled: false,
  credentials: {
    url: 'https://gateway.invalid',
    apiKey: 'acq_12345678',
    callbackSecret: `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
  },
});

/** What the calls need: a client, a receiver, and an object of each kind by the name of its path parameter. */
export interface Surroundings {
  readonly svc: Svc;
  readonly receiver: Receiver;
  readonly id: (name: string) => string;
}

/** Creates an object of each kind and returns the ids by path parameter. */
export async function makeObjects(svc: Svc, receiver: Receiver): Promise<Record<string, string>> {
  const { registerWebhook, madeKey, subscribe, readyReport } = makers({ svc, receiver });
  const webhookId = await registerWebhook();
  const payment = await svc.payments.create({ amount, metadata: { orderId: '42' } }, { wait: 10 });
  const delivery = await eventually(async () => {
    const { data } = await svc.webhooks.listDeliveries(webhookId, { status: 'delivered' });
    if (data.length !== 2) throw new Error('not all deliveries have succeeded yet');
    return data[0];
  });
  const refund = await svc.refunds.create({ paymentId: payment.id, amount: { ...amount, value: 1 } });
  const { id: customerId } = await svc.customers.create({ email: 'grace@example.com' });
  const method = await svc.customers.addPaymentMethod(customerId, { type: 'wallet', processorToken: 'tok_1' });
  return {
    paymentId: payment.id,
    refundId: refund.id,
    subscriptionId: await subscribe(customerId),
    checkoutSessionId: (await svc.checkoutSessions.create({ amount, ...checkoutUrls })).id,
    webhookId,
    deliveryId: delivery?.id ?? '',
    eventId: delivery?.eventId ?? '',
    customerId,
    processorId: (await svc.processors.create(newConnection())).id,
    paymentMethodId: method.id,
    keyId: await madeKey(),
    reportId: await readyReport(),
    requestId: await loggedRequest(svc),
  };
}

/** A request is in the log about a second after its response. */
function loggedRequest(svc: Svc): Promise<string> {
  return eventually(async () => {
    const [request] = (await svc.requests.list({ limit: 1 })).data;
    if (request === undefined) throw new Error('no request is in the log yet');
    return request.id;
  });
}

const checkoutUrls = { successUrl: 'https://shop.example.com/paid', cancelUrl: 'https://shop.example.com/cart' };

function makers({ svc, receiver }: Pick<Surroundings, 'svc' | 'receiver'>) {
  const registerWebhook = async (): Promise<string> => {
    const { id } = await svc.webhooks.create({
      url: `${receiver.url}/hook`,
      events: ['payment.pending', 'payment.completed'],
    });
    return id;
  };

  const madeKey = async (): Promise<string> => {
    const { id } = await svc.apiKeys.create({ name: 'For the contract', scopes: ['payments:read'] });
    return id;
  };

  const heldPayment = async (): Promise<string> => {
    const { id } = await svc.payments.create({ amount, metadata: { sandbox: 'hold' } });
    return id;
  };

  const subscribe = async (customerId: string): Promise<string> => {
    const terms = { amount, interval: 'month' as const, intervalCount: 1 };
    const { id } = await svc.subscriptions.create({ customerId, ...terms, startAt: around(24 * hour) });
    return id;
  };

  /** A customer that no other call uses. */
  const newCustomer = async (): Promise<string> => {
    return (await svc.customers.create({ email: `${randomUUID()}@example.com` })).id;
  };

  const authorizedPayment = async (): Promise<string> => {
    const { id } = await svc.payments.create({ amount, captureMethod: 'manual', metadata: { sandbox: 'delay:0' } });
    await eventually(async () => {
      const { stage } = await svc.payments.retrieve(id);
      if (stage !== 'authorized') throw new Error('it is not authorized yet');
    });
    return id;
  };

  const readyReport = async (): Promise<string> => {
    const range = { createdFrom: around(-hour), createdTo: around(hour) };
    const { id } = await svc.reports.create({ type: 'payments', format: 'json', ...range });
    await eventually(async () => {
      const { status } = await svc.reports.retrieve(id);
      if (status !== 'ready') throw new Error('it is not ready yet');
    });
    return id;
  };
  return { readyReport, registerWebhook, madeKey, heldPayment, subscribe, newCustomer, authorizedPayment };
}

/** A call of each operation with most of its parameters. */
export function everyCall({ svc, receiver, id }: Surroundings): Record<string, () => Promise<unknown>> {
  const { registerWebhook, madeKey, heldPayment, subscribe, newCustomer, authorizedPayment } = makers({
    svc,
    receiver,
  });
  return {
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
        order: 'asc',
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
    createCheckoutSession: () =>
      svc.checkoutSessions.create(
        {
          mode: 'payment',
          amount,
          ...checkoutUrls,
          customer: { email: 'ada@example.com' },
          lineItems: [{ name: 'Tea', quantity: 1, unitAmount: amount }],
          locale: 'de',
          processorId: 'sandbox',
          savePaymentMethod: true,
          expiresAt: around(2 * hour),
          metadata: { orderId: '42' },
        },
        { idempotencyKey: randomUUID() },
      ),
    listCheckoutSessions: () =>
      svc.checkoutSessions.list({ limit: 1, status: 'open', createdFrom: around(-hour), createdTo: around(hour) }),
    getCheckoutSession: () => svc.checkoutSessions.retrieve(id('checkoutSessionId')),
    expireCheckoutSession: () => svc.checkoutSessions.expire(id('checkoutSessionId')),
    getDispute: () => svc.disputes.retrieve(id('disputeId')),
    listDisputes: () =>
      svc.disputes.list({
        limit: 1,
        status: 'needs_response',
        paymentId: id('paymentId'),
        createdFrom: around(-hour),
        createdTo: around(hour),
      }),
    createSubscription: () => {
      const terms = { amount, interval: 'week' as const, intervalCount: 2, startAt: around(0) };
      const texts = { description: 'Every other week', metadata: { plan: 'basic' } };
      return svc.subscriptions.create(
        { customerId: id('customerId'), ...terms, ...texts },
        { idempotencyKey: randomUUID() },
      );
    },
    listSubscriptions: () =>
      svc.subscriptions.list({
        limit: 1,
        status: 'scheduled',
        customerId: id('customerId'),
        createdFrom: around(-hour),
      }),
    getSubscription: () => svc.subscriptions.retrieve(id('subscriptionId')),
    updateSubscription: () =>
      svc.subscriptions.update(id('subscriptionId'), { interval: 'year', description: null }, { ifMatch: '*' }),
    cancelSubscription: async () => svc.subscriptions.cancel(await subscribe(id('customerId')), { atPeriodEnd: true }),
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
    createProcessor: () =>
      svc.processors.create({ ...newConnection(), currencies: ['EUR'], amountMin: 1, amountMax: 9 }),
    listProcessors: () => svc.processors.list({ limit: 1 }),
    getProcessor: () => svc.processors.retrieve(id('processorId')),
    updateProcessor: () => svc.processors.update(id('processorId'), { name: 'As it is now' }, { ifMatch: '*' }),
    verifyProcessor: () => svc.processors.verify(id('processorId'), { ifMatch: '*' }),
    deleteProcessor: async () => svc.processors.delete((await svc.processors.create(newConnection())).id),
    createWebhook: () => {
      const description = 'for the contract';
      const params = { url: `${receiver.url}/b`, events: ['webhook.test' as const], description, enabled: false };
      return svc.webhooks.create({
        ...params,
        acknowledgeOn: '2xx',
        retrySchedule: 'extended',
        secret: 'the secret of b',
      });
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
    streamEvents: async () => {
      const stream = await svc.events.stream({ type: 'payment.completed', lastEventId: id('eventId') });
      await stream.close();
    },
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
    getAnalyticsSummary: () => svc.analytics.summary({ interval: 'week', timezone: 'Europe/Berlin', currency: 'USD' }),
    listWebhookHealth: () => svc.analytics.webhooks({ limit: 1, createdFrom: around(-hour), createdTo: around(hour) }),
    createReport: () => {
      const range = { createdFrom: around(-hour), createdTo: around(hour) };
      return svc.reports.create({ type: 'payments', format: 'csv', ...range }, { idempotencyKey: randomUUID() });
    },
    listReports: () => svc.reports.list({ limit: 1, type: 'payments', status: 'ready' }),
    getReport: () => svc.reports.retrieve(id('reportId')),
    downloadReport: async () => {
      const { body } = await svc.reports.download(id('reportId'));
      await new Response(body).text();
    },
    listRequests: () =>
      svc.requests.list({
        limit: 1,
        status: '2xx',
        operationId: 'getPayment',
        method: 'GET',
        createdFrom: around(-hour),
      }),
    getRequest: () => svc.requests.retrieve(id('requestId')),
    listAuditLog: () =>
      svc.security.auditLog({ limit: 1, action: 'api_key.created', objectId: id('keyId'), createdFrom: around(-hour) }),
  };
}
