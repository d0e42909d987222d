import type { EnvironmentScope, Transaction } from '../../platform/database/database.js';
import { connectionIdOf } from '../connections/connection-name.js';
import type { ConnectionUse } from '../connections/connection-uses.js';
import { wakeSweep } from './sweeps.js';

/** Has the lists of a connection read when its credentials are accepted again. */
export class SweptConnections implements ConnectionUse {
  isPending(): Promise<boolean> {
    return Promise.resolve(false);
  }

  wake(transaction: Transaction, scope: EnvironmentScope, name: string): void {
    const id = connectionIdOf(name);
    if (id !== undefined) wakeSweep(transaction, scope, id);
  }
}
