import type { EnvironmentScope, Transaction } from './database/database.js';
import { Registry } from './wiring/registry.js';

/** A payment method that its customer has no more. */
export interface RemovedPaymentMethod extends EnvironmentScope {
  readonly customerId: string;
  readonly id: string;
}

/** Keeps payment methods for later use. It is called in the transaction that removes one. */
export interface PaymentMethodUser {
  removed(transaction: Transaction, method: RemovedPaymentMethod): void;
}

export class PaymentMethodUsers extends Registry<PaymentMethodUser> {}
