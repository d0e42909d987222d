import { createTestDatabase, type TestDatabase } from '@svc/testing';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { entities } from '../../entities.js';
import type { Database } from './database.js';
import { migrate } from './migrate.js';
import { openDatabase } from './open-database.js';
import { PartitionKeeper } from './partition-keeper.js';

let created: TestDatabase;
let database: Database;
let keeper: PartitionKeeper;
const logged: { level: number; event: string }[] = [];

beforeAll(async () => {
  created = await createTestDatabase();
  await migrate(created.url);
  const settings = { DATABASE_URL: created.url, DATABASE_POOL: 2, PG_PREPARED: true, SQL_CHECK: false };
  database = await openDatabase(settings, entities, { error: () => {} });
  const logger = pino({}, { write: (line: string) => void logged.push(JSON.parse(line) as never) });
  keeper = new PartitionKeeper(database, logger);
});

beforeEach(() => logged.splice(0));

afterAll(async () => {
  await database.close();
  await created.drop();
});

async function run(sql: string): Promise<Record<string, unknown>[]> {
  return database.dataSource.query(sql);
}

describe('the partitions of the event tables', () => {
  it('are made ahead when they are missing, quietly', async () => {
    const partitions = `SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'events'::regclass
                          AND inhrelid::regclass::text <> 'events_default' ORDER BY 1 DESC`;
    const before = await run(partitions);
    await run(`DROP TABLE ${String(before[0]?.['name'])}`);
    await keeper.keep();
    expect(await run(partitions)).toEqual(before);
    expect(logged).toEqual([]);
  });

  it.each([
    [
      'events',
      `INSERT INTO events_default (environment_id, id, type, object_id, body, epoch, xid)
       VALUES (1, 9000000000000000000, 'payment.pending', 1, '', 1, 1)`,
    ],
    [
      'deliveries',
      `INSERT INTO deliveries_default (environment_id, id, event_id, webhook_id, type, status, due_at, updated_at)
       VALUES (1, 9000000000000000000, 1, 1, 'payment.pending', 'pending', now(), now())`,
    ],
    [
      'delivery_attempts',
      `INSERT INTO delivery_attempts_default (environment_id, delivery_id, n, at, duration_ms)
       VALUES (1, 9000000000000000000, 1, now(), 1)`,
    ],
  ])('raise an alarm, at every look, while a row of %s lies in the default one', async (table, insert) => {
    await run(insert);
    await keeper.keep();
    await keeper.keep();
    const alarm = expect.objectContaining({ level: 50, event: 'default_partition_used' }) as unknown;
    expect(logged.splice(0)).toEqual([alarm, alarm]);
    await run(`DELETE FROM ${table}_default`);
    await keeper.keep();
    expect(logged).toEqual([]);
  });
});
