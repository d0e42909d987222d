import type { Schemas } from '@svc/contract';
import { idTime, toPublicId } from '../platform/ids.js';
import { publicProcessor } from '../processors/connections/connection-name.js';
import { MANUAL } from '../processors/manual-processor.js';
import type { Mode } from '../security/environment.entity.js';
import { capturable, captured, refundable } from './payment-amounts.js';
import type { Payment } from './payment.entity.js';

/** The properties that a payment in API responses consists of. */
export const PRESENTED_PROPERTIES = [
  'id',
  'version',
  'status',
  'stage',
  'amountValue',
  'currency',
  'captureValue',
  'captureBefore',
  'captureOrigin',
  'refundedValue',
  'disputedValue',
  'customerId',
  'customerEmail',
  'customerFirstName',
  'customerLastName',
  'description',
  'metadata',
  'reference',
  'processor',
  'processorReference',
  'captureMethod',
  'paymentMethodId',
  'subscriptionId',
  'expiresAt',
  'nextActionUrl',
  'returnUrl',
  'initiator',
  'statementDescriptorSuffix',
  'receiptEmail',
  'failureCode',
  'failureMessage',
  'updatedAt',
] as const satisfies readonly (keyof Payment)[];

type PresentedPayment = Pick<Payment, (typeof PRESENTED_PROPERTIES)[number]>;

/** A payment in API responses; links to this instance begin with `publicUrl`. */
export function presentPayment(payment: PresentedPayment, mode: Mode, publicUrl = ''): Schemas['Payment'] {
  const { currency } = payment;
  const taken = captured(payment);
  const refunded = Number(payment.refundedValue);
  return {
    id: toPublicId('pay', payment.id),
    status: payment.status,
    amount: { value: Number(payment.amountValue), currency },
    customer: presentPayer(payment),
    description: payment.description,
    metadata: payment.metadata,
    reference: payment.reference,
    mode,
    captureMethod: payment.captureMethod,
    processor: presentProcessor(payment),
    paymentMethodId: payment.paymentMethodId && toPublicId('pm', payment.paymentMethodId),
    subscriptionId: payment.subscriptionId && toPublicId('sub', payment.subscriptionId),
    expiresAt: payment.expiresAt?.toISOString() ?? null,
    stage: payment.stage,
    failure: presentFailure(payment),
    capturedAmount: { value: taken, currency },
    amountCapturable: { value: capturable(payment), currency },
    captureBefore: payment.captureBefore?.toISOString() ?? null,
    captureOrigin: payment.status === 'completed' ? payment.captureOrigin : null,
    refundedAmount: { value: refunded, currency },
    disputedAmount: { value: Number(payment.disputedValue), currency },
    refundableAmount: { value: refundable(payment.status, taken, refunded + Number(payment.disputedValue)), currency },
    nextAction: presentNextAction(payment, publicUrl),
    returnUrl: payment.returnUrl,
    initiator: payment.initiator,
    statementDescriptorSuffix: payment.statementDescriptorSuffix,
    receiptEmail: payment.receiptEmail,
    version: payment.version,
    createdAt: idTime(payment.id).toISOString(),
    updatedAt: payment.updatedAt.toISOString(),
  };
}

/** The whole payment in event data, where `version` numbers the payment's events. */
export function presentPaymentEvent(payment: Payment, mode: Mode, publicUrl?: string): Schemas['PaymentEventData'] {
  const { version, ...data } = presentPayment(payment, mode, publicUrl);
  return { ...data, version: payment.eventVersion, paymentVersion: version };
}

function presentPayer(payment: PresentedPayment): Schemas['Payment']['customer'] {
  if (payment.customerId === null || payment.customerEmail === null) return null;
  return {
    id: toPublicId('cust', payment.customerId),
    email: payment.customerEmail,
    firstName: payment.customerFirstName,
    lastName: payment.customerLastName,
  };
}

function presentNextAction({ nextActionUrl }: PresentedPayment, publicUrl: string): Schemas['Payment']['nextAction'] {
  if (nextActionUrl === null) return null;
  return { type: 'redirect', url: /^https?:/.test(nextActionUrl) ? nextActionUrl : `${publicUrl}/${nextActionUrl}` };
}

function presentFailure(payment: PresentedPayment): Schemas['Payment']['failure'] {
  if (payment.failureCode === null) return null;
  return { code: payment.failureCode, message: payment.failureMessage ?? '' };
}

function presentProcessor({
  processor,
  processorReference: reference,
}: PresentedPayment): Schemas['Payment']['processor'] {
  return processor === MANUAL ? null : { ...publicProcessor(processor), reference };
}
