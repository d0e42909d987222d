import type { EnvironmentScope, Transaction } from '../database/database.js';
import type { Trace } from '../tracing/trace.js';
import { Registry } from '../wiring/registry.js';

export interface ErasedCustomer extends EnvironmentScope {
  readonly customerId: string;
  /** The trace of the request that deletes the customer. */
  readonly trace: Trace | null;
}

/** Objects of customers that contain personal data, or are deleted with the customer. */
export interface PersonalObjects {
  /** Identifies them in the stored progress of an erasure; must never change. */
  readonly name: string;
  readonly order: number;
  /**
   * Erases the customer from up to `limit` objects with ids above `afterId`, and returns their ids in order.
   * Repeatable. Waits for concurrent changes: after its commit, no new event contains the old data.
   */
  erase(transaction: Transaction, customer: ErasedCustomer, afterId: string, limit: number): Promise<string[]>;
}

/** Where a page of traces ended, in terms of the traces. */
export type TracePosition = readonly string[];

export interface TracePage {
  readonly objectIds: readonly string[];
  /** Where the page before ended; undefined for the first. */
  readonly after: TracePosition | undefined;
  readonly limit: number;
}

/** Copies of objects: events, and the results of their deliveries. */
export interface PersonalTraces {
  /** Lower numbers are erased first: a trace may be a copy of an earlier one. */
  readonly order: number;
  /**
   * Erases the customer from up to `limit` copies of these objects, and returns where it stopped; undefined after the last.
   * Repeatable. Copies made after the first page may be left out: they are made of erased data.
   */
  erase(transaction: Transaction, customer: ErasedCustomer, page: TracePage): Promise<TracePosition | undefined>;
}

export class PersonalObjectsRegistry extends Registry<PersonalObjects> {}

export class PersonalTracesRegistry extends Registry<PersonalTraces> {}
