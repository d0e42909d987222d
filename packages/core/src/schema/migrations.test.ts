import { createEmptyDatabase, type TestDatabase } from '@svc/testing';
import type { DataSource } from 'typeorm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { entities } from '../app/entities.js';
import { createDataSource, createPool } from '../platform/database/open-database.js';
import { migrate } from './migrate.js';
import { migrations } from './migrations.js';

let database: TestDatabase;
let dataSource: DataSource;

beforeAll(async () => {
  database = await createEmptyDatabase();
  await Promise.all([migrate(database.url), migrate(database.url), migrate(database.url)]);
  dataSource = await createDataSource(
    createPool({ DATABASE_URL: database.url, DATABASE_POOL: 2 }),
    entities,
  ).initialize();
});

afterAll(async () => {
  await dataSource.destroy();
  await database.drop();
});

describe('the migrations', () => {
  it('create exactly the schema of the entities', async () => {
    const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
    expect(upQueries.map(({ query }) => query)).toEqual([]);
  });

  it('run once, even if three processes start together', async () => {
    const rows: unknown[] = await dataSource.query('SELECT name FROM migrations');
    expect(rows).toHaveLength(migrations.length);
  });

  it('create partitions of this week and the next four, and a default partition', async () => {
    const rows: unknown[] = await dataSource.query(
      `SELECT p.relname AS table, count(*)::int AS partitions
         FROM pg_inherits i JOIN pg_class p ON p.oid = i.inhparent
        WHERE p.relname IN ('events', 'deliveries', 'delivery_attempts') GROUP BY 1 ORDER BY 1`,
    );
    expect(rows).toEqual([
      { table: 'deliveries', partitions: 6 },
      { table: 'delivery_attempts', partitions: 6 },
      { table: 'events', partitions: 6 },
    ]);
  });

  it('leave room for claims in every partition of deliveries', async () => {
    const rows: unknown[] = await dataSource.query(
      `SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
        WHERE i.inhparent = 'deliveries'::regclass AND NOT coalesce(c.reloptions @> '{fillfactor=50}', false)`,
    );
    expect(rows).toEqual([]);
  });

  it('agree with the code on the time in an id', async () => {
    const [row] = await dataSource.query<{ id: string; back: Date }[]>(
      `SELECT id_at('2026-01-01T00:00:00.123Z')::text AS id, id_time(id_at('2026-01-01T00:00:00.123Z')) AS back`,
    );
    expect(BigInt(row?.id ?? 0) >> 22n).toBe(BigInt(Date.UTC(2026, 0, 1) + 123 - Date.UTC(2025, 0, 1)));
    expect(row?.back.toISOString()).toBe('2026-01-01T00:00:00.123Z');
  });

  it('start with the first epoch of events', async () => {
    const rows = await dataSource.query<unknown[]>('SELECT s.event_epoch, l.epoch FROM system_state s, server_life l');
    expect(rows).toEqual([{ event_epoch: 1, epoch: 1 }]);
  });
});

describe('a database of an unreleased version', () => {
  it('is refused with instructions, and not changed', async () => {
    const other = await createEmptyDatabase();
    const source = await createDataSource(createPool({ DATABASE_URL: other.url, DATABASE_POOL: 2 }), []).initialize();
    await source.query('CREATE TABLE migrations (id serial, timestamp bigint, name text)');
    await source.query(`INSERT INTO migrations (timestamp, name) VALUES (1764000000000, 'Foundation1764000000000')`);
    const refused = migrate(other.url);
    await expect(refused).rejects.toThrow('(migration Foundation1764000000000), which cannot be upgraded');
    await expect(refused).rejects.toThrow('Set DATABASE_URL to an empty database.');
    const tables = await source.query<unknown[]>(`SELECT tablename FROM pg_tables WHERE schemaname = 'public'`);
    expect(tables).toEqual([{ tablename: 'migrations' }]);
    await source.destroy();
    await other.drop();
  });
});
