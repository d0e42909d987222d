import type { EnvironmentScope, Transaction } from './database/database.js';
import type { WorkRef } from './queues/work-ref.js';
import type { Trace } from './tracing/trace.js';
import { Registry } from './wiring/registry.js';

export interface RemovedPaymentMethod extends EnvironmentScope {
  readonly customerId: string;
  readonly id: string;
  /** The key or the person that removes it. */
  readonly by: { readonly keyId: string | null; readonly userId: string | null };
  /** The trace of the request that removes it. */
  readonly trace: Trace | undefined;
}

/** Something that stores payment methods for later use. It is called in the transaction that removes one. */
export interface PaymentMethodUser {
  /** Forgets the method. Returns the deliveries to add to the queue after the commit. */
  removed(transaction: Transaction, method: RemovedPaymentMethod): Promise<readonly WorkRef[]>;
}

export class PaymentMethodUsers extends Registry<PaymentMethodUser> {}
