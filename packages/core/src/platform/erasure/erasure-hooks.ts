import type { EnvironmentScope, Transaction } from '../database/database.js';

/** A customer whose personal data is being erased. */
export interface ErasedCustomer extends EnvironmentScope {
  readonly customerId: string;
}

/** Objects of customers that hold personal data, or end with the customer. */
export interface PersonalObjects {
  /** Names them in the progress of an erasure; it never changes. */
  readonly name: string;
  /**
   * Erases the customer from the next of the objects, up to `limit` with ids above `afterId`, and answers their ids in
   * order. It may be called again for the same ones. From its commit on, nothing new may be told of them as they were:
   * it waits for whoever is changing them.
   */
  erase(transaction: Transaction, customer: ErasedCustomer, afterId: string, limit: number): Promise<string[]>;
}

/** Keeps what was told about objects: events, and what became of their deliveries. */
export interface PersonalTraces {
  /** Erases the customer from what is kept about these objects. It may be called again for the same ones. */
  erase(transaction: Transaction, customer: ErasedCustomer, objectIds: readonly string[]): Promise<void>;
}

/** Where all {@link PersonalObjects} are registered, in the order in which they are erased. */
export const PERSONAL_OBJECTS = Symbol('personal objects');

/** Where all {@link PersonalTraces} are registered, in the order in which they are erased. */
export const PERSONAL_TRACES = Symbol('personal traces');
