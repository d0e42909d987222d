import { CONNECTION } from './known-objects.js';
import { day, pathTo, valueOf, type Known, type Method, type PlannedRequest } from './requests.js';

/** A request for every creation and every action. Those that end an object come last. */
export function changes(known: Known): PlannedRequest[] {
  const id = (name: string): string => valueOf(known, name);
  const amount = { value: 1_000, currency: 'USD' };
  const customerId = id('customerId');
  const card = { type: 'card', processorToken: 'tok_1' };
  const range = { createdFrom: day(30), createdTo: day(0) };
  const lastDay = { createdFrom: day(1), createdTo: day(0) };
  const payments = (name: string): string => pathTo(`/v1/payments/{${name}}`, known);
  const customer = pathTo('/v1/customers/{customerId}', known);
  const webhook = pathTo('/v1/webhooks/{webhookId}', known);
  const madeWebhook = pathTo('/v1/webhooks/{madeWebhookId}', known);
  const processor = pathTo('/v1/processors/{processorId}', known);
  const checkout = pathTo('/v1/checkout-sessions/{checkoutSessionId}', known);
  const urls = { successUrl: 'https://shop.example.com/paid', cancelUrl: 'https://shop.example.com/cart' };
  const subscription = pathTo('/v1/subscriptions/{subscriptionId}', known);
  const [config, keys] = ['/v1/security/config', '/v1/security/api-keys'];
  const anyVersion = { 'if-match': '*' };
  return [
    post('createPayment', '/v1/payments', { amount, customer: { email: id('email') } }, 'customer.email, known'),
    post(
      'createPayment',
      '/v1/payments',
      { amount, customer: { email: `${crypto.randomUUID()}@example.org` } },
      'customer.email, new',
    ),
    post('createPayment', '/v1/payments', { amount, customer: { id: customerId } }, 'customer.id'),
    change('PATCH', 'updatePayment', payments('paymentId'), { description: 'Another' }),
    post('approvePayment', `${payments('held 1')}/approve`, {}),
    post('rejectPayment', `${payments('held 2')}/reject`, {}),
    post('cancelPayment', `${payments('held 3')}/cancel`, {}),
    post('capturePayment', `${payments('authorized 1')}/capture`, {}),
    post('cancelPayment', `${payments('authorized 2')}/cancel`, {}, 'authorized'),
    post('createRefund', '/v1/refunds', { paymentId: id('refundablePaymentId') }),
    post('createCustomer', '/v1/customers', { email: `${crypto.randomUUID()}@example.org` }),
    change('PATCH', 'updateCustomer', customer, { firstName: 'Grace', metadata: { vip: true } }),
    post('createPaymentMethod', `${customer}/payment-methods`, card),
    post('createSubscription', '/v1/subscriptions', { customerId, amount, interval: 'month', intervalCount: 1 }),
    change('PATCH', 'updateSubscription', subscription, { interval: 'year' }),
    post('cancelSubscription', `${subscription}/cancel`, { atPeriodEnd: false }),
    post('createCheckoutSession', '/v1/checkout-sessions', { amount, customer: { id: customerId }, ...urls }),
    post('expireCheckoutSession', `${checkout}/expire`, {}),
    post('advanceTestClock', '/v1/test/clock/advance', { by: 'PT1S' }),
    post('createProcessor', '/v1/processors', { ...CONNECTION, enabled: false }),
    change('PATCH', 'updateProcessor', processor, { name: 'Another' }),
    post('verifyProcessor', `${processor}/verify`, {}),
    // Looks for a payment of the connection among the pending ones.
    { ...change('DELETE', 'deleteProcessor', processor), readsRange: true },
    post('createWebhook', '/v1/webhooks', { url: 'https://receiver.invalid/other', events: ['payment.failed'] }),
    change('PATCH', 'updateWebhook', madeWebhook, { description: 'Another' }),
    post('rotateWebhookSecret', `${madeWebhook}/rotate-secret`, {}),
    post('testWebhook', `${madeWebhook}/test`, {}),
    post('replayWebhook', `${webhook}/replay`, { ...lastDay, onlyFailed: false }),
    post('replayWebhook', `${webhook}/replay`, range, 'onlyFailed'),
    post('redeliverDelivery', `${pathTo('/v1/deliveries/{deliveryId}', known)}/redeliver`, {}),
    post('createApiKey', keys, { name: 'Another', scopes: ['payments:read'], mode: 'test' }),
    change('PATCH', 'updateApiKey', `${keys}/${id('keyId')}`, { name: 'Renamed' }),
    post('rotateApiKey', `${keys}/${id('keyId')}/rotate`, {}),
    change('PATCH', 'updateSecurityConfig', config, { approvalThresholds: [] }, anyVersion),
    post('createReport', '/v1/analytics/reports', { type: 'payments', format: 'csv', ...range }),
    post(
      'createReport',
      '/v1/analytics/reports',
      { type: 'reconciliation', format: 'csv', ...range },
      'reconciliation',
    ),
    post('createReport', '/v1/analytics/reports', { type: 'settlement', format: 'csv', ...range }, 'settlement'),
    change('DELETE', 'deletePaymentMethod', `${customer}/payment-methods/${id('paymentMethodId')}`),
    change('DELETE', 'revokeApiKey', `${keys}/${id('keyId')}`),
    // Scans all data of the customer.
    { ...change('DELETE', 'deleteCustomer', pathTo('/v1/customers/{forgottenCustomerId}', known)), readsRange: true },
    change('DELETE', 'deleteWebhook', madeWebhook),
  ];
}

function post(operationId: string, path: string, body: object, filter = ''): PlannedRequest {
  return { operationId, filter, method: 'POST', path, body, readsRange: false };
}

function change(
  method: Exclude<Method, 'GET' | 'POST'>,
  operationId: string,
  path: string,
  body?: object,
  headers?: Record<string, string>,
): PlannedRequest {
  return {
    operationId,
    filter: '',
    method,
    path,
    readsRange: false,
    ...(body && { body }),
    ...(headers && { headers }),
  };
}
