import type { EventKind, Mode } from '@svc/contract';
import { newEvent, type EventPayload, type NewEvent } from '../../events/outbox.js';
import { idTime, toPublicId } from '../../platform/ids.js';

/** What a sample event refers to. */
export interface TestEventContext {
  readonly environmentId: number;
  readonly mode: Mode;
  /** `wh_…` */
  readonly webhookId: string;
  /** The id of the event; its objects have the same number, and do not exist. */
  readonly id: string;
}

/** A sample event for the test of an endpoint. It is not stored. */
export function testEvent(type: EventKind, context: TestEventContext): NewEvent {
  return newEvent({
    environmentId: context.environmentId,
    id: context.id,
    type,
    objectId: context.id,
    data: samples(context)[type],
  });
}

const AMOUNT = { value: 1_000, currency: 'USD' } as const;
const NOTHING = { value: 0, currency: AMOUNT.currency };
const METADATA = { orderId: '1042' };

function samples(context: TestEventContext): { readonly [Kind in EventKind]: EventPayload<Kind> } {
  const { id, mode, webhookId } = context;
  const now = idTime(id);
  const times = { version: 1, createdAt: now.toISOString(), updatedAt: now.toISOString() };
  const record = { mode, ...times };
  const payment = { ...paymentSample(id), ...record, paymentVersion: 1 };
  const subscription = subscriptionSample(id, now);
  const checkout = checkoutSample(id, mode, now);
  return {
    'payment.pending': { ...payment, status: 'pending', stage: 'processing' },
    'payment.authorized': { ...payment, captureMethod: 'manual', status: 'pending', stage: 'authorized' },
    'payment.awaiting_approval': { ...payment, status: 'pending', stage: 'awaiting_approval' },
    'payment.requires_action': {
      ...payment,
      status: 'pending',
      stage: 'requires_action',
      nextAction: { type: 'redirect', url: 'https://acquirer.example.com/actions/1042' },
    },
    'payment.requires_attention': { ...payment, status: 'pending', stage: 'requires_attention' },
    'payment.completed': {
      ...payment,
      status: 'completed',
      stage: null,
      capturedAmount: AMOUNT,
      captureOrigin: 'api',
      refundableAmount: AMOUNT,
    },
    'payment.failed': {
      ...payment,
      status: 'failed',
      stage: null,
      failure: { code: 'insufficient_funds', message: 'The payment was declined.' },
    },
    'refund.completed': { ...refundSample(id), ...record, status: 'completed', failure: null },
    'refund.failed': {
      ...refundSample(id),
      ...record,
      status: 'failed',
      failure: { code: 'insufficient_funds', message: 'The refund was declined.' },
    },
    'dispute.opened': { ...disputeSample(id), ...record, status: 'needs_response' },
    'dispute.updated': { ...disputeSample(id), ...record, status: 'under_review' },
    'dispute.closed': { ...disputeSample(id), ...record, status: 'lost' },
    'subscription.created': { ...subscription, ...record, status: 'active' },
    'subscription.updated': { ...subscription, ...record, status: 'active' },
    'subscription.past_due': { ...subscription, ...record, status: 'past_due' },
    'subscription.cancelled': { ...subscription, ...record, status: 'cancelled', nextPaymentAt: null },
    'customer.created': { ...customerSample(id), ...record },
    'customer.updated': { ...customerSample(id), ...record },
    'checkout.completed': { ...checkout, ...times, status: 'completed', paymentStatus: 'paid' },
    'checkout.expired': { ...checkout, ...times, status: 'expired', paymentStatus: 'unpaid' },
    'webhook.test': { webhookId, message: 'This is a test event.' },
  };
}

function paymentSample(id: string) {
  return {
    id: toPublicId('pay', id),
    amount: AMOUNT,
    customer: { id: toPublicId('cust', id), email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace' },
    description: 'Order 1042',
    captureMethod: 'automatic' as const,
    processor: { id: 'sandbox', kind: 'sandbox' as const, reference: null },
    paymentMethodId: null,
    subscriptionId: null,
    expiresAt: null,
    failure: null,
    capturedAmount: NOTHING,
    amountCapturable: NOTHING,
    captureBefore: null,
    captureOrigin: null,
    refundedAmount: NOTHING,
    disputedAmount: NOTHING,
    refundableAmount: NOTHING,
    nextAction: null,
    returnUrl: null,
    initiator: 'customer' as const,
    statementDescriptorSuffix: null,
    receiptEmail: null,
    reference: 'order-1042',
    metadata: METADATA,
  };
}

function refundSample(id: string) {
  return {
    id: toPublicId('ref', id),
    paymentId: toPublicId('pay', id),
    amount: AMOUNT,
    reason: 'Returned goods',
    metadata: METADATA,
    origin: 'api' as const,
  };
}

function checkoutSample(id: string, mode: Mode, now: Date) {
  return {
    id: toPublicId('cs', id),
    mode: 'payment' as const,
    livemode: mode === 'live',
    url: null,
    amount: AMOUNT,
    customerId: null,
    description: 'Order 1042',
    lineItems: [{ name: 'Tea', quantity: 1, unitAmount: AMOUNT }],
    locale: null,
    processorId: null,
    reference: 'order-1042',
    metadata: METADATA,
    captureMethod: 'automatic' as const,
    savePaymentMethod: false,
    successUrl: 'https://shop.example.com/paid',
    cancelUrl: 'https://shop.example.com/cart',
    expiresAt: new Date(now.getTime() + 3_600_000).toISOString(),
    paymentId: toPublicId('pay', id),
    paymentMethodId: null,
  };
}

function disputeSample(id: string) {
  return {
    id: toPublicId('dis', id),
    paymentId: toPublicId('pay', id),
    amount: AMOUNT,
    withdrawnAmount: AMOUNT,
    reason: 'fraudulent',
    evidenceDueBy: null,
    processorUrl: null,
  };
}

function subscriptionSample(id: string, now: Date) {
  const nextPaymentAt = new Date(now.getTime() + 30 * 86_400_000).toISOString();
  return {
    id: `sub_${id}`,
    customerId: toPublicId('cust', id),
    amount: AMOUNT,
    interval: 'month' as const,
    intervalCount: 1,
    startAt: now.toISOString(),
    paymentMethodId: null,
    description: 'Monthly plan',
    metadata: METADATA,
    currentPeriodStart: now.toISOString(),
    currentPeriodEnd: nextPaymentAt,
    nextPaymentAt,
    cancelAtPeriodEnd: false,
  };
}

function customerSample(id: string) {
  return {
    id: toPublicId('cust', id),
    email: 'ada@example.com',
    firstName: 'Ada',
    lastName: 'Lovelace',
    phone: null,
    address: null,
    preferences: { locale: 'en-GB', currency: 'GBP', emailReceipts: true, defaultPaymentMethodId: null },
    metadata: {},
  };
}
