import type { EnvironmentScope, Transaction } from '../database/database.js';
import { Registry } from '../wiring/registry.js';

/** A customer whose personal data is being erased. */
export interface ErasedCustomer extends EnvironmentScope {
  readonly customerId: string;
}

/** Objects of customers that hold personal data, or end with the customer. */
export interface PersonalObjects {
  /** Names them in the progress of an erasure; it never changes. */
  readonly name: string;
  /** Objects with a lower number are erased first. */
  readonly order: number;
  /**
   * Erases the customer from the next of the objects, up to `limit` with ids above `afterId`, and answers their ids in
   * order. It may be called again for the same ones. From its commit on, nothing new may be told of them as they were:
   * it waits for whoever is changing them.
   */
  erase(transaction: Transaction, customer: ErasedCustomer, afterId: string, limit: number): Promise<string[]>;
}

/** Keeps what was told about objects: events, and what became of their deliveries. */
export interface PersonalTraces {
  /** Traces with a lower number are erased first: a trace may be a copy of an earlier one. */
  readonly order: number;
  /** Erases the customer from what is kept about these objects. It may be called again for the same ones. */
  erase(transaction: Transaction, customer: ErasedCustomer, objectIds: readonly string[]): Promise<void>;
}

export class PersonalObjectsRegistry extends Registry<PersonalObjects> {}

export class PersonalTracesRegistry extends Registry<PersonalTraces> {}
