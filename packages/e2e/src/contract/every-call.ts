import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Svc } from '@svc/sdk';
import { eventually, makeSampleObjects, storedDispute, type Receiver, type Stack } from '@svc/testing';
import type { Operation } from './contract.js';

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

/** The sample objects by path parameter, with a payment that has everything that happens to one. */
export async function makeObjects(
  svc: Svc,
  receiver: Receiver,
  stack: Stack,
  key: string,
): Promise<Record<string, string>> {
  const webhookId = await registerWebhook({ svc, receiver });
  const { id: paymentId } = await svc.payments.create({ amount, metadata: { orderId: '42' } }, { wait: 10 });
  const delivery = await eventually(async () => {
    const { data } = await svc.webhooks.listDeliveries(webhookId, { status: 'delivered' });
    if (data.length !== 2) throw new Error('not all deliveries have succeeded yet');
    return data[0];
  });
  const refund = await svc.refunds.create({ paymentId, amount: { ...amount, value: 1 } });
  return {
    ...Object.fromEntries(await makeSampleObjects(stack, key)),
    ...{ webhookId, paymentId, refundId: refund.id },
    disputeId: await storedDispute(stack, paymentId),
    deliveryId: delivery?.id ?? '',
    eventId: delivery?.eventId ?? '',
    reportId: await readyReport(svc),
  };
}

async function registerWebhook({ svc, receiver }: Pick<Surroundings, 'svc' | 'receiver'>): Promise<string> {
  const url = `${receiver.url}/hook`;
  return (await svc.webhooks.create({ url, events: ['payment.pending', 'payment.completed'] })).id;
}

async function readyReport(svc: Svc): Promise<string> {
  const range = { createdFrom: around(-hour), createdTo: around(hour) };
  const { id } = await svc.reports.create({ type: 'payments', format: 'json', ...range });
  await eventually(async () => {
    const { status } = await svc.reports.retrieve(id);
    if (status !== 'ready') throw new Error('it is not ready yet');
  });
  return id;
}

const methods = new Map(
  [...readFileSync('openapi/client-methods.yaml', 'utf8').matchAll(/^(\w+): (\w+)\.(\w+)$/gm)].map(
    ([, operationId = '', resource = '', method = '']) => [operationId, [resource, method] as const],
  ),
);

/** Calls the method of an operation with the ids of its path and the example of its body. */
export function exampleCall({ svc, id }: Surroundings, operation: Operation): Promise<unknown> {
  const { operationId, path, exampleBody, statuses } = operation;
  const [resource, method] = methods.get(operationId) ?? ['', ''];
  const resources = svc as unknown as Record<string, Record<string, (...args: unknown[]) => Promise<unknown>>>;
  const ids = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => id(name));
  const body = exampleBody === undefined ? [] : [exampleBody];
  const condition = statuses.includes(428) ? [{ ifMatch: '*' }] : [];
  return resources[resource]?.[method]?.(...ids, ...body, ...condition) ?? Promise.reject(new Error('no such method'));
}

/** The calls that need more than the contract's example, or another object because they end it. */
export function ownCalls({ svc, receiver, id }: Surroundings): Record<string, () => Promise<unknown>> {
  const heldPayment = async () => (await svc.payments.create({ amount, metadata: { sandbox: 'hold' } })).id;
  const authorizedPayment = async () => {
    const { id } = await svc.payments.create({ amount, captureMethod: 'manual', metadata: { sandbox: 'delay:0' } });
    await eventually(async () => {
      const { stage } = await svc.payments.retrieve(id);
      if (stage !== 'authorized') throw new Error('it is not authorized yet');
    });
    return id;
  };
  const newCustomer = async () => (await svc.customers.create({ email: `${randomUUID()}@example.com` })).id;
  const newKey = async () => (await svc.apiKeys.create({ name: 'Short-lived', scopes: ['payments:read'] })).id;
  const terms = { amount, interval: 'week' as const, intervalCount: 2, startAt: around(24 * hour) };
  const subscribe = () => svc.subscriptions.create({ customerId: id('customerId'), ...terms });
  return {
    createPayment: () => svc.payments.create({ amount, reference: '1042' }, { wait: 5, idempotencyKey: randomUUID() }),
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
    approvePayment: async () => svc.payments.approve(await heldPayment(), { reason: 'known customer' }),
    rejectPayment: async () => svc.payments.reject(await heldPayment()),
    cancelPayment: async () => svc.payments.cancel(await heldPayment(), { reason: 'changed their mind' }),
    capturePayment: async () => svc.payments.capture(await authorizedPayment(), { reason: 'shipped' }),
    createRefund: () => svc.refunds.create({ paymentId: id('paymentId'), amount: { ...amount, value: 2 } }),
    createSubscription: subscribe,
    cancelSubscription: async () => svc.subscriptions.cancel((await subscribe()).id, { atPeriodEnd: true }),
    advanceTestClock: () => svc.testClock.advance({ by: 'PT1S' }),
    deleteCustomer: async () => svc.customers.delete(await newCustomer()),
    deletePaymentMethod: async () => {
      const customer = await newCustomer();
      const method = await svc.customers.addPaymentMethod(customer, { type: 'bank_account', processorToken: 'tok_3' });
      await svc.customers.removePaymentMethod(customer, method.id);
    },
    createProcessor: () => svc.processors.create(newConnection()),
    deleteProcessor: async () => svc.processors.delete((await svc.processors.create(newConnection())).id),
    createWebhook: () => svc.webhooks.create({ url: `${receiver.url}/b`, events: ['webhook.test'], enabled: false }),
    deleteWebhook: async () => svc.webhooks.delete(await registerWebhook({ svc, receiver })),
    replayWebhook: () =>
      svc.webhooks.replay(id('webhookId'), { createdFrom: around(-hour), createdTo: around(hour), onlyFailed: false }),
    streamEvents: async () => {
      const stream = await svc.events.stream({ type: 'payment.completed', lastEventId: id('eventId') });
      await stream.close();
    },
    revokeApiKey: async () => svc.apiKeys.revoke(await newKey()),
    rotateApiKey: async () => svc.apiKeys.rotate(await newKey(), { overlapSeconds: 60 }),
    downloadReport: async () => {
      const { body } = await svc.reports.download(id('reportId'));
      await new Response(body).text();
    },
  };
}
