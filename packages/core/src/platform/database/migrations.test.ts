import { createEmptyDatabase, type TestDatabase } from '@svc/testing';
import type { DataSource } from 'typeorm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { entities } from '../../entities.js';
import { createDataSource } from './data-source.js';
import { migrate } from './migrate.js';

let database: TestDatabase;
let dataSource: DataSource;

beforeAll(async () => {
  database = await createEmptyDatabase();
  await Promise.all([migrate(database.url), migrate(database.url), migrate(database.url)]);
  dataSource = await createDataSource({ DATABASE_URL: database.url, DATABASE_POOL: 2 }, entities).initialize();
});

afterAll(async () => {
  await dataSource.destroy();
  await database.drop();
});

describe('the migrations', () => {
  it('leave nothing for the entities to ask for', async () => {
    const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
    expect(upQueries.map(({ query }) => query)).toEqual([]);
  });

  it('run once, however many processes boot together', async () => {
    const rows: unknown[] = await dataSource.query('SELECT name FROM migrations');
    expect(rows).toHaveLength(dataSource.migrations.length);
  });

  it('make partitions of the coming weeks, and agree with the code on the time in an id', async () => {
    const [row] = await dataSource.query<{ n: number; id: string; back: Date }[]>(
      `SELECT count(*)::int AS n, id_at('2026-01-01T00:00:00.123Z')::text AS id,
              id_time(id_at('2026-01-01T00:00:00.123Z')) AS back
         FROM pg_inherits WHERE inhparent = 'events'::regclass`,
    );
    expect(row?.n).toBe(6);
    expect(BigInt(row?.id ?? 0) >> 22n).toBe(BigInt(Date.UTC(2026, 0, 1) + 123 - Date.UTC(2025, 0, 1)));
    expect(row?.back.toISOString()).toBe('2026-01-01T00:00:00.123Z');
  });

  it('can be undone', async () => {
    const other = await createEmptyDatabase();
    await migrate(other.url);
    const source = await createDataSource({ DATABASE_URL: other.url, DATABASE_POOL: 2 }, []).initialize();
    for (const _ of source.migrations) await source.undoLastMigration();
    const left: unknown[] = await source.query(
      `SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'migrations'`,
    );
    await source.destroy();
    await other.drop();
    expect(left).toEqual([]);
  });

  it('give back leases of deliveries, and send nothing again that an earlier version has settled beside them', async () => {
    const other = await createEmptyDatabase();
    await migrate(other.url);
    const source = await createDataSource({ DATABASE_URL: other.url, DATABASE_POOL: 2 }, []).initialize();
    await source.query(`
      INSERT INTO deliveries (environment_id, id, event_id, webhook_id, type, status, due_at, leased_until, updated_at)
      VALUES (1, 1, 1, 1, 'payment.pending', 'pending', now(), now() + interval '1 hour', now()),
             (1, 2, 1, 1, 'payment.pending', 'delivered', NULL, now() + interval '1 hour', now())`);
    const has = `SELECT 1 FROM migrations WHERE name = 'DeliveryLeases1764001700000'`;
    while ((await source.query<unknown[]>(has)).length > 0) await source.undoLastMigration();
    const rows: unknown[] = await source.query(`SELECT status, due_at > now() AS later FROM deliveries ORDER BY id`);
    await source.destroy();
    await other.drop();
    expect(rows).toEqual([
      { status: 'delivering', later: true },
      { status: 'delivered', later: null },
    ]);
  });

  it('index what was put off in every partition, however it is named, and beside those that are made later', async () => {
    const other = await createEmptyDatabase();
    await migrate(other.url);
    const source = await createDataSource({ DATABASE_URL: other.url, DATABASE_POOL: 2 }, []).initialize();
    const has = `SELECT 1 FROM migrations WHERE name = 'PutOffDeliveries1764001760000'`;
    while ((await source.query<unknown[]>(has)).length > 0) await source.undoLastMigration();
    await source.query('CREATE TABLE "By hand, ""for now""" PARTITION OF deliveries FOR VALUES FROM (1) TO (2)');
    // It was broken off at an earlier boot.
    await source.query('CREATE INDEX deliveries_put_off ON ONLY deliveries (webhook_id)');
    await source.query('CREATE INDEX deliveries_default_put_off ON deliveries_default (webhook_id)');
    await migrate(other.url);
    for (const days of [300, 400]) {
      await source.query(`
        SELECT make_partition('deliveries', week_of_id(id) + 4194304, week_after_id(id))
          FROM id_at(now() + interval '${days} days') AS id`);
    }
    const [row] = await source.query<{ valid: boolean; indexed: number; partitions: number }[]>(
      `SELECT indisvalid AS valid,
              (SELECT count(*)::int FROM pg_inherits WHERE inhparent = 'deliveries_put_off'::regclass) AS indexed,
              (SELECT count(*)::int FROM pg_inherits WHERE inhparent = 'deliveries'::regclass) AS partitions
         FROM pg_index WHERE indexrelid = 'deliveries_put_off'::regclass`,
    );
    await source.destroy();
    await other.drop();
    expect(row?.valid).toBe(true);
    expect(row?.indexed).toBe(row?.partitions);
  });

  it('begin a new epoch where events have been read, and stay in the first one where there are none', async () => {
    const other = await createEmptyDatabase();
    await migrate(other.url);
    const source = await createDataSource({ DATABASE_URL: other.url, DATABASE_POOL: 2 }, []).initialize();
    const epochs = (): Promise<unknown[]> =>
      source.query('SELECT s.event_epoch, l.epoch FROM system_state s LEFT JOIN server_life l ON true');
    const fresh = await epochs();
    const has = `SELECT 1 FROM migrations WHERE name = 'ServerLife1764001860000'`;
    while ((await source.query<unknown[]>(has)).length > 0) await source.undoLastMigration();
    await source.query(
      `INSERT INTO events (environment_id, id, type, object_id, body, epoch, xid) VALUES (1, 1, 'x', 1, '', 1, 1)`,
    );
    await migrate(other.url);
    const used = await epochs();
    await source.destroy();
    await other.drop();
    expect(fresh).toEqual([{ event_epoch: 1, epoch: 1 }]);
    expect(used).toEqual([{ event_epoch: 2, epoch: 2 }]);
  });
});
