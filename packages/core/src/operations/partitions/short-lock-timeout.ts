import { isDatabaseBusy } from '../../platform/database/database-away.js';
import type { Database } from '../../platform/database/database.js';
import { namedQuery, type NamedQuery } from '../../platform/database/named-query.js';

// All later statements on the table queue behind one that waits for the whole table. 40 ms is less than a batch of
// payments waits.
const SHORT_TIMEOUT = namedQuery('partitions_short_timeout', `SELECT set_config('lock_timeout', '40ms', true)`);

const TAKE_TURN = namedQuery(
  'partitions_take_turn',
  `SELECT pg_try_advisory_xact_lock(hashtext('svc:make_partitions')) AS taken`,
);

/**
 * Runs one statement that locks whole tables, and commits right behind it. Undefined when nothing was done: others held
 * the tables for longer than the timeout, or another worker is changing partitions.
 */
export async function withShortLockTimeout<Row>(
  database: Database,
  query: NamedQuery,
  values: readonly unknown[],
): Promise<Row[] | undefined> {
  try {
    const turn = await database.transaction(async (transaction) => {
      transaction.queue(SHORT_TIMEOUT, []);
      const [row] = await transaction.run<{ taken: boolean }>(TAKE_TURN, []);
      // Not awaited in here: the commit is sent before the answer is back.
      return row?.taken === true ? { answer: transaction.run<Row>(query, values) } : undefined;
    });
    return await turn?.answer;
  } catch (error) {
    if (isDatabaseBusy(error)) return undefined;
    throw error;
  }
}
