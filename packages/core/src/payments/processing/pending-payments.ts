import type { EnvironmentScope, Transaction } from '../../platform/database/database.js';
import { namedQuery } from '../../platform/database/named-query.js';
import type { ConnectionUse } from '../../processors/connections/connection-uses.js';

const PENDING = namedQuery(
  'payments_pending_at_processor',
  `SELECT id FROM payments WHERE environment_id = $1 AND status = 'pending' AND processor = $2 LIMIT 1`,
);

// The processor had refused the credentials. Those beyond the limit come back by themselves within a minute.
const WAKE = namedQuery(
  'payments_wake_at_processor',
  `UPDATE payments t SET due_at = now()
    WHERE t.environment_id = $1 AND t.id = ANY (ARRAY(SELECT id FROM payments WHERE environment_id = $1 AND status = 'pending' AND processor = $2 LIMIT 10000))
      AND t.due_at BETWEEN now() AND now() + interval '1 minute' AND t.pending_inquiry IS NULL`,
);

/** The payments that a connection has begun and not ended, or that wait for it. */
export class PendingPayments implements ConnectionUse {
  async isPending(transaction: Transaction, scope: EnvironmentScope, name: string): Promise<boolean> {
    return (await transaction.forEnvironment(scope).run(PENDING, [name])).length > 0;
  }
  wake(transaction: Transaction, { environmentId }: EnvironmentScope, name: string): void {
    transaction.queue(WAKE, [environmentId, name]);
  }
}
