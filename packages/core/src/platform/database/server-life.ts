import pg from 'pg';
import type { Transaction } from './database.js';
import { namedQuery } from './named-query.js';

const NOT_NULL_VIOLATION = '23502';

/**
 * The epoch for a NOT NULL column `epoch`. It is NULL once the server's life is over, after a crash or restart: see
 * docs/decisions/0025.
 */
export const PRESENT_EPOCH = `(SELECT l.epoch FROM server_life l, system_state s
                                WHERE l.started_at = pg_postmaster_start_time() AND l.epoch = s.event_epoch)`;

// Waits for transactions that have read the last epoch, so that their events come before those of the next one.
const HOLD = namedQuery('server_life_hold', 'LOCK TABLE server_life IN ACCESS EXCLUSIVE MODE');

const END = namedQuery('server_life_end', `DELETE FROM server_life WHERE ${PRESENT_EPOCH} IS NULL`);

// The seconds since 2025: a database that was restored to a moment must not use the epochs of its lost future again.
const BEGIN = namedQuery(
  'server_life_begin',
  `WITH begun AS (
     UPDATE system_state
        SET event_epoch = greatest(event_epoch + 1, extract(epoch FROM clock_timestamp() - timestamptz '2025-01-01Z')::int)
      WHERE NOT EXISTS (SELECT FROM server_life)
     RETURNING event_epoch
   )
   INSERT INTO server_life (started_at, epoch) SELECT pg_postmaster_start_time(), event_epoch FROM begun`,
);

/** Whether a statement failed because the server's life is over. */
export function isLifeOver(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === NOT_NULL_VIOLATION && error.column === 'epoch';
}

/** Begins the server's next life, unless another process has. */
export function renewLife(transaction: Transaction): Promise<void> {
  for (const query of [HOLD, END, BEGIN]) transaction.queue(query, []);
  return Promise.resolve();
}
