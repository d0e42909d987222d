import { createTestDatabase, eventually, type TestDatabase } from '@svc/testing';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database, Transaction } from './database.js';
import { namedQuery } from './named-query.js';
import { openDatabase } from './open-database.js';
import { PRESENT_EPOCH } from './server-life.js';

const NOTE = namedQuery('test_note', `INSERT INTO notes (n, epoch) VALUES ($1, ${PRESENT_EPOCH})`);
const SELECT = namedQuery('test_select', 'SELECT 1');

let server: TestDatabase;
let database: Database;
let outside: pg.Client;

beforeAll(async () => {
  server = await createTestDatabase();
  const settings = { DATABASE_URL: server.url, DATABASE_POOL: 8, PG_PREPARED: true, SQL_CHECK: false };
  database = await openDatabase(settings, [], { error: () => {} });
  outside = new pg.Client({ connectionString: server.url });
  await outside.connect();
  await outside.query('CREATE TABLE notes (n integer, epoch integer NOT NULL)');
});

beforeEach(() => outside.query('TRUNCATE notes'));

afterAll(async () => {
  await outside.end();
  await database.close();
  await server.drop();
});

function write(n: number): Promise<void> {
  return database.transaction((transaction) => {
    transaction.queue(NOTE, [n]);
    return Promise.resolve();
  });
}

async function epoch(): Promise<number> {
  const { rows } = await outside.query<{ epoch: number }>('SELECT event_epoch AS epoch FROM system_state');
  return rows[0]?.epoch ?? NaN;
}

async function secondsSince2025(): Promise<number> {
  const { rows } = await outside.query<{ seconds: number }>(
    `SELECT extract(epoch FROM clock_timestamp() - timestamptz '2025-01-01Z')::int AS seconds`,
  );
  return rows[0]?.seconds ?? NaN;
}

async function written(): Promise<unknown[]> {
  return (await outside.query<{ n: number; epoch: number }>('SELECT n, epoch FROM notes ORDER BY n')).rows;
}

const ways = [
  { what: 'a crash has emptied its table', sql: 'TRUNCATE server_life' },
  { what: 'the server has started anew', sql: `UPDATE server_life SET started_at = started_at - interval '1 s'` },
  { what: 'the epoch was raised by hand', sql: 'UPDATE system_state SET event_epoch = event_epoch + 1' },
];

describe.each(ways)('the life of the server is over: $what', ({ sql }) => {
  it('writes get the epoch of the next life, as do later ones', async () => {
    await write(1);
    await outside.query(sql);
    const before = await epoch();
    await write(2);
    await write(3);
    expect(await written()).toEqual([
      { n: 1, epoch: expect.any(Number) as number },
      { n: 2, epoch: await epoch() },
      { n: 3, epoch: await epoch() },
    ]);
    expect(await epoch()).toBeGreaterThan(before);
  });

  it('begins one life when several transactions notice at once', async () => {
    await outside.query(sql);
    const before = await epoch();
    const numbers = Array.from({ length: 8 }, (_, n) => n);
    await Promise.all(numbers.map(write));
    const present = await epoch();
    expect(await epoch()).toBeGreaterThan(before);
    expect(await written()).toEqual(numbers.map((n) => ({ n, epoch: present })));
  });
});

describe('a database that is restored to an earlier moment', () => {
  it('uses no epoch again that its lost future had', async () => {
    await outside.query('TRUNCATE server_life');
    const restored = await epoch();
    await write(1);
    const lost = await epoch();
    await outside.query('TRUNCATE server_life, notes');
    await outside.query('UPDATE system_state SET event_epoch = $1', [restored]);
    // The tests before began several lives in a second, each with its own epoch.
    await eventually(async () => expect(await secondsSince2025()).toBeGreaterThan(lost));
    await write(2);
    expect(await written()).toEqual([{ n: 2, epoch: await epoch() }]);
    expect(await epoch()).toBeGreaterThan(lost);
  });

  it('continues after its own epochs when the clock is behind them', async () => {
    await outside.query('TRUNCATE server_life');
    await outside.query('UPDATE system_state SET event_epoch = 2000000000');
    await write(1);
    expect(await epoch()).toBe(2_000_000_001);
    await outside.query('UPDATE system_state SET event_epoch = 1');
  });
});

describe("a transaction that finds the server's life over", () => {
  it('runs its work again but writes nothing twice, even if a later statement fails', async () => {
    await outside.query('TRUNCATE server_life');
    let runs = 0;
    const work = async (transaction: Transaction): Promise<number> => {
      runs++;
      transaction.queue(NOTE, [1]);
      await transaction.run(SELECT, []);
      return runs;
    };
    expect(await database.transaction(work)).toBe(2);
    expect(await written()).toEqual([{ n: 1, epoch: await epoch() }]);
  });

  it('waits for writers of the last epoch, so that none of their rows appears after its own', async () => {
    const other = new pg.Client({ connectionString: server.url });
    await other.connect();
    await other.query('BEGIN');
    await other.query(`INSERT INTO notes (n, epoch) VALUES (1, ${PRESENT_EPOCH})`);
    await outside.query('DELETE FROM server_life');
    const before = await epoch();
    const work = write(2);
    await eventually(async () => {
      const { rows } = await outside.query(
        `SELECT 1 FROM pg_locks WHERE relation = 'server_life'::regclass AND NOT granted`,
      );
      expect(rows).toHaveLength(1);
    });
    expect(await epoch()).toBe(before);
    await other.query('COMMIT');
    await other.end();
    await work;
    expect(await written()).toEqual([
      { n: 1, epoch: before },
      { n: 2, epoch: await epoch() },
    ]);
    expect(await epoch()).toBeGreaterThan(before);
  });
});
