import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseError, type Client } from 'pg';

/** What is loaded. */
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

// Indexes that no constraint needs, foreign keys, and triggers that look at each row. Those of partitions go and come
// with those of their parents.
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

/** Less than what Postgres takes for a deadlock: whoever holds a table may want one that is ours already. */
const LOCK_WAIT_MS = 200;
const LOCKED_WITHIN_MS = 60_000;
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Runs `load` with everything set aside that would be done row by row, and then does it at once. In the caller's
 * transaction: others never see the tables without their constraints, and wait meanwhile.
 */
export async function loadInBulk(client: Client, load: () => Promise<void>, onRestore: () => void): Promise<void> {
  await lockTables(client);
  const { rows } = await client.query<{ drop: string; make: string }>(DEFINITIONS, [LOADED_TABLES]);
  for (const { drop } of rows) await client.query(drop);
  await load();
  onRestore();
  for (const { make } of rows) await client.query(make);
}

/** Locks all tables, or none for long: processes at work go on between two attempts. */
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
