import { createEmptyDatabase, eventually, type TestDatabase } from '@svc/testing';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDataSource } from './data-source.js';
import { migrate, type MigrationNews } from './migrate.js';

const INDEXES = 'IndexesOfRows1764001820000';

let server: TestDatabase;
let client: pg.Client;
let news: MigrationNews[];
const tell = (each: MigrationNews): void => void news.push(each);

beforeAll(async () => {
  server = await createEmptyDatabase();
  client = new pg.Client(server.url);
  await client.connect();
});

afterAll(async () => {
  await client.end();
  await server.drop();
});

beforeEach(() => {
  news = [];
});

/** Goes back to before indexes are built beside those in use. */
async function undo(): Promise<void> {
  const source = await createDataSource({ DATABASE_URL: server.url, DATABASE_POOL: 2 }, []).initialize();
  const has = `SELECT 1 FROM migrations WHERE name = '${INDEXES}'`;
  while ((await source.query<unknown[]>(has)).length > 0) await source.undoLastMigration();
  await source.destroy();
}

describe('an upgrade', () => {
  it('says nothing of a new database, nor where there is nothing to do', async () => {
    await migrate(server.url, tell);
    await migrate(server.url, tell);
    expect(news).toEqual([]);
  });

  it('says what is begun, whom it waits for, and when it is over', async () => {
    await undo();
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const over = migrate(server.url, tell);
    await eventually(() => expect(news.at(-1)).toEqual({ kind: 'waits', pids: [rows[0]?.pid] }), { timeoutMs: 30_000 });
    await client.query('COMMIT');
    await over;
    expect(news[0]).toEqual({ kind: 'begun', migrations: expect.arrayContaining([INDEXES]) as string[] });
    expect(news.at(-1)).toEqual({ kind: 'over', durationMs: expect.any(Number) as number });
  });

  it('has one process at work and leaves no lock behind, whatever becomes of that', async () => {
    const held = `SELECT count(*)::int AS n FROM pg_locks l JOIN pg_database d ON d.oid = l.database
                   WHERE d.datname = current_database() AND l.locktype = 'advisory' AND l.granted`;
    await undo();
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
    await client.query('SELECT 1');
    const both = Promise.allSettled([migrate(server.url, tell), migrate(server.url, tell)]);
    await eventually(() => expect(news.map(({ kind }) => kind)).toContain('waits'), { timeoutMs: 30_000 });
    expect((await client.query(held)).rows).toEqual([{ n: 1 }]);
    const open =
      await client.query(`SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
                                        AND state = 'idle in transaction' AND xact_start < clock_timestamp() - interval '1 s'`);
    expect(open.rowCount).toBe(1);
    await client.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                         WHERE datname = current_database() AND pid <> pg_backend_pid()`);
    await client.query('COMMIT');
    await both;
    await migrate(server.url);
    expect((await client.query(held)).rows).toEqual([{ n: 0 }]);
    const done = await client.query(`SELECT 1 FROM migrations WHERE name = '${INDEXES}'`);
    expect(done.rowCount).toBe(1);
  });
});
