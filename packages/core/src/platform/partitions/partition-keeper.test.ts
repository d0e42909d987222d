import { createTestDatabase, eventually, type TestDatabase } from '@svc/testing';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { entities } from '../../entities.js';
import type { Database } from '../database/database.js';
import { openDatabase } from '../database/open-database.js';
import { idAt } from '../ids/id-source.js';
import { PartitionKeeper } from './partition-keeper.js';
import type { PartitionUse } from './partition-use.js';
import { StrayRows } from './stray-rows.js';

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
const TABLES = ['events', 'deliveries', 'delivery_attempts'] as const;
type Table = (typeof TABLES)[number];

let created: TestDatabase;
let database: Database;
let pool: pg.Pool;
const logged: { level: number; event: string; partition?: string; neededBy?: string[] }[] = [];
const logger = pino({}, { write: (line: string) => void logged.push(JSON.parse(line) as never) });

beforeAll(async () => {
  created = await createTestDatabase();
  const settings = { DATABASE_URL: created.url, DATABASE_POOL: 8, PG_PREPARED: true, SQL_CHECK: true };
  database = await openDatabase(settings, entities, { error: () => {} });
  pool = new pg.Pool({ connectionString: created.url, max: 4 });
});

beforeEach(() => logged.splice(0));

afterAll(async () => {
  await Promise.all([database.close(), pool.end()]);
  await created.drop();
});

function keeper(uses: PartitionUse[] = [], retentionDays = 30): PartitionKeeper {
  return new PartitionKeeper(database, logger, new StrayRows(database, logger), uses, retentionDays);
}

async function run(sql: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  return (await pool.query<Record<string, unknown>>(sql, values)).rows;
}

/** Monday of the week that lies so many weeks from now, in ids. */
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

/** How many rows each partition of the table has that has any. */
async function contents(table: Table): Promise<Record<string, number>> {
  const rows = await run(`SELECT tableoid::regclass::text AS name, count(*)::int AS n FROM ${table} GROUP BY 1`);
  return Object.fromEntries(rows.map(({ name, n }) => [String(name), Number(n)]));
}

async function partitionsWithoutRoom(): Promise<string[]> {
  const rows = await run(
    `SELECT c.relname::text AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
      WHERE i.inhparent = 'deliveries'::regclass AND NOT coalesce(c.reloptions @> '{fillfactor=50}', false)`,
  );
  return rows.map(({ name }) => String(name));
}

async function empty(table: Table): Promise<void> {
  await run(`DELETE FROM ${table} WHERE environment_id = 1`);
}

describe('the partitions of the event tables', () => {
  it('are made ahead when they are missing, quietly', async () => {
    const before = await partitionsOf('events');
    await run(`DROP TABLE ${String(before.at(-1))}`);
    await keeper().keep();
    expect(await partitionsOf('events')).toEqual(before);
    expect(logged).toEqual([]);
  });
});

describe('rows of a default partition', () => {
  it.each(TABLES)('of %s get a partition of their own, with an alarm, and nothing has moved', async (table) => {
    const { suffix, fromId } = week(30);
    await insert(table, fromId, 5_000);
    const indexes = await run(`SELECT count(*)::int AS n FROM pg_index WHERE indrelid = '${table}_default'::regclass`);
    await keeper().keep();
    expect(await contents(table)).toEqual({ [`${table}_${suffix}`]: 5_000 });
    expect(logged).toMatchObject([{ level: 50, event: 'default_partition_used', table }]);
    const names = await run(`SELECT indexrelid::regclass::text AS name FROM pg_index WHERE indrelid = $1::regclass`, [
      `${table}_${suffix}`,
    ]);
    expect(names).toHaveLength(Number(indexes[0]?.['n']));
    for (const { name } of names) expect(name).toContain(suffix);
    logged.splice(0);
    await keeper().keep();
    expect(logged).toEqual([]);
    await empty(table);
  });

  it('of weeks far apart get one each, some thousands at a time', async () => {
    await insert('events', week(40).fromId, 4_500);
    await insert('events', week(60).fromId, 5_000);
    await insert('events', week(80).fromId, 10);
    await keeper().keep();
    const { [`events_${week(60).suffix}`]: converted, ...rest } = await contents('events');
    expect(converted).toBe(5_000);
    expect(rest[`events_${week(80).suffix}`]).toBe(10);
    expect(Object.values(rest).sort()).toEqual([10, 2_000, 2_000, 500]);
    await empty('events');
  });

  it('of deliveries leave each page the room that claims take, moved or not, and so do those that come after', async () => {
    await insert('deliveries', week(100).fromId, 5_000);
    await insert('deliveries', week(120).fromId, 10);
    await keeper().keep();
    const made = [`deliveries_${week(100).suffix}`, `deliveries_${week(120).suffix}`];
    expect(Object.keys(await contents('deliveries')).sort()).toEqual(made);
    expect(await partitionsWithoutRoom()).toEqual([]);
    await empty('deliveries');
  });

  it('of the present week get one while more of them come and are read, none missing at any moment', async () => {
    const present = await partitionsOf('events');
    for (const name of present) if (name >= `events_${week(0).suffix}`) await run(`DROP TABLE ${name}`);
    await insert('events', week(0).fromId, 20_000);
    let written = 20_000;
    let done = false;
    const writing = (async (): Promise<void> => {
      while (!done) {
        await insert('events', String(BigInt(week(0).fromId) + BigInt(written)));
        written += 1;
        const [row] = await run('SELECT count(*)::int AS n FROM events WHERE environment_id = 1');
        expect(row?.['n']).toBe(written);
      }
    })();
    do await keeper().keep();
    while ((await contents('events'))['events_default'] !== undefined);
    done = true;
    await writing;
    expect(await contents('events')).toEqual({ [`events_${week(0).suffix}`]: written });
    await empty('events');
    await keeper().keep();
    expect((await partitionsOf('events')).slice(-1)).not.toEqual([]);
    expect(written).toBeGreaterThan(20_000);
  });

  it('do not keep it bounded when somebody has removed them while it was about to become one', async () => {
    const { fromId, toId } = week(90);
    await run('SELECT bound_default_partition($1, $2, $3)', ['events', fromId, toId]);
    await expect(insert('events', week(91).fromId)).rejects.toThrow('stray_ids');
    await keeper().keep();
    await insert('events', week(91).fromId);
    await empty('events');
  });
});

/** Partitions that end so many days ago, with some rows in each. */
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

/** One that somebody reads just then, as autovacuum may, is left to the next round. */
async function keepUntilGone(names: readonly string[], kept = keeper()): Promise<void> {
  await eventually(async () => {
    await kept.keep();
    expect(await standing(names)).toEqual([]);
  });
}

describe('partitions past the longest retention', () => {
  it('are dropped a day later, and no younger ones', async () => {
    const [older, younger] = [await makeOld(38), await makeOld(30.5)];
    await keepUntilGone(older);
    expect(await standing(younger)).toEqual(younger);
    expect(logged).toMatchObject(older.map(() => ({ level: 30, event: 'partition_dropped' })));
    await keeper([], 3_650).keep();
    expect(await standing(younger)).toEqual(younger);
  });

  it('stay for the account that wants them for longest', async () => {
    const old = await makeOld(50);
    await run(`INSERT INTO accounts (id, name, tier) VALUES (1, 'One', 'pro')`);
    await run(`INSERT INTO environments (account_id, mode) VALUES (1, 'live')`);
    await run(`INSERT INTO security_configs (environment_id, retention_days) SELECT id, 60 FROM environments`);
    await keeper().keep();
    expect(await standing(old)).toEqual(old);
    await run(`UPDATE security_configs SET retention_days = 45`);
    await keepUntilGone(old);
  });

  it('stay while something needs them, which is said once', async () => {
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

  it('stay while the clock that says so is hours apart from the one of this machine', async () => {
    const old = await makeOld(77);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 2 * 3_600_000 });
    await keeper().keep();
    vi.useRealTimers();
    expect(await standing(old)).toEqual(old);
    expect(logged).toMatchObject([{ level: 40, event: 'clocks_apart' }]);
    await keepUntilGone(old);
  });

  it('are dropped once by two workers at it, and by neither while a long read has them', async () => {
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
