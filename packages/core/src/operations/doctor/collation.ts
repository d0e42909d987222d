import { failed, ok, type Finding } from './finding.js';
import type { Ask } from './postgres.js';

const ABOUT = 'collation';
const HARM = 'unique indexes may miss rows';

/**
 * Checks that texts are sorted as when the indexes were made. After an update of the system's locales they may not be: unique
 * indexes then miss rows, such as idempotency keys. A locale without versions, such as C, never changes.
 */
export async function examineCollation(ask: Ask): Promise<Finding> {
  const { database, made, present } = (await ask(
    `SELECT quote_ident(datname) AS database, datcollversion AS made,
            pg_database_collation_actual_version(oid) AS present
       FROM pg_database WHERE datname = current_database()`,
  )) as { database: string; made: string | null; present: string | null };
  if (made === null || made === present) return ok(ABOUT, 'unchanged since the indexes were made');
  const before = `the indexes were made with version ${made} of the locale`;
  if (present === null) {
    const cure = 'dump the database and restore it with the locale C';
    return failed(ABOUT, `${before}, and this system knows none: ${HARM}; ${cure}`);
  }
  const cure = `run REINDEX DATABASE CONCURRENTLY ${database}, then ALTER DATABASE ${database} REFRESH COLLATION VERSION`;
  return failed(ABOUT, `${before}, and this system has version ${present}: ${HARM}; ${cure}`);
}
