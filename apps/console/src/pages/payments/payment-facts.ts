import type { Payment } from '@svc/sdk';
import type { Fact } from '../../lib/facts';
import { moneyText, type Money } from '../../lib/money';
import { timeText } from '../../lib/time';
import { statusText } from '../../lib/status-text';

/** What the page says about a payment. */
export function paymentFacts(payment: Payment): Fact[] {
  const { customer, processor, failure, nextAction } = payment;
  return [
    { label: 'Amount', text: moneyText(payment.amount) },
    { label: 'Status', text: statusText(payment.status) },
    { label: 'Stage', text: payment.stage === null ? null : statusText(payment.stage) },
    { label: 'Page to send the customer to', text: nextAction?.url ?? null, isCopyable: true },
    { label: 'Failure', text: failure === null ? null : `${failure.message} (${failure.code})` },
    { label: 'Captured', text: unlessZero(payment.capturedAmount) },
    { label: 'Can be captured', text: unlessZero(payment.amountCapturable) },
    { label: 'Capture before', text: timeOf(payment.captureBefore) },
    { label: 'Refunded', text: unlessZero(payment.refundedAmount) },
    { label: 'Can be refunded', text: unlessZero(payment.refundableAmount) },
    { label: 'Disputed', text: unlessZero(payment.disputedAmount) },
    { label: 'Reference', text: payment.reference, isCopyable: true },
    { label: 'Description', text: payment.description },
    { label: 'Customer', text: customer?.id ?? null, path: `customers/${customer?.id}`, isCopyable: true },
    { label: 'Customer name', text: [customer?.firstName, customer?.lastName].filter(Boolean).join(' ') || null },
    { label: 'Customer e-mail', text: customer?.email ?? null, isCopyable: true },
    { label: 'Payment method', text: payment.paymentMethodId, isCopyable: true },
    { label: 'Subscription', text: payment.subscriptionId, isCopyable: true },
    { label: 'Processor', text: processor === null ? 'None (decided manually)' : processor.kind },
    { label: 'Connection', text: connectionOf(payment), path: `processors/${processor?.id}`, isCopyable: true },
    { label: 'Reference at the processor', text: processor?.reference ?? null, isCopyable: true },
    { label: 'Capture', text: payment.captureMethod },
    { label: 'Initiated by', text: payment.initiator },
    { label: 'Statement descriptor', text: payment.statementDescriptorSuffix },
    { label: 'Receipt to', text: payment.receiptEmail },
    { label: 'Expires', text: timeOf(payment.expiresAt) },
    { label: 'Created', text: timeText(payment.createdAt) },
    { label: 'Changed', text: timeText(payment.updatedAt) },
  ];
}

function unlessZero(money: Money): string | null {
  return money.value === 0 ? null : moneyText(money);
}

function timeOf(moment: string | null): string | null {
  return moment === null ? null : timeText(moment);
}

/** The sandbox and the gateway of the operator have no connection. */
function connectionOf({ processor }: Payment): string | null {
  return processor === null || processor.id === processor.kind ? null : processor.id;
}
