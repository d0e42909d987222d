import type { Transaction } from './database/database.js';
import type { WorkRef } from './queues/work-ref.js';

/** A payment that has just got its final status. */
export interface SettledPayment {
  readonly environmentId: number;
  readonly id: string;
  /** The subscription that it was made for. */
  readonly subscriptionId: string | null;
  readonly status: 'completed' | 'failed';
}

/**
 * Who goes by the outcome of payments. It is told within the transaction that writes the outcome, holding the payment: what
 * it writes is there with the outcome or not at all.
 */
export interface PaymentOutcomeListener {
  /** Answers the deliveries to hint at once the transaction is committed. */
  settled(transaction: Transaction, payment: SettledPayment): Promise<readonly WorkRef[]>;
}

/** All listeners, for injection. */
export const PAYMENT_OUTCOME_LISTENERS = Symbol('payment outcome listeners');
