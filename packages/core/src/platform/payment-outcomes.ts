import type { Transaction } from './database/database.js';
import type { WorkRef } from './queues/work-queues.js';
import { Registry } from './wiring/registry.js';

/** A payment that has just got its final status. */
export interface SettledPayment {
  readonly environmentId: number;
  readonly id: string;
  /** The subscription that it was made for. */
  readonly subscriptionId: string | null;
  readonly status: 'completed' | 'failed';
}

/**
 * Acts on the outcome of payments. It is called in the transaction that writes the outcome and holds the payment's row: its
 * writes commit with the outcome, or not at all.
 */
export interface PaymentOutcomeListener {
  /** Answers the deliveries to hint at once the transaction is committed. */
  settled(transaction: Transaction, payment: SettledPayment): Promise<readonly WorkRef[]>;
}

export class PaymentOutcomeListeners extends Registry<PaymentOutcomeListener> {}
