import type { EnvironmentScope, Transaction } from '../platform/database/database.js';
import { namedQuery } from '../platform/database/named-query.js';
import type { ConnectionUse } from '../processors/connections/connection-uses.js';

const PENDING = namedQuery(
  'refunds_pending_at_processor',
  `SELECT r.id FROM refunds r JOIN payments p ON p.environment_id = r.environment_id AND p.id = r.payment_id
    WHERE r.environment_id = $1 AND r.status = 'pending' AND p.processor = $2 LIMIT 1`,
);

// The processor had refused the credentials. Those beyond the limit come back by themselves within a minute.
const WAKE = namedQuery(
  'refunds_wake_at_processor',
  `UPDATE refunds t SET due_at = now()
    WHERE t.environment_id = $1 AND t.id = ANY (ARRAY(
            SELECT r.id FROM refunds r JOIN payments p ON p.environment_id = r.environment_id AND p.id = r.payment_id
             WHERE r.environment_id = $1 AND r.status = 'pending' AND p.processor = $2 LIMIT 10000))
      AND t.due_at BETWEEN now() AND now() + interval '1 minute' AND t.pending_inquiry IS NULL`,
);

/** The refunds of a connection's payments that have not ended. */
export class PendingRefunds implements ConnectionUse {
  async isPending(transaction: Transaction, scope: EnvironmentScope, name: string): Promise<boolean> {
    return (await transaction.forEnvironment(scope).run(PENDING, [name])).length > 0;
  }
  wake(transaction: Transaction, { environmentId }: EnvironmentScope, name: string): void {
    transaction.queue(WAKE, [environmentId, name]);
  }
}
