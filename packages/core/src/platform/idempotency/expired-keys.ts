import type { Database } from '../database/database.js';
import { namedQuery } from '../database/named-query.js';

const PRUNE = namedQuery(
  'idempotency_prune',
  `DELETE FROM idempotency_keys WHERE (environment_id, key) IN (
     SELECT environment_id, key FROM idempotency_keys WHERE created_at < now() - interval '25 hours' LIMIT $1
       FOR UPDATE SKIP LOCKED)
   RETURNING key`,
);

/** The idempotency keys of all environments that are older than a day. */
export class ExpiredKeys {
  constructor(private readonly database: Database) {}

  /** Deletes up to `limit` of them. Returns how many. */
  async prune(limit: number): Promise<number> {
    return (await this.database.forSystem().run(PRUNE, [limit])).length;
  }
}
