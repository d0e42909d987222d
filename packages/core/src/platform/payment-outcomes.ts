import type { Transaction } from './database/database.js';
import type { WorkRef } from './queues/work-ref.js';
import { Registry } from './wiring/registry.js';

export interface SettledPayment {
  readonly environmentId: number;
  readonly id: string;
  readonly subscriptionId: string | null;
  readonly checkoutSessionId: string | null;
  /** `authorized`: the money is held. */
  readonly status: 'completed' | 'failed' | 'authorized';
  readonly failureCode: string | null;
}

/** Acts on outcomes, in the transaction that writes the outcome and locks the payment's row. */
export interface PaymentOutcomeListener {
  /** Returns the deliveries to enqueue after the commit. */
  settled(transaction: Transaction, payment: SettledPayment): Promise<readonly WorkRef[]>;
}

export class PaymentOutcomeListeners extends Registry<PaymentOutcomeListener> {}
