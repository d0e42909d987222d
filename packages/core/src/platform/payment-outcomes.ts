import type { Transaction } from './database/database.js';
import type { WorkRef } from './queues/work-ref.js';
import type { Trace } from './tracing/trace.js';
import { Registry } from './wiring/registry.js';

/** A payment method that a processor has saved with a payment. */
export interface SavedMethod {
  /** The processor's token of it. */
  readonly token: string;
  /** The processor's customer that it is attached to; null if the processor has none. */
  readonly owner: string | null;
  readonly brand: string | null;
  readonly last4: string | null;
  readonly expiryMonth: number | null;
  readonly expiryYear: number | null;
}

export interface SettledPayment {
  readonly environmentId: number;
  readonly id: string;
  readonly subscriptionId: string | null;
  readonly checkoutSessionId: string | null;
  /** `authorized`: the money is held. */
  readonly status: 'completed' | 'failed' | 'authorized';
  readonly failureCode: string | null;
  /** Whether the processor declined it. Else a client, a person or its expiry ended it. */
  readonly isDeclined: boolean;
  /** As payments store it. */
  readonly processor: string;
  /** The payment method that the processor has saved with the payment. */
  readonly savedMethod: SavedMethod | undefined;
  /** The trace of the payment's event. */
  readonly trace: Trace | null;
}

/** Acts on outcomes, in the transaction that writes the outcome and locks the payment's row. */
export interface PaymentOutcomeListener {
  /** Returns the deliveries to enqueue after the commit. */
  settled(transaction: Transaction, payment: SettledPayment): Promise<readonly WorkRef[]>;
}

export class PaymentOutcomeListeners extends Registry<PaymentOutcomeListener> {}
