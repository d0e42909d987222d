import type { Database } from '../../platform/database/database.js';
import { namedQuery } from '../../platform/database/named-query.js';

// All that are being processed fall due some time; those that wait for a person, of which there may be many, do not.
const ANY = namedQuery(
  'payments_in_flight',
  `SELECT EXISTS (
     SELECT 1 FROM payments
      WHERE environment_id = $1 AND status = 'pending' AND stage = 'processing' AND updated_at >= $2
        AND due_at IS NOT NULL
   ) AS any`,
);

/** Tells whether payments are with their processor. */
export class PaymentsInFlight {
  constructor(private readonly database: Database) {}

  /** Whether one is that was created or changed since. */
  async since(environmentId: number, moment: Date): Promise<boolean> {
    const [row] = await this.database.forSystem().run<{ any: boolean }>(ANY, [environmentId, moment]);
    return row?.any ?? false;
  }
}
