import type { EnvironmentScope, Transaction } from './database/database.js';

/** A payment method that its customer has no more. */
export interface RemovedPaymentMethod extends EnvironmentScope {
  readonly customerId: string;
  readonly id: string;
}

/** Who keeps payment methods for later. It is told within the transaction that removes one. */
export interface PaymentMethodUser {
  removed(transaction: Transaction, method: RemovedPaymentMethod): void;
}

/** Where all {@link PaymentMethodUser}s are registered. */
export const PAYMENT_METHOD_USERS = Symbol('payment method users');
