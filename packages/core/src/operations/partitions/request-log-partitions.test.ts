import { eventually, forThisFile } from '@svc/testing';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../../test/open-test-database.js';
import { idAt } from '../../platform/ids.js';
import { PartitionKeeper } from './partition-keeper.js';

const DAY_MS = 86_400_000;

const created = await forThisFile(openTestDatabase({ pool: 2 }));
const { database } = created;
let sql: pg.Client;
const logged: { event: string; partition?: string }[] = [];
const logger = pino({}, { write: (line: string) => void logged.push(JSON.parse(line) as never) });

beforeAll(async () => {
  sql = new pg.Client({ connectionString: created.url });
  await sql.connect();
  await passMidnight();
});

beforeEach(() => logged.splice(0));

afterAll(() => sql.end());

const neverNeeded = { name: 'somebody', needs: () => Promise.resolve(true) };
const keep = (): Promise<void> =>
  new PartitionKeeper({ database, logger, uses: [neverNeeded], retentionDays: 30 }).keep();

/** The name of a day's partition. Days ago are negative. */
function day(ahead: number): string {
  return `request_log_${new Date(Date.now() + ahead * DAY_MS).toISOString().slice(0, 10).replaceAll('-', '')}`;
}

async function partitions(): Promise<string[]> {
  const { rows } = await sql.query<{ name: string }>(
    `SELECT name FROM range_partitions WHERE parent = 'request_log' ORDER BY from_id`,
  );
  return rows.map(({ name }) => name);
}

/** The copied database may have been made yesterday, when the tests run at midnight. */
async function passMidnight(): Promise<void> {
  const stale = (await partitions()).filter((name) => name < day(0));
  if (stale.length === 0) return;
  await sql.query(`DROP TABLE ${stale.join(', ')}`);
  await keep();
}

async function make(ahead: number): Promise<void> {
  const id = idAt(new Date(Date.now() + ahead * DAY_MS));
  await sql.query(`SELECT make_partition('request_log', day_of_id($1::bigint), day_after_id($1::bigint))`, [id]);
  await sql.query(
    `INSERT INTO request_log (environment_id, id, request_id, method, duration_ms, key_id)
     VALUES (1, $1, gen_random_uuid(), 'GET', 1, 1)`,
    [id],
  );
}

describe('the partitions of the request log', () => {
  it('are the days of the next week', async () => {
    const week = Array.from({ length: 8 }, (_, ahead) => day(ahead));
    expect(await partitions()).toEqual(week);
    await sql.query(`DROP TABLE ${day(0)}, ${day(7)}`);
    await keep();
    expect(await partitions()).toEqual(week);
    expect(logged).toEqual([]);
  });

  it('are dropped once all of their requests are older than seven days', async () => {
    await make(-7);
    await make(-8);
    await make(-20);
    await eventually(async () => {
      await keep();
      expect((await partitions()).slice(0, 2)).toEqual([day(-7), day(0)]);
    });
    expect(logged).toMatchObject([
      { event: 'partition_dropped', partition: day(-20) },
      { event: 'partition_dropped', partition: day(-8) },
    ]);
  });
});
