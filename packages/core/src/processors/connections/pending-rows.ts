import type { EnvironmentScope, Transaction } from '../../platform/database/database.js';
import type { EnvironmentTables } from '../../platform/database/environment-tables.js';
import type { NamedQuery } from '../../platform/database/named-query.js';
import type { ConnectionUse } from './connection-uses.js';

/** Queries about the rows of an environment ($1) at a connection ($2). */
export interface PendingQueries {
  readonly pending: NamedQuery;
  readonly wake: NamedQuery;
  /** Returns a `reference`. Left out if the rows have none of the processor's. */
  readonly known?: NamedQuery;
  readonly answered: NamedQuery;
  readonly open: NamedQuery;
}

/** Rows of a connection that have not ended. */
export class PendingRows implements ConnectionUse {
  constructor(private readonly queries: PendingQueries) {}

  async isPending(transaction: Transaction, scope: EnvironmentScope, name: string): Promise<boolean> {
    return (await transaction.forEnvironment(scope).run(this.queries.pending, [name])).length > 0;
  }

  async knownReference(tables: EnvironmentTables, name: string): Promise<string | undefined> {
    const { known } = this.queries;
    const [row] = known === undefined ? [] : await tables.run<{ reference: string }>(known, [name]);
    return row?.reference;
  }

  async answeredAttempt(tables: EnvironmentTables, name: string): Promise<string | undefined> {
    const [answered] = await tables.run<{ id: string }>(this.queries.answered, [name]);
    return answered?.id;
  }

  async openAttempt(tables: EnvironmentTables, name: string): Promise<string | undefined> {
    const [attempt] = await tables.run<{ id: string }>(this.queries.open, [name]);
    return attempt?.id;
  }

  wake(transaction: Transaction, { environmentId }: EnvironmentScope, name: string): void {
    transaction.queue(this.queries.wake, [environmentId, name]);
  }
}
