import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseError, type Client } from 'pg';

/** The loaded tables. */
export const LOADED_TABLES = [
  'customers',
  'payments',
  'payment_attempts',
  'payment_transitions',
  'refunds',
  'refund_attempts',
  'ledger_transactions',
  'ledger_entries',
  'events',
  'deliveries',
  'delivery_attempts',
];

// Indexes without a constraint, foreign keys, and triggers per row. Those of partitions are dropped and created with
// those of their parents.
const DEFINITIONS = `
  WITH loaded AS (SELECT unnest($1::text[])::regclass::oid AS oid)
  SELECT 1 AS turn, 'DROP INDEX ' || c.oid::regclass AS drop, replace(pg_get_indexdef(c.oid), ' ON ONLY ', ' ON ') AS make
    FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
   WHERE i.indrelid IN (SELECT oid FROM loaded) AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = c.oid)
  UNION ALL
  SELECT 2, format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname),
         format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
    FROM pg_constraint WHERE contype = 'f' AND conparentid = 0 AND conrelid IN (SELECT oid FROM loaded)
  UNION ALL
  SELECT 3, format('DROP TRIGGER %I ON %s', tgname, tgrelid::regclass), pg_get_triggerdef(oid)
    FROM pg_trigger WHERE tgconstraint <> 0 AND NOT tgisinternal AND tgrelid IN (SELECT oid FROM loaded)
  ORDER BY turn`;

const REFERENCED = `
  SELECT DISTINCT confrelid::regclass::text AS name FROM pg_constraint
   WHERE contype = 'f' AND conrelid = ANY ($1::text[]::regclass[]::oid[])`;

/** Shorter than Postgres's deadlock timeout, since the holder of a table may wait for one of ours. */
const LOCK_WAIT_MS = 200;
const LOCKED_WITHIN_MS = 60_000;
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Runs `load` without indexes, foreign keys and row triggers, and then recreates them. All of it is in the caller's
 * transaction: other sessions wait, and never see the tables without constraints.
 */
export async function loadInBulk(client: Client, load: () => Promise<void>, onRestore: () => void): Promise<void> {
  await lockTables(client);
  const { rows } = await client.query<{ drop: string; make: string }>(DEFINITIONS, [LOADED_TABLES]);
  for (const { drop } of rows) await client.query(drop);
  await load();
  onRestore();
  for (const { make } of rows) await client.query(make);
}

/** Locks all tables together. Between attempts, other sessions continue. */
async function lockTables(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(REFERENCED, [LOADED_TABLES]);
  const tables = new Set([...LOADED_TABLES, ...rows.map(({ name }) => name)]);
  const deadline = performance.now() + LOCKED_WITHIN_MS;
  await client.query(`SET LOCAL lock_timeout = ${LOCK_WAIT_MS}; SAVEPOINT unlocked`);
  for (;;) {
    try {
      await client.query(`LOCK TABLE ${[...tables].join(', ')} IN ACCESS EXCLUSIVE MODE`);
      await client.query('SET LOCAL lock_timeout = 0');
      return;
    } catch (error) {
      const isHeld = error instanceof DatabaseError && error.code === LOCK_NOT_AVAILABLE;
      if (!isHeld || performance.now() > deadline) throw error;
      await client.query('ROLLBACK TO SAVEPOINT unlocked');
      await sleep(LOCK_WAIT_MS);
    }
  }
}
