import { isDeepStrictEqual } from 'node:util';
import type { Schemas } from '@svc/contract';
import { findOwnMethod } from '../customers/payment-method-store.js';
import type { Database } from '../platform/database/database.js';
import type { TransactionTables } from '../platform/database/transaction-tables.js';
import { validationFailed } from '../platform/errors/domain-error.js';
import { requireMatch } from '../platform/preconditions.js';
import { patchedMetadata } from '../platform/merge-patch.js';
import type { WorkQueues } from '../platform/queues/work-queues.js';
import type { WorkRef } from '../platform/queues/work-ref.js';
import { changedFields, type AuditLog } from '../security/audit-log.js';
import type { Caller } from '../security/caller.js';
import type { SubscriptionChanges } from './subscription-changes.js';
import { cancelledAlready } from './subscription-cancellation.js';
import { withMakers } from './subscription-makers.js';
import { lockSubscription } from './subscription-store.js';
import { afterCancelAtPeriodEnd, afterNewRhythm } from './subscription-state.js';
import { NO_PAYMENT_METHOD, periodErrors } from './subscription-terms.js';
import { presentSubscription } from './subscription.presenter.js';
import type { Subscription } from './subscription.entity.js';

export interface SubscriptionEditsDependencies {
  readonly database: Database;
  readonly changes: SubscriptionChanges;
  readonly queues: WorkQueues;
  readonly audit: AuditLog;
}

/** Changes the terms of subscriptions. The current period keeps its price. */
export class SubscriptionEdits {
  constructor(private readonly deps: SubscriptionEditsDependencies) {}

  /** Applies a patch; a request without changes keeps the version. */
  async update(
    caller: Caller,
    publicId: string,
    patch: Schemas['UpdateSubscription'],
  ): Promise<Schemas['Subscription']> {
    let deliveries: readonly WorkRef[] = [];
    const subscription = await this.deps.database.transaction(async (transaction) => {
      const tables = transaction.forEnvironment(caller);
      const { subscription: before, period, mode } = await lockSubscription(tables, publicId);
      requireMatch(caller, before.version);
      const methodId = await paymentMethodId(tables, before, patch.paymentMethodId);
      const after = withMakers(before, patched(before, patch, methodId), caller.actor);
      if (isDeepStrictEqual(after, { ...before })) return before;
      const changed = await this.deps.changes.save(transaction, before, after, period?.state, caller);
      deliveries = changed.deliveries;
      const changes = changedFields(presentSubscription(before, mode), presentSubscription(after, mode), patch);
      await this.deps.audit.record(transaction, caller, {
        action: 'subscription.updated',
        objectId: publicId,
        changes,
      });
      return changed.subscription;
    }, caller);
    await this.deps.queues.add('deliveries', deliveries);
    return presentSubscription(subscription, caller.mode);
  }
}

/** The payment method after the patch; undefined when it does not exist. */
async function paymentMethodId(
  tables: TransactionTables,
  { customerId, paymentMethodId: current }: Subscription,
  wanted: string | null | undefined,
): Promise<string | null | undefined> {
  if (wanted === undefined) return current;
  return wanted === null ? null : findOwnMethod(tables, customerId, wanted);
}

function patched(
  subscription: Subscription,
  patch: Schemas['UpdateSubscription'],
  methodId: string | null | undefined,
): Subscription {
  const { description, metadata, ...terms } = patch;
  if (subscription.status === 'cancelled' && Object.keys(terms).length > 0) throw cancelledAlready();
  const { interval = subscription.interval, intervalCount = subscription.intervalCount } = terms;
  const errors = periodErrors({ interval, intervalCount });
  if (methodId === undefined) errors.push(NO_PAYMENT_METHOD);
  if (errors.length > 0 || methodId === undefined) {
    throw validationFailed('The change to the subscription is invalid.', ...errors);
  }
  const changed: Subscription = {
    ...subscription,
    amountValue: terms.amount === undefined ? subscription.amountValue : String(terms.amount.value),
    currency: terms.amount?.currency ?? subscription.currency,
    paymentMethodId: methodId,
    description: description === undefined ? subscription.description : description,
    metadata: patchedMetadata(subscription.metadata, metadata),
  };
  const inRhythm = afterNewRhythm(changed, { interval, intervalCount });
  if (terms.cancelAtPeriodEnd === undefined) return inRhythm;
  return terms.cancelAtPeriodEnd ? afterCancelAtPeriodEnd(inRhythm) : { ...inRhythm, cancelAtPeriodEnd: false };
}
