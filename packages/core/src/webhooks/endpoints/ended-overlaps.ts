import type { Database } from '../../platform/database/database.js';
import { namedQuery } from '../../platform/database/named-query.js';

// Readers use the next secret and version from the end of the overlap on, so nothing visible changes here. A locked
// endpoint is left for the next round.
const END_OVERLAPS = namedQuery(
  'webhooks_end_overlaps',
  `WITH over AS (
     SELECT environment_id, id FROM webhooks WHERE overlap_until <= now() ORDER BY overlap_until LIMIT $1
        FOR UPDATE SKIP LOCKED
   )
   UPDATE webhooks w
      SET secret_ciphertext = next_secret_ciphertext, secret_data_key = next_secret_data_key,
          next_secret_ciphertext = NULL, next_secret_data_key = NULL, overlap_until = NULL,
          version = version + 1
     FROM over o WHERE w.environment_id = o.environment_id AND w.id = o.id
   RETURNING w.id`,
);

/** Secret rotations of all environments whose overlap has ended. */
export class EndedOverlaps {
  constructor(private readonly database: Database) {}

  /** Removes up to `limit` replaced secrets, and returns how many. */
  async clear(limit: number): Promise<number> {
    return (await this.database.forSystem().run(END_OVERLAPS, [limit])).length;
  }
}
