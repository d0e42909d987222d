import type { EnvironmentScope, Transaction } from '../../platform/database/database.js';
import type { EnvironmentTables } from '../../platform/database/environment-tables.js';
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

// The limit bounds the search if the newest payments went elsewhere.
const KNOWN = namedQuery(
  'payments_known_reference',
  `SELECT p.processor_reference AS reference
     FROM (SELECT id, processor, processor_reference FROM payments WHERE environment_id = $1 ORDER BY id DESC LIMIT 10000) p
    WHERE p.processor = $2 AND p.processor_reference IS NOT NULL ORDER BY p.id DESC LIMIT 1`,
);

/** The payments that a connection has begun and not ended, or that wait for it. */
export class PendingPayments implements ConnectionUse {
  async isPending(transaction: Transaction, scope: EnvironmentScope, name: string): Promise<boolean> {
    return (await transaction.forEnvironment(scope).run(PENDING, [name])).length > 0;
  }

  async knownReference(tables: EnvironmentTables, name: string): Promise<string | undefined> {
    const [known] = await tables.run<{ reference: string }>(KNOWN, [name]);
    return known?.reference;
  }

  wake(transaction: Transaction, { environmentId }: EnvironmentScope, name: string): void {
    transaction.queue(WAKE, [environmentId, name]);
  }
}
