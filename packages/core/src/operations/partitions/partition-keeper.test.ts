import { eventually, forThisFile } from '@svc/testing';
import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openTestDatabase } from '../../../test/open-test-database.js';
import { idAt } from '../../platform/ids.js';
import { PartitionKeeper } from './partition-keeper.js';
import type { PartitionUse } from '../../platform/partitions/partition-use.js';

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
const TABLES = ['events', 'deliveries', 'delivery_attempts'] as const;
type Table = (typeof TABLES)[number];

const created = await forThisFile(openTestDatabase({ hasAccount: false }));
const { database } = created;
let pool: pg.Pool;
const logged: { level: number; event: string; partition?: string; neededBy?: string[] }[] = [];
const logger = pino({}, { write: (line: string) => void logged.push(JSON.parse(line) as never) });

beforeAll(async () => {
  pool = new pg.Pool({ connectionString: created.url, max: 4 });
  // The drop of the database may end a connection that is just closing.
  pool.on('error', () => {});
});

beforeEach(() => logged.splice(0));

afterAll(() => pool.end());

function keeper(uses: PartitionUse[] = [], retentionDays = 30): PartitionKeeper {
  return new PartitionKeeper({ database, logger, uses, retentionDays });
}

async function run(sql: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  return (await pool.query<Record<string, unknown>>(sql, values)).rows;
}

function week(ahead: number): { fromId: string; toId: string; suffix: string } {
  const monday = Date.UTC(2026, 0, 5);
  const start = monday + Math.floor((Date.now() + ahead * WEEK_MS - monday) / WEEK_MS) * WEEK_MS;
  const suffix = new Date(start).toISOString().slice(0, 10).replaceAll('-', '');
  return { fromId: idAt(new Date(start)), toId: idAt(new Date(start + WEEK_MS)), suffix };
}

async function partitionsOf(table: Table): Promise<string[]> {
  const rows = await run('SELECT name FROM event_partitions WHERE parent = $1 ORDER BY from_id', [table]);
  return rows.map(({ name }) => String(name));
}

const INSERTS: Readonly<Record<Table, string>> = {
  events: `INSERT INTO events (environment_id, id, type, object_id, body, epoch, xid)
           SELECT 1, i, 'payment.pending', 1, '', 1, 1 FROM generate_series($1::bigint, $1::bigint + $2 - 1) i`,
  deliveries: `INSERT INTO deliveries (environment_id, id, event_id, webhook_id, type, status, due_at, updated_at)
               SELECT 1, i, 1, 1, 'payment.pending', 'pending', now(), now()
                 FROM generate_series($1::bigint, $1::bigint + $2 - 1) i`,
  delivery_attempts: `INSERT INTO delivery_attempts (environment_id, delivery_id, n, at, duration_ms)
                      SELECT 1, i, 1, now(), 1 FROM generate_series($1::bigint, $1::bigint + $2 - 1) i`,
};

async function insert(table: Table, firstId: string, rows = 1): Promise<void> {
  await run(INSERTS[table], [firstId, rows]);
}

async function contents(table: Table): Promise<Record<string, number>> {
  const rows = await run(`SELECT tableoid::regclass::text AS name, count(*)::int AS n FROM ${table} GROUP BY 1`);
  return Object.fromEntries(rows.map(({ name, n }) => [String(name), Number(n)]));
}

async function empty(table: Table): Promise<void> {
  await run(`DELETE FROM ${table} WHERE environment_id = 1`);
}

describe('the partitions of the event tables', () => {
  it('are created ahead if missing, without a log line', async () => {
    const before = await partitionsOf('events');
    await run(`DROP TABLE ${String(before.at(-1))}`);
    await keeper().keep();
    expect(await partitionsOf('events')).toEqual(before);
    expect(logged).toEqual([]);
  });
});

/** Runs the SQL of the runbook in docs/operations/alerts.md for one of the tables. */
async function moveByRunbook(table: Table): Promise<void> {
  const page = await readFile(new URL('../../../../../docs/operations/alerts.md', import.meta.url), 'utf8');
  const sql = /## SvcPartitionsMissing[^#]+```sql\n([^`]+)```/.exec(page)?.[1] ?? '';
  const key = table === 'delivery_attempts' ? 'delivery_id' : 'id';
  await run(sql.replaceAll('events', table).replace('week_of_id(id)', `week_of_id(${key})`));
}

describe('rows of a default partition', () => {
  it.each(TABLES)('of %s are reported once, and do not block the partitions of other weeks', async (table) => {
    const present = `${table}_${week(0).suffix}`;
    const next = `${table}_${week(1).suffix}`;
    await run(`DROP TABLE ${present}, ${next}`);
    await insert(table, week(0).fromId, 10);
    const kept = keeper();
    for (let n = 0; n < 2; n += 1) await kept.keep();
    expect(logged).toMatchObject([{ level: 50, event: 'default_partition_used', partition: `${table}_default` }]);
    expect(await partitionsOf(table)).toContain(next);
    expect(await partitionsOf(table)).not.toContain(present);
    expect(await contents(table)).toEqual({ [`${table}_default`]: 10 });
    await empty(table);
    await kept.keep();
    expect(await partitionsOf(table)).toContain(present);
  });

  it.each(TABLES)('of %s get partitions of their weeks with the SQL of the runbook', async (table) => {
    await insert(table, week(30).fromId, 100);
    await insert(table, week(40).fromId, 10);
    await moveByRunbook(table);
    expect(await contents(table)).toEqual({
      [`${table}_${week(30).suffix}`]: 100,
      [`${table}_${week(40).suffix}`]: 10,
    });
    expect(await run('SELECT to_regclass($1) AS left', [`${table}_strays`])).toEqual([{ left: null }]);
    await insert(table, week(50).fromId);
    expect(await contents(table)).toMatchObject({ [`${table}_default`]: 1 });
    await empty(table);
    await keeper().keep();
    expect(logged).toEqual([]);
  });
});

/** Makes partitions that ended `days` days ago, with some rows in each. */
async function makeOld(days: number): Promise<string[]> {
  const toId = idAt(new Date(Date.now() - days * DAY_MS));
  const fromId = idAt(new Date(Date.now() - (days + 7) * DAY_MS));
  for (const table of TABLES) {
    await run('SELECT make_partition($1, $2, $3)', [table, fromId, toId]);
    await insert(table, fromId, 100);
  }
  const rows = await run('SELECT name FROM event_partitions WHERE to_id = $1 ORDER BY 1', [toId]);
  await run('UPDATE deliveries SET status = $1, due_at = NULL WHERE environment_id = 1', ['delivered']);
  return rows.map(({ name }) => String(name));
}

async function standing(names: readonly string[]): Promise<string[]> {
  const rows = await run('SELECT name FROM event_partitions WHERE name = ANY ($1) ORDER BY 1', [names]);
  return rows.map(({ name }) => String(name));
}

/** A partition that is being read, for example by autovacuum, is dropped in a later round. */
async function keepUntilGone(names: readonly string[], kept = keeper()): Promise<void> {
  await eventually(async () => {
    await kept.keep();
    expect(await standing(names)).toEqual([]);
  });
}

describe('partitions past the longest retention', () => {
  it('are dropped a day later, and younger ones are kept', async () => {
    const [older, younger] = [await makeOld(38), await makeOld(30.5)];
    await keepUntilGone(older);
    expect(await standing(younger)).toEqual(younger);
    expect(logged).toMatchObject(older.map(() => ({ level: 30, event: 'partition_dropped' })));
    await keeper([], 3_650).keep();
    expect(await standing(younger)).toEqual(younger);
  });

  it('are kept for the account with the longest retention', async () => {
    const old = await makeOld(50);
    await run(`INSERT INTO accounts (id, name, tier) VALUES (1, 'One', 'pro')`);
    await run(`INSERT INTO environments (account_id, mode) VALUES (1, 'live')`);
    await run(`INSERT INTO security_configs (environment_id, retention_days) SELECT id, 60 FROM environments`);
    await keeper().keep();
    expect(await standing(old)).toEqual(old);
    await run(`UPDATE security_configs SET retention_days = 45`);
    await keepUntilGone(old);
  });

  it('are kept while needed, which is logged once', async () => {
    const old = await makeOld(70);
    let needed = true;
    const use: PartitionUse = { name: 'somebody', needs: (table) => Promise.resolve(needed && table === 'events') };
    const kept = keeper([use]);
    const [events] = old.filter((name) => name.startsWith('events'));
    const others = old.filter((name) => name !== events);
    await keepUntilGone(others, kept);
    await kept.keep();
    expect(await standing(old)).toEqual([events]);
    const told = logged.filter(({ event }) => event === 'partition_kept');
    expect(told).toMatchObject([{ level: 40, partition: events, neededBy: ['somebody'] }]);
    needed = false;
    await keepUntilGone(old, kept);
  });

  it.each(TABLES)('are dropped although those of %s cannot be', async (table) => {
    const old = await makeOld(84);
    let fails = true;
    const needs: PartitionUse['needs'] = (asked) =>
      fails && asked === table ? Promise.reject(new Error('it takes too long')) : Promise.resolve(false);
    const kept = keeper([{ name: 'somebody', needs }]);
    await eventually(async () => {
      await expect(kept.keep()).rejects.toThrow('it takes too long');
      expect(await standing(old)).toEqual(old.filter((name) => name.startsWith(table)));
    });
    fails = false;
    await keepUntilGone(old, kept);
  });

  it('are kept while the clocks of the database and this machine are hours apart', async () => {
    const old = await makeOld(77);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 2 * 3_600_000 });
    await keeper().keep();
    vi.useRealTimers();
    expect(await standing(old)).toEqual(old);
    expect(logged).toMatchObject([{ level: 40, event: 'clocks_apart' }]);
    await keepUntilGone(old);
  });

  it('are dropped once by two concurrent workers, and not during a long read', async () => {
    const old = await makeOld(90);
    await database.transaction(async (reading) => {
      await reading.run({ name: 'count_all', text: 'SELECT count(*) FROM events WHERE environment_id = 1' }, []);
      const events = old.filter((name) => name.startsWith('events'));
      await keepUntilGone(old.filter((name) => !events.includes(name)));
      expect(await standing(old)).toEqual(events);
    });
    const again = await makeOld(100);
    await eventually(async () => {
      await Promise.all([keeper().keep(), keeper().keep()]);
      expect(await standing([...old, ...again])).toEqual([]);
    });
    const dropped = logged.filter(({ event }) => event === 'partition_dropped').map(({ partition }) => partition);
    expect(dropped.sort()).toEqual([...old, ...again].sort());
  });
});
