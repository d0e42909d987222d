import { createEmptyDatabase, deferred, type TestDatabase } from '@svc/testing';
import { once } from 'node:events';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { MasterKeys } from '../crypto/master-keys.js';
import { isDatabaseAway } from './database-away.js';
import type { Database } from './database.js';
import { namedQuery } from './named-query.js';
import { openDatabase } from './open-database.js';

const NOTE = namedQuery('test_note', 'INSERT INTO notes (n, part) SELECT $1::int, $2::int');
const NOTES = namedQuery('test_notes', 'SELECT n, count(*)::int AS parts FROM notes GROUP BY n');
const NAP = namedQuery('test_nap', 'SELECT pg_sleep($1::float8)');
const SILENCE = { ...NAP, answerMs: 50 };
const WRONG = namedQuery('test_wrong', 'SELECT 1 / $1::int');

let server: TestDatabase;
let database: Database;
let outside: pg.Client;

beforeAll(async () => {
  server = await createEmptyDatabase();
  const settings = { DATABASE_URL: server.url, DATABASE_POOL: 4, PG_PREPARED: true, SQL_CHECK: false };
  database = await openDatabase(settings, [], { error: () => {} });
  outside = new pg.Client({ connectionString: server.url });
  await outside.connect();
  await outside.query('CREATE TABLE notes (n integer, part integer)');
});

afterAll(async () => {
  await outside.end();
  await database.close();
  await server.drop();
});

/** Writes three rows after a slow statement, so that the later statements are pipelined. */
function write(n: number): Promise<number> {
  return database.transaction((transaction) => {
    transaction.queue(NAP, [0.01]);
    for (const part of [1, 2, 3]) transaction.queue(NOTE, [n, part]);
    return Promise.resolve(n);
  });
}

async function parts(): Promise<Map<number, number>> {
  const rows = await database.forSystem().run<{ n: number; parts: number }>(NOTES, []);
  return new Map(rows.map((row) => [row.n, row.parts]));
}

describe('a transaction', () => {
  it('takes no connection before what it needs is ready', async () => {
    const [ids, failed] = [deferred(), new Error('no ids')];
    const waits = [() => ids.promise, () => undefined, () => Promise.reject(failed)];
    database.beforeTransactions(() => waits.shift()?.());
    onTestFinished(() => database.beforeTransactions(() => undefined));
    const work = write(-77);
    await new Promise(setImmediate);
    expect(database.connections.inUse).toBe(0);
    ids.resolve();
    expect(await work).toBe(-77);
    expect(await write(-78)).toBe(-78);
    await expect(write(-79)).rejects.toBe(failed);
    const written = await parts();
    expect([-77, -78, -79].map((n) => written.get(n))).toEqual([3, 3, undefined]);
  });

  it('fails with the error of the first failed statement, and writes nothing', async () => {
    const work = database.transaction((transaction) => {
      transaction.queue(NOTE, [-1, 1]);
      transaction.queue(WRONG, [0]);
      transaction.queue(NOTE, [-1, 2]);
      return Promise.resolve();
    });
    await expect(work).rejects.toMatchObject({ message: 'division by zero' });
    expect((await parts()).has(-1)).toBe(false);
  });

  it('rolls back when the work throws, and returns a working connection', async () => {
    for (let round = 0; round < 5; round++) {
      const work = database.transaction(async (transaction) => {
        await transaction.run(NOTE, [-2, round]);
        throw new Error('changed my mind');
      });
      await expect(work).rejects.toThrow('changed my mind');
    }
    expect((await parts()).has(-2)).toBe(false);
  });

  it('ends when no response arrives in time, and does not reuse its connection', async () => {
    const silent = database.transaction(async (transaction) => {
      transaction.queue(NOTE, [-3, 1]);
      await transaction.run(SILENCE, [20]);
    });
    await expect(silent).rejects.toSatisfy(isDatabaseAway);
    expect(database.connections.inUse).toBe(0);
    await Promise.all([1, 2, 3, 4].map(() => database.forSystem().run(NAP, [0.01])));
    expect((await parts()).has(-3)).toBe(false);
  });

  it('commits completely or not at all, however often connections are lost', async () => {
    const outcomes: { n: number; error?: unknown }[] = [];
    let n = 0;
    let over = false;
    const writers = Array.from({ length: 12 }, async () => {
      while (!over) {
        const mine = n++;
        outcomes.push(
          await write(mine).then(
            () => ({ n: mine }),
            (error: unknown) => ({ n: mine, error }),
          ),
        );
      }
    });
    const readers = Array.from({ length: 4 }, async () => {
      while (!over)
        await database
          .forSystem()
          .run(NAP, [0.005])
          .catch(() => {});
    });
    for (let round = 0; round < 25; round++) {
      await outside.query('SELECT pg_sleep(0.04)');
      await outside.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`,
      );
    }
    over = true;
    // A statement that never settles would block its writer here.
    await Promise.all([...writers, ...readers]);
    const stored = await parts();
    const errors = outcomes.flatMap(({ error }) => (error === undefined ? [] : [error]));
    expect(errors.length).toBeGreaterThan(0);
    for (const error of errors) expect(error).toSatisfy(isDatabaseAway);
    for (const { n: written, error } of outcomes) {
      if (error === undefined) expect(stored.get(written)).toBe(3);
    }
    expect(new Set(stored.values())).toEqual(new Set([3]));
    await expect(write(n)).resolves.toBe(n);
  }, 30_000);
});

it('keeps one idle connection, which shows the master keys of the process', async () => {
  const keys = new MasterKeys([Buffer.alloc(32)]);
  const settings = {
    DATABASE_URL: server.url,
    DATABASE_POOL: 2,
    PG_PREPARED: true,
    SQL_CHECK: false,
    MASTER_KEY: keys,
  };
  const idle = await openDatabase(settings, [], { error: () => {} });
  onTestFinished(() => idle.close());
  const pool = idle.pool;
  pool.options.idleTimeoutMillis = 20;
  const closed = once(pool, 'remove');
  await Promise.all([1, 2].map(() => idle.forSystem().run(NAP, [0.01])));
  await closed;
  const { rows } = await outside.query(
    `SELECT application_name AS name FROM pg_sleep(0.2) CROSS JOIN LATERAL pg_stat_get_activity(NULL)
      WHERE application_name LIKE 'svc-payments %' AND datid = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  );
  expect(rows).toEqual([{ name: `svc-payments ${keys.first.name}` }]);
});
