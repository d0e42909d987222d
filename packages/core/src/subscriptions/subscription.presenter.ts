import type { Schemas } from '@svc/contract';
import { idTime, toPublicId } from '../platform/ids.js';
import type { Mode } from '../security/environment.entity.js';
import { nextPaymentAt } from './subscription-state.js';
import type { Subscription } from './subscription.entity.js';

/** A subscription in API responses and event data. */
export function presentSubscription(subscription: Subscription, mode: Mode): Schemas['Subscription'] {
  return {
    id: toPublicId('sub', subscription.id),
    customerId: toPublicId('cust', subscription.customerId),
    amount: { value: Number(subscription.amountValue), currency: subscription.currency },
    interval: subscription.interval,
    intervalCount: subscription.intervalCount,
    startAt: subscription.startAt.toISOString(),
    paymentMethodId: subscription.paymentMethodId === null ? null : toPublicId('pm', subscription.paymentMethodId),
    description: subscription.description,
    metadata: subscription.metadata,
    status: subscription.status,
    currentPeriodStart: subscription.currentPeriodStart?.toISOString() ?? null,
    currentPeriodEnd: subscription.currentPeriodEnd?.toISOString() ?? null,
    nextPaymentAt: nextPaymentAt(subscription)?.toISOString() ?? null,
    cancelAtPeriodEnd: subscription.cancelAtPeriodEnd,
    mode,
    version: subscription.version,
    createdAt: idTime(subscription.id).toISOString(),
    updatedAt: subscription.updatedAt.toISOString(),
  };
}
