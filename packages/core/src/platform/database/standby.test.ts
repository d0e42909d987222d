import { startOwnPostgres, startOwnStandby, startTcpProxy, type OwnPostgres, type TcpProxy } from '@svc/testing';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { examinePostgres } from '../../operations/doctor/postgres.js';
import { isDatabaseAway } from './database-away.js';
import type { Database } from './database.js';
import { migrate } from '../../schema/migrate.js';
import { namedQuery } from './named-query.js';
import { openDatabase } from './open-database.js';
import { openIdSource } from '../ids.js';
import { Readiness } from './readiness.js';
import { PRESENT_EPOCH } from './server-life.js';

const NOTE = namedQuery('test_note', `INSERT INTO notes (epoch) VALUES (${PRESENT_EPOCH}) RETURNING epoch`);
const WRITE = namedQuery('test_write', 'INSERT INTO notes (epoch) VALUES (0)');

let primary: OwnPostgres;
let standby: OwnPostgres;
let link: TcpProxy;

const portOf = ({ url }: OwnPostgres): number => Number(new URL(url).port);

beforeAll(async () => {
  primary = await startOwnPostgres();
  await migrate(primary.url);
  const client = new pg.Client({ connectionString: primary.url });
  await client.connect();
  await client.query('CREATE TABLE notes (epoch integer NOT NULL)');
  await client.end();
  standby = await startOwnStandby(primary.url);
  link = await startTcpProxy('127.0.0.1', portOf(primary));
}, 60_000);

afterAll(async () => {
  await link.close();
  await standby.stop();
  await primary.stop();
});

async function open(url: string): Promise<Database> {
  const settings = { DATABASE_URL: url, DATABASE_POOL: 2, PG_PREPARED: true, SQL_CHECK: false };
  const database = await openDatabase(settings, [], { error: () => {} });
  onTestFinished(() => database.close());
  return database;
}

function note(database: Database): Promise<{ epoch: number }[]> {
  return database.transaction((transaction) => transaction.run<{ epoch: number }>(NOTE, []));
}

describe('a standby', () => {
  it('is rejected by openDatabase, migrate and the doctor, which say what to do', async () => {
    await expect(open(standby.url)).rejects.toMatchObject({ name: 'StandbyRefused' });
    await expect(migrate(standby.url)).rejects.toThrow('Point it to the primary');
    const installation = {
      cell: 0,
      retentionDays: undefined,
      pendingLimit: undefined,
      masterKeys: undefined,
      peppers: undefined,
      config: undefined,
      sealedColumns: [],
    };
    const [finding, ...others] = await examinePostgres(standby.url, installation);
    expect(finding).toMatchObject({ about: 'postgres', state: 'failed' });
    expect(finding?.text).toContain('Point it to the primary');
    expect(others).toEqual([]);
  });

  it('behind the address of the primary is refused until the primary is back', async () => {
    const database = await open(link.through(primary.url));
    link.cut();
    link.mend();
    link.leadTo(portOf(standby));
    await expect.poll(() => note(database).catch((error: unknown) => error)).toMatchObject({ name: 'StandbyRefused' });
    expect(await new Readiness(database).check()).toBe(false);
    link.leadTo(portOf(primary));
    await expect(note(database)).resolves.toHaveLength(1);
  });

  it('that does not report its state is detected by its errors, and its connection is closed', async () => {
    const database = await open(link.through(primary.url));
    const pool = database.pool;
    pool.options.onConnect = undefined;
    link.cut();
    link.mend();
    link.leadTo(portOf(standby));
    await expect.poll(() => note(database).catch((error: unknown) => error)).toMatchObject({ code: '0A000' });
    expect(await new Readiness(database).check()).toBe(false);
    await expect(note(database)).rejects.toSatisfy(isDatabaseAway);
    const write = database.transaction((transaction) => transaction.run(WRITE, []));
    await expect(write).rejects.toMatchObject({ code: '25006' });
    link.leadTo(portOf(primary));
    await expect(note(database)).resolves.toHaveLength(1);
  });

  it('that was promoted begins its own epoch', async () => {
    const [before] = await note(await open(primary.url));
    const client = new pg.Client({ connectionString: standby.url });
    await client.connect();
    await expect.poll(async () => (await client.query('SELECT 1 FROM notes')).rowCount).toBe(3);
    await client.query('SELECT pg_promote()');
    await client.end();
    const [after] = await note(await open(standby.url));
    expect(after?.epoch).toBeGreaterThan(before?.epoch ?? NaN);
  });
});

it('ids come from a new block after the connection of the last one is lost', async () => {
  const database = await open(link.through(primary.url));
  const ids = openIdSource(database);
  const block = async (): Promise<bigint> => (BigInt(await ids.one()) >> 10n) % 4_096n;
  const first = await block();
  expect(await block()).toBe(first);
  link.cut();
  link.mend();
  await expect.poll(block).toBe(first + 1n);
});
