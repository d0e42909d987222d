import { createEmptyDatabase, eventually, type TestDatabase } from '@svc/testing';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { QueryRunner } from 'typeorm';
import { migrations } from './migrations.js';
import { migrate, type MigrationNews } from './migrate.js';

const LATER = 'Later1899999999999';

/** A future migration: it waits for all earlier transactions of the database. */
class Later1899999999999 {
  readonly name = LATER;
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX IF EXISTS later');
    await runner.query('CREATE INDEX CONCURRENTLY later ON payments (id)');
  }

  down(): Promise<void> {
    return Promise.reject(new Error('is not undone here'));
  }
}

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

const upgrade = (): Promise<void> => migrate(server.url, tell, { migrations: [...migrations, Later1899999999999] });

describe('an upgrade', () => {
  it('reports nothing for a new database, nor if there is nothing to do', async () => {
    await migrate(server.url, tell);
    await migrate(server.url, tell);
    expect(news).toEqual([]);
  });

  it('reports the migrations, the processes that block them, and the end', async () => {
    await client.query(`DELETE FROM migrations WHERE name = '${LATER}'`);
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const over = upgrade();
    await eventually(() => expect(news.at(-1)).toEqual({ kind: 'waits', pids: [rows[0]?.pid] }), { timeoutMs: 30_000 });
    await client.query('COMMIT');
    await over;
    expect(news[0]).toEqual({ kind: 'begun', migrations: [LATER] });
    expect(news.at(-1)).toEqual({ kind: 'over', durationMs: expect.any(Number) as number });
  });

  it('is run by one process, and leaves no lock behind even if that is killed', async () => {
    const held = `SELECT count(*)::int AS n FROM pg_locks l JOIN pg_database d ON d.oid = l.database
                   WHERE d.datname = current_database() AND l.locktype = 'advisory' AND l.granted`;
    await client.query(`DELETE FROM migrations WHERE name = '${LATER}'`);
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
    await client.query('SELECT 1');
    const both = Promise.allSettled([upgrade(), upgrade()]);
    const kinds = ['queued', 'waits'];
    await eventually(() => expect(news.map(({ kind }) => kind)).toEqual(expect.arrayContaining(kinds)), {
      timeoutMs: 30_000,
    });
    expect((await client.query(held)).rows).toEqual([{ n: 1 }]);
    const open =
      await client.query(`SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
                                        AND state = 'idle in transaction' AND xact_start < clock_timestamp() - interval '1 s'`);
    expect(open.rowCount).toBe(1);
    await client.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                         WHERE datname = current_database() AND pid <> pg_backend_pid()`);
    await client.query('COMMIT');
    await both;
    await upgrade();
    expect((await client.query(held)).rows).toEqual([{ n: 0 }]);
    const done = await client.query(`SELECT 1 FROM migrations WHERE name = '${LATER}'`);
    expect(done.rowCount).toBe(1);
  });
});
