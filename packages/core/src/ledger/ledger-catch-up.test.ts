import { createTestDatabase, type TestDatabase } from '@svc/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { entities } from '../entities.js';
import { createDataSource } from '../platform/database/data-source.js';
import type { Database } from '../platform/database/database.js';
import { migrate } from '../platform/database/migrate.js';
import { openDatabase } from '../platform/database/open-database.js';
import { LedgerCatchUp } from './ledger-catch-up.js';
import { Ledger } from './ledger.js';

let server: TestDatabase;
let database: Database;
let logged: unknown[] = [];

/** A database that the version before the ledger has worked on: more payments than one batch of the backfill takes. */
beforeAll(async () => {
  server = await createTestDatabase();
  const source = await createDataSource({ DATABASE_URL: server.url, DATABASE_POOL: 1 }, []).initialize();
  for (const name of source.migrations.map((migration) => migration.name ?? '').reverse()) {
    await source.undoLastMigration();
    if (name.startsWith('Ledger1')) break;
  }
  await source.destroy();
  const settings = { DATABASE_URL: server.url, DATABASE_POOL: 4, PG_PREPARED: true, SQL_CHECK: true };
  database = await openDatabase(settings, entities, { error: () => {} });
  await sql(`INSERT INTO accounts (id, name, tier) VALUES (1, 'A', 'pro')`);
  await sql(`INSERT INTO environments (account_id, mode) VALUES (1, 'test'), (1, 'live')`);
  await sql(`INSERT INTO payments (environment_id, id, status, stage, amount_value, currency, metadata, processor, updated_at)
             SELECT 1 + n % 2, n, CASE n % 4 WHEN 3 THEN 'pending' ELSE 'completed' END,
                    CASE n % 4 WHEN 3 THEN 'processing' END, n, 'USD', '{}', 'sandbox', now()
               FROM generate_series(1, 25000) n`);
  await sql(`INSERT INTO payment_transitions (environment_id, payment_id, version, from_stage, status, at)
             VALUES (1, 2, 2, 'processing', 'completed', '2026-01-01T00:00:00Z')`);
  await complete('refunds', 30_000, 30_001);
  await migrate(server.url);
}, 60_000);

afterAll(async () => {
  await database.close();
  await server.drop();
});

const sql = (text: string) => database.dataSource.query<Record<string, unknown>[]>(text);

/** Refunds of the first payment, or payments, as a process without a ledger would leave them. */
async function complete(table: 'payments' | 'refunds', from: number, to: number): Promise<void> {
  const [columns, values] = table === 'payments' ? ['processor', `'sandbox'`] : ['payment_id', '2'];
  await sql(`INSERT INTO ${table} (environment_id, id, status, amount_value, currency, metadata, updated_at, ${columns})
             SELECT 1, n, 'completed', 1, 'USD', '{}', now(), ${values} FROM generate_series(${from}, ${to}) n`);
  await sql(`INSERT INTO events (environment_id, id, type, object_id, body, epoch, xid)
             SELECT 1, id_at(now()) + n, '${table.slice(0, -1)}.completed', n, '', 1, 1
               FROM generate_series(${from}, ${to}) n`);
}

const catchUp = () =>
  new LedgerCatchUp(database, new Ledger(), -60_000, { warn: (line: unknown) => void logged.push(line) });

async function differences(): Promise<number> {
  const [row] = await sql(`SELECT count(*)::int AS n
                             FROM generate_series(1, 2) e CROSS JOIN LATERAL ledger_compared(e, 0, ${2n ** 63n - 1n}) c
                            WHERE (recorded = posted) IS NOT TRUE`);
  return Number(row?.['n']);
}

describe('the migration', () => {
  it('posts what was completed before, once and nothing else', async () => {
    expect(await differences()).toBe(0);
    const [row] =
      await sql(`SELECT count(*)::int AS n, count(DISTINCT source_id)::int AS sources FROM ledger_transactions
                              WHERE environment_id IN (1, 2)`);
    expect(row).toEqual({ n: 18_752, sources: 18_752 });
  });

  it('knows when that was, also where a refund has changed the payment since', async () => {
    const [row] = await sql(`SELECT at FROM ledger_transactions WHERE environment_id = 1 AND source_id = 2`);
    expect(row?.['at']).toEqual(new Date('2026-01-01T00:00:00Z'));
  });

  it('goes on where it was broken off', async () => {
    await sql(`DELETE FROM migrations WHERE name LIKE 'LedgerBackfill%'`);
    await complete('payments', 40_000, 40_000);
    expect(await differences()).toBe(1);
    await migrate(server.url);
    expect(await differences()).toBe(0);
  });
});

describe('the catch-up', () => {
  it('posts what processes without a ledger have completed since, once, however many workers look', async () => {
    await complete('payments', 50_000, 50_099);
    await complete('refunds', 60_000, 60_009);
    expect(await differences()).toBe(110);
    logged = [];
    const drain = async () => {
      while (await catchUp().advance());
    };
    await Promise.all([drain(), drain(), drain()]);
    await drain();
    expect(await differences()).toBe(0);
    const counts = logged.map((line) => (line as { count: number }).count);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(110);
  });

  it('has no more to do once less than a minute is left, however often it is asked', async () => {
    await sql(`UPDATE system_state SET ledger_checked_id = id_at(now() - interval '30 seconds')`);
    const late = new LedgerCatchUp(database, new Ledger(), 0, { warn: () => {} });
    expect(await late.advance()).toBe(false);
    const [row] = await sql(
      `SELECT ledger_checked_id > id_at(now() - interval '20 seconds') AS moved FROM system_state`,
    );
    expect(row).toEqual({ moved: true });
  });

  it('stays behind transactions that may still be committed', async () => {
    const behind = new LedgerCatchUp(database, new Ledger(), 3_600_000, { warn: () => {} });
    expect(await behind.advance()).toBe(false);
  });
});
