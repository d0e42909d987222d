import { day, type Known, type Method } from './requests.js';

/** Calls the API and returns the body. Throws unless it succeeds. */
export type Ask = (
  method: Method,
  path: string,
  body?: object,
  headers?: Readonly<Record<string, string>>,
) => Promise<Record<string, unknown>>;

const HALF_A_YEAR = 182;

/** To a gateway that does not exist. */
export const CONNECTION = {
  kind: 'http',
  name: 'Example',
  credentials: {
    url: 'https://gateway.invalid',
    apiKey: 'acq_12345678',
    callbackSecret: `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
  },
};

/** Ids of objects to request: from the middle of the seed, or created with the help of a worker. */
export async function knownObjects(ask: Ask): Promise<Known> {
  const before = `limit=1&createdTo=${day(HALF_A_YEAR)}`;
  const forgotten = `limit=1&createdTo=${day(HALF_A_YEAR + 1)}`;
  const first = async (path: string): Promise<Record<string, string>> => {
    const [object] = (await ask('GET', path))['data'] as Record<string, string>[];
    if (object === undefined) throw new Error(`${path} lists nothing`);
    return object;
  };
  const customer = await first(`/v1/customers?${before}`);
  const refund = await first(`/v1/refunds?${before}`);
  const delivery = await first(`/v1/deliveries?limit=1&createdTo=${day(1)}`);
  return {
    paymentId: refund['paymentId'] ?? '',
    refundId: refund['id'] ?? '',
    // The seed has no disputes.
    disputeId: 'dis_1',
    customerId: customer['id'] ?? '',
    email: customer['email'] ?? '',
    forgottenCustomerId: (await first(`/v1/customers?${forgotten}`))['id'] ?? '',
    reference: 'order-2',
    webhookId: delivery['webhookId'] ?? '',
    deliveryId: delivery['id'] ?? '',
    eventId: delivery['eventId'] ?? '',
    ...(await madeObjects(ask, customer['id'] ?? '')),
    // Settled payments took longer than the log takes to be written.
    requestId: (await first('/v1/requests?limit=1'))['id'] ?? '',
    'listPayments cursor': await cursorOf(ask, '/v1/payments'),
    'listRefunds cursor': await cursorOf(ask, '/v1/refunds'),
    'listCustomers cursor': await cursorOf(ask, '/v1/customers'),
    'listEvents cursor': await cursorOf(ask, '/v1/events'),
    'listDeliveries cursor': await cursorOf(ask, '/v1/deliveries'),
  };
}

async function madeObjects(ask: Ask, customerId: string): Promise<Known> {
  const made = async (path: string, body: object): Promise<string> => String((await ask('POST', path, body))['id']);
  const amount = { value: 1_000, currency: 'USD' };
  const held = (): Promise<string> => made('/v1/payments', { amount, metadata: { sandbox: 'hold' } });
  const settled = (more: object): Promise<string> => made('/v1/payments?wait=20', { amount, ...more });
  const card = { type: 'card', processorToken: 'tok_2' };
  const range = { createdFrom: day(30), createdTo: day(0) };
  const receiver = { url: 'https://receiver.invalid/another', events: ['payment.failed'], enabled: false };
  const keyId = await made('/v1/security/api-keys', { name: 'Asked for', scopes: ['payments:read'] });
  return {
    'held 1': await held(),
    'held 2': await held(),
    'held 3': await held(),
    'authorized 1': await settled({ captureMethod: 'manual' }),
    'authorized 2': await settled({ captureMethod: 'manual' }),
    refundablePaymentId: await settled({}),
    paymentMethodId: await made(`/v1/customers/${customerId}/payment-methods`, card),
    checkoutSessionId: await made('/v1/checkout-sessions', {
      amount,
      successUrl: 'https://shop.example.com/paid',
      cancelUrl: 'https://shop.example.com/cart',
    }),
    subscriptionId: await made('/v1/subscriptions', { customerId, amount, interval: 'month', intervalCount: 1 }),
    processorId: await made('/v1/processors', { ...CONNECTION, enabled: false }),
    madeWebhookId: await made('/v1/webhooks', receiver),
    keyId,
    objectId: keyId,
    reportId: await made('/v1/analytics/reports', { type: 'refunds', format: 'csv', ...range }),
  };
}

async function cursorOf(ask: Ask, path: string): Promise<string> {
  return String((await ask('GET', path))['nextCursor']);
}
