import type { EnvironmentScope, Transaction } from '../../platform/database/database.js';
import type { EnvironmentTables } from '../../platform/database/environment-tables.js';
import { namedQuery, type NamedQuery } from '../../platform/database/named-query.js';
import type { ConnectionUse } from './connection-uses.js';

/** Queries about the rows of an environment ($1) at a connection ($2). */
export interface PendingQueries {
  readonly table: 'payments' | 'refunds';
  /** SQL for the ids of pending rows. */
  readonly pending: string;
  /** Returns a `reference`. Left out if the rows have none of the processor's. */
  readonly known?: NamedQuery;
  readonly answered: NamedQuery;
  readonly open: NamedQuery;
}

/** Rows of a connection that have not ended. */
export class PendingRows implements ConnectionUse {
  private readonly pending: NamedQuery;
  private readonly waking: NamedQuery;

  constructor(private readonly queries: PendingQueries) {
    const { table, pending } = queries;
    this.pending = namedQuery(`${table}_pending_at_processor`, `${pending} LIMIT 1`);
    // The processor had refused the credentials. Those beyond the limit come back by themselves within a minute.
    this.waking = namedQuery(
      `${table}_wake_at_processor`,
      `UPDATE ${table} t SET due_at = now()
        WHERE t.environment_id = $1 AND t.id = ANY (ARRAY(${pending} LIMIT 10000))
          AND t.due_at BETWEEN now() AND now() + interval '1 minute' AND t.pending_inquiry IS NULL`,
    );
  }

  async isPending(transaction: Transaction, scope: EnvironmentScope, name: string): Promise<boolean> {
    return (await transaction.forEnvironment(scope).run(this.pending, [name])).length > 0;
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
    transaction.queue(this.waking, [environmentId, name]);
  }
}
