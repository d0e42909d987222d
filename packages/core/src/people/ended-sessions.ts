import type { Database } from '../platform/database/database.js';
import { namedQuery } from '../platform/database/named-query.js';

const PRUNE_SESSIONS = namedQuery(
  'sessions_prune',
  `DELETE FROM sessions WHERE id IN (
     SELECT id FROM sessions WHERE ends_at < now() - interval '1 day' LIMIT $1 FOR UPDATE SKIP LOCKED)
   RETURNING id`,
);

// Used ones are kept for a month as well, so that their page says why they do not work.
const PRUNE_LINKS = namedQuery(
  'sign_in_links_prune',
  `DELETE FROM sign_in_links WHERE id IN (
     SELECT id FROM sign_in_links WHERE expires_at < now() - interval '30 days' LIMIT $1 FOR UPDATE SKIP LOCKED)
   RETURNING id`,
);

/** The sessions that have ended, and the sign-in links that have expired. */
export class EndedSessions {
  constructor(private readonly database: Database) {}

  /** Deletes up to `limit` of each. Returns the larger number. */
  async prune(limit: number): Promise<number> {
    const runner = this.database.forAuthentication();
    const deleted = await Promise.all([PRUNE_SESSIONS, PRUNE_LINKS].map((query) => runner.run(query, [limit])));
    return Math.max(...deleted.map((rows) => rows.length));
  }
}
