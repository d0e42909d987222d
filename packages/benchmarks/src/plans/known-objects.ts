import type { Known } from './requests.js';

/** Asks the API, and answers the body. Throws on anything but success. */
export type Ask = (method: 'GET' | 'POST', path: string, body?: object) => Promise<Record<string, unknown>>;

const HALF_A_YEAR_MS = 182 * 86_400_000;

/** What is there to be asked for, of the middle of what was seeded, and what has to be made first. */
export async function knownObjects(ask: Ask): Promise<Known> {
  const before = `limit=1&createdTo=${new Date(Date.now() - HALF_A_YEAR_MS).toISOString()}`;
  const first = async (path: string): Promise<Record<string, string>> => {
    const [object] = (await ask('GET', path))['data'] as Record<string, string>[];
    if (object === undefined) throw new Error(`${path} lists nothing`);
    return object;
  };
  const idOf = async (path: string): Promise<string> => (await first(path))['id'] ?? '';
  const made = async (path: string, body: object): Promise<string> => String((await ask('POST', path, body))['id']);

  const customer = await first(`/v1/customers?${before}`);
  const customerId = customer['id'] ?? '';
  const webhookId = await idOf('/v1/webhooks?limit=1');
  const delivery = await first('/v1/deliveries?limit=1');
  const amount = { value: 1_000, currency: 'USD' };
  const range = { createdFrom: '2026-01-01T00:00:00Z', createdTo: '2026-02-01T00:00:00Z' };
  const refund = await first(`/v1/refunds?${before}`);
  const keyId = await made('/v1/security/api-keys', { name: 'Asked for', scopes: ['payments:read'] });
  return {
    paymentId: refund['paymentId'] ?? '',
    refundId: refund['id'] ?? '',
    refundablePaymentId: await idOf('/v1/payments?limit=1&status=completed'),
    customerId,
    email: customer['email'] ?? '',
    reference: 'order-2',
    paymentMethodId: await made(`/v1/customers/${customerId}/payment-methods`, {
      type: 'card',
      processorToken: 'tok_2',
    }),
    subscriptionId: await made('/v1/subscriptions', { customerId, amount, interval: 'month', intervalCount: 1 }),
    webhookId,
    deliveryId: delivery['id'] ?? '',
    eventId: delivery['eventId'] ?? '',
    keyId,
    objectId: keyId,
    reportId: await made('/v1/analytics/reports', { type: 'refunds', format: 'csv', ...range }),
    'listPayments cursor': await cursorOf(ask, '/v1/payments'),
    'listRefunds cursor': await cursorOf(ask, '/v1/refunds'),
    'listCustomers cursor': await cursorOf(ask, '/v1/customers'),
    'listEvents cursor': await cursorOf(ask, '/v1/events'),
    'listDeliveries cursor': await cursorOf(ask, '/v1/deliveries'),
  };
}

async function cursorOf(ask: Ask, path: string): Promise<string> {
  return String((await ask('GET', path))['nextCursor']);
}
