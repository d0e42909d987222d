import type { Transaction } from '../platform/database/database.js';
import type { ErasedCustomer, PersonalObjects } from '../platform/erasure/erasure-hooks.js';
import type { SubscriptionCancellation } from './subscription-cancellation.js';

/** Subscriptions hold no personal data, but end with their customer. */
export class SubscriptionErasure implements PersonalObjects {
  readonly name = 'subscriptions';
  /** Before payments: a subscription creates payments until it is cancelled. */
  readonly order = 1;

  constructor(private readonly cancellation: SubscriptionCancellation) {}

  erase(transaction: Transaction, customer: ErasedCustomer, afterId: string, limit: number): Promise<string[]> {
    return this.cancellation.cancelOf(transaction, customer, afterId, limit);
  }
}
