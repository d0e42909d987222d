import { randomBytes } from 'node:crypto';
import { createEmptyDatabase, eventually, type TestDatabase } from '@svc/testing';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate, prepareDatabase, requireMigrated } from './migrate.js';
import { migrations } from './migrations.js';
import { grantToService } from './service-role.js';

/** Needs quotes in SQL. */
const ROLE = `svc-service ${randomBytes(4).toString('hex')}`;

const OTHER = `${ROLE} other`;

let database: TestDatabase;
let owner: pg.Client;
let service: pg.Client;
let serviceUrl: string;

beforeAll(async () => {
  database = await createEmptyDatabase();
  owner = new pg.Client(database.url);
  await owner.connect();
  await owner.query(`CREATE ROLE "${ROLE}" LOGIN PASSWORD 'service'`);
  serviceUrl = Object.assign(new URL(database.url), { username: ROLE, password: 'service' }).href;
});

afterAll(async () => {
  await service.end();
  await owner.query(`DROP OWNED BY "${ROLE}"`);
  await owner.query(`DROP ROLE "${ROLE}"`);
  await owner.query(`DROP ROLE IF EXISTS "${OTHER}"`);
  await owner.end();
  await database.drop();
});

class Later1899999999999 {
  readonly name = 'Later1899999999999';
  readonly up = (runner: { query(sql: string): Promise<unknown> }): Promise<unknown> =>
    runner.query('CREATE TABLE later (id bigint)');
  readonly down = (): Promise<void> => Promise.reject(new Error('is not undone here'));
}

describe('with MIGRATE_ON_BOOT=false', () => {
  it('a process does not start before the database is migrated', async () => {
    const start = prepareDatabase({ DATABASE_URL: database.url, CELL: 0, MIGRATE_ON_BOOT: false });
    await expect(start).rejects.toThrow(
      /^The database lacks the migration Baseline\d+\. Run npm run migrate, or set MIGRATE_ON_BOOT=true\.$/,
    );
    const { rows } = await owner.query(`SELECT to_regclass('payments') AS payments`);
    expect(rows).toEqual([{ payments: null }]);
  });

  it('a process starts with a role that may not change the schema', async () => {
    await expect(grantToService(database.url, 'nobody there')).rejects.toThrow('The role nobody there does not exist.');
    await migrate(database.url, undefined, { cell: 3 });
    await grantToService(database.url, ROLE);
    await prepareDatabase({ DATABASE_URL: serviceUrl, CELL: 3, MIGRATE_ON_BOOT: false });
    await expect(prepareDatabase({ DATABASE_URL: serviceUrl, CELL: 4, MIGRATE_ON_BOOT: false })).rejects.toThrow(
      'CELL is 4, but the database belongs to cell 3.',
    );
    service = new pg.Client(serviceUrl);
    await service.connect();
    for (const denied of [
      'CREATE TABLE mine (id bigint)',
      'ALTER TABLE payments ADD COLUMN mine text',
      'DROP TABLE payments',
      'TRUNCATE payments',
      `DELETE FROM migrations`,
    ])
      await expect(service.query(denied), denied).rejects.toMatchObject({ code: '42501' });
  });

  it('several machines may grant at the same time', async () => {
    for (let n = 0; n < 3; n += 1) {
      await Promise.all(Array.from({ length: 4 }, () => grantToService(database.url, ROLE)));
    }
  });

  it('grants wait for a change of partitions', async () => {
    await service.query(`BEGIN; SELECT pg_try_advisory_xact_lock(hashtext('svc:make_partitions'))`);
    const granted = grantToService(database.url, ROLE).then(() => 'granted');
    const waits = `SELECT wait_event FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'`;
    await eventually(async () => expect((await owner.query(waits)).rowCount).toBe(1));
    await service.query('COMMIT');
    expect(await granted).toBe('granted');
  });

  it('that role makes and drops partitions of the tables that have them, and of no other', async () => {
    await service.query(`SELECT make_partition('request_log', day_of_id(id), day_after_id(id))
                           FROM id_at(now() + interval '40 days') AS id`);
    const { rows } = await service.query<{ name: string }>(
      `SELECT name FROM range_partitions WHERE parent = 'request_log' ORDER BY from_id DESC LIMIT 1`,
    );
    // Rows of a partition that was made later can be read and deleted, also directly.
    await service.query(`DELETE FROM ${rows[0]?.name}`);
    const dropped = await service.query('SELECT drop_partition($1, $2) AS dropped', ['request_log', rows[0]?.name]);
    expect(dropped.rows).toEqual([{ dropped: true }]);
    const week = `SELECT parent, name FROM range_partitions WHERE parent = 'events' LIMIT 1`;
    const [events] = (await service.query<{ name: string }>(week)).rows;
    // A temporary table that lies about what is a partition.
    await service.query('CREATE TEMP TABLE range_partitions (parent text, name text)');
    await service.query(`INSERT INTO range_partitions VALUES ('events', 'ledger_entries')`);
    await service.query('GRANT SELECT ON range_partitions TO PUBLIC');
    const lied = await service.query(`SELECT drop_partition('events', 'ledger_entries') AS dropped`);
    expect(lied.rows).toEqual([{ dropped: false }]);
    await service.query('DROP TABLE pg_temp.range_partitions');
    for (const call of [`make_partition('payments', 1, 2)`, `drop_partition('payments', 'payments')`])
      await expect(service.query(`SELECT ${call}`), call).rejects.toThrow('the table payments has no partitions');
    await owner.query(`CREATE ROLE "${OTHER}"`);
    await owner.query(`SET ROLE "${OTHER}"`);
    const drop = owner.query(`SELECT drop_partition('events', '${events?.name}')`);
    await expect(drop).rejects.toMatchObject({ code: '42501' });
    await owner.query('RESET ROLE');
  });

  it('that role may use what a later migration creates, and a process of the version before still starts', async () => {
    await migrate(database.url, undefined, { migrations: [...migrations, Later1899999999999] });
    await service.query('INSERT INTO later VALUES (1)');
    await requireMigrated(serviceUrl, { cell: 3 });
  });
});
