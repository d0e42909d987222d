import type { EnvironmentScope, Transaction } from './database/database.js';
import { Registry } from './wiring/registry.js';

export interface RemovedPaymentMethod extends EnvironmentScope {
  readonly customerId: string;
  readonly id: string;
}

/** Something that stores payment methods for later use. It is called in the transaction that removes one. */
export interface PaymentMethodUser {
  removed(transaction: Transaction, method: RemovedPaymentMethod): void;
}

export class PaymentMethodUsers extends Registry<PaymentMethodUser> {}
