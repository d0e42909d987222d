import type { EnvironmentTables } from '../../platform/database/environment-tables.js';
import type { EnvironmentScope, Transaction } from '../../platform/database/database.js';
import { Registry } from '../../platform/wiring/registry.js';

/** A concept with work that needs a connection. */
export interface ConnectionUse {
  /** Whether work of the connection is pending; `name` is the name that payments store. */
  isPending(transaction: Transaction, scope: EnvironmentScope, name: string): Promise<boolean>;
  /** A reference of the processor that the connection has given access to; undefined if there is none of late. */
  knownReference?(tables: EnvironmentTables, name: string): Promise<string | undefined>;
  /** The id of an attempt that the processor has received, and must still know; undefined if there is none of late. */
  answeredAttempt?(tables: EnvironmentTables, name: string): Promise<string | undefined>;
  /** The id of an attempt of pending work that the processor has received, or may have; undefined if there is none. */
  openAttempt?(tables: EnvironmentTables, name: string): Promise<string | undefined>;
  /** Makes work due that waits because the processor refused the credentials. */
  wake(transaction: Transaction, scope: EnvironmentScope, name: string): void;
}

export class ConnectionUses extends Registry<ConnectionUse> {}
