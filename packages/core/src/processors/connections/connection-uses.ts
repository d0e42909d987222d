import type { EnvironmentScope, Transaction } from '../../platform/database/database.js';
import { Registry } from '../../platform/wiring/registry.js';

/** A concept with work that needs a connection. */
export interface ConnectionUse {
  /** Whether work of the connection is pending; `name` is the name that payments store. */
  isPending(transaction: Transaction, scope: EnvironmentScope, name: string): Promise<boolean>;
  /** Makes work due that waits because the processor refused the credentials. */
  wake(transaction: Transaction, scope: EnvironmentScope, name: string): void;
}

export class ConnectionUses extends Registry<ConnectionUse> {}
