import type { Subscription } from '@svc/sdk';
import type { Fact } from '../../lib/facts';
import { MODE_EFFECTS } from '../../lib/mode-effects';
import { moneyText } from '../../lib/money';
import { timeText } from '../../lib/time';
import type { Mode } from '../../session/client';

/** `every month`, `every 2 weeks`. */
export function intervalText({ interval, intervalCount }: Pick<Subscription, 'interval' | 'intervalCount'>): string {
  return intervalCount === 1 ? `every ${interval}` : `every ${intervalCount} ${interval}s`;
}

/** Which subscription a dialog is about. */
export function subscriptionSubject(
  subscription: Pick<Subscription, 'amount' | 'customerId' | 'interval' | 'intervalCount'>,
  mode: Mode,
): string {
  const { amount, customerId } = subscription;
  const price = `${moneyText(amount)} ${intervalText(subscription)}`;
  return `A subscription of ${customerId} for ${price}. ${MODE_EFFECTS[mode]}`;
}

/** What the page of a subscription says about it. */
export function subscriptionFacts(subscription: Subscription): Fact[] {
  const { amount, customerId, currentPeriodStart, currentPeriodEnd, nextPaymentAt } = subscription;
  const hasPeriod = currentPeriodStart !== null && currentPeriodEnd !== null;
  return [
    { label: 'Price', text: `${moneyText(amount)} ${intervalText(subscription)}` },
    { label: 'Customer', text: customerId, path: `customers/${customerId}`, isCopyable: true },
    { label: 'Payment method', text: subscription.paymentMethodId },
    { label: 'Description', text: subscription.description },
    {
      label: 'Current period',
      text: hasPeriod ? `${timeText(currentPeriodStart)} to ${timeText(currentPeriodEnd)}` : null,
    },
    { label: 'Next payment', text: nextPaymentAt === null ? null : timeText(nextPaymentAt) },
    { label: 'Ends', text: subscription.cancelAtPeriodEnd ? 'at the end of the current period' : null },
    { label: 'Starts', text: timeText(subscription.startAt) },
    { label: 'Created', text: timeText(subscription.createdAt) },
  ];
}
