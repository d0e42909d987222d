import type { Database } from '../../platform/database/database.js';
import { namedQuery } from '../../platform/database/named-query.js';

// Every payment in processing has a due time. The condition on `due_at` skips the many that may wait for a person.
const ANY = namedQuery(
  'payments_in_flight',
  `SELECT EXISTS (
     SELECT 1 FROM payments
      WHERE environment_id = $1 AND status = 'pending' AND stage = 'processing' AND updated_at >= $2
        AND due_at IS NOT NULL
   ) AS any`,
);

/** Finds payments that are with their processor. */
export class PaymentsInFlight {
  constructor(private readonly database: Database) {}

  /** Whether a payment in processing was created or changed since `moment`. */
  async since(environmentId: number, moment: Date): Promise<boolean> {
    const [row] = await this.database.forEnvironment({ environmentId }).run<{ any: boolean }>(ANY, [moment]);
    return row?.any ?? false;
  }
}
