import { isDatabaseBusy } from '../database/database-away.js';
import type { Database } from '../database/database.js';
import { namedQuery, type NamedQuery } from '../database/named-query.js';

// Whatever comes after a statement that waits for a whole table waits behind it: so long and no longer. It is less than
// what a batch of payments waits for.
const WAIT_BRIEFLY = namedQuery('partitions_wait_briefly', `SELECT set_config('lock_timeout', '40ms', true)`);

const TAKE_TURN = namedQuery(
  'partitions_take_turn',
  `SELECT pg_try_advisory_xact_lock(hashtext('svc:make_partitions')) AS taken`,
);

/**
 * Runs one statement that takes whole tables for itself, and commits right behind it. Undefined when others are using
 * them and did not let go at once, or another worker is at the partitions: nothing has been done then.
 */
export async function briefly<Row>(
  database: Database,
  query: NamedQuery,
  values: readonly unknown[],
): Promise<Row[] | undefined> {
  try {
    const turn = await database.transaction(async (transaction) => {
      transaction.queue(WAIT_BRIEFLY, []);
      const [row] = await transaction.run<{ taken: boolean }>(TAKE_TURN, []);
      // Not awaited in here: the commit is on its way before the answer is back.
      return row?.taken === true ? { answer: transaction.run<Row>(query, values) } : undefined;
    });
    return await turn?.answer;
  } catch (error) {
    if (isDatabaseBusy(error)) return undefined;
    throw error;
  }
}
