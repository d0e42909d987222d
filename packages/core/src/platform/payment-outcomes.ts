import type { Transaction } from './database/database.js';
import type { WorkRef } from './queues/work-queues.js';
import { Registry } from './wiring/registry.js';

/** A payment that has just reached its final status. */
export interface SettledPayment {
  readonly environmentId: number;
  readonly id: string;
  /** The subscription that the payment belongs to. */
  readonly subscriptionId: string | null;
  readonly status: 'completed' | 'failed';
}

/**
 * Acts on the outcome of payments. It is called in the transaction that writes the outcome and locks the payment's row,
 * so its writes commit with the outcome or not at all.
 */
export interface PaymentOutcomeListener {
  /** Returns the deliveries to enqueue after the commit. */
  settled(transaction: Transaction, payment: SettledPayment): Promise<readonly WorkRef[]>;
}

export class PaymentOutcomeListeners extends Registry<PaymentOutcomeListener> {}
