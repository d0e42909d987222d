import { createTestDatabase, type TestDatabase } from '@svc/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { entities } from '../entities.js';
import type { Database } from '../platform/database/database.js';
import { migrate } from '../platform/database/migrate.js';
import { openDatabase } from '../platform/database/open-database.js';
import { DeliveryClaims } from './delivery-claims.js';

const BACKLOG = 20_000;

let server: TestDatabase;
/** One connection. */
let database: Database;
let claims: DeliveryClaims;

beforeAll(async () => {
  server = await createTestDatabase();
  await migrate(server.url);
});

afterAll(() => server.drop());

// What Postgres has prepared it keeps: each plan is of a connection of its own, as a worker has it, or as others do.
async function connect(plannedOnce = true): Promise<void> {
  const settings = { DATABASE_URL: server.url, DATABASE_POOL: 1, PG_PREPARED: true, SQL_CHECK: false, plannedOnce };
  database = await openDatabase(settings, entities, { error: () => {} });
  claims = new DeliveryClaims(database, 20_000);
}

beforeEach(async () => {
  await connect();
  await sql('TRUNCATE deliveries, events');
  await sql(`INSERT INTO deliveries (environment_id, id, event_id, webhook_id, type, status, due_at, updated_at)
    SELECT 1, 100 + n, 50, 10, 'payment.pending', 'pending', now() - interval '10 s' - n * interval '1 ms', now()
      FROM generate_series(0, ${BACKLOG - 1}) n`);
  return () => database.close();
});

describe('a page of what is due', () => {
  it('is read in order, and no more than that', async () => {
    expect(await claims.due(0, 1_000)).toHaveLength(1_000);
    const plan = await planOf(`(ANALYZE, TIMING OFF) EXECUTE deliveries_due(0, '-infinity', 0, 0, 1000)`);
    const read = plan.map((line) => Number(/actual rows=(\d+)/.exec(line)?.[1] ?? 0));
    expect(Math.max(...read)).toBeLessThan(2_000);
  });
});

describe('a claim', () => {
  const claimOfOne = `EXECUTE deliveries_claim(1000, '{1}', '{100}', 100, 100, 50, 50)`;

  const claim = async (): Promise<void> =>
    expect(await claims.claim([{ environmentId: 1, id: '100', webhookId: '10', eventId: '50' }])).toHaveLength(1);

  it('leaves out the partitions of other weeks before it begins', async () => {
    await claim();
    const plan = (await planOf(`(ANALYZE, TIMING OFF) ${claimOfOne}`)).join('\n');
    const touched = [...plan.matchAll(/ Scan using \w+ on (deliveries_\w+|events_\w+)/g)].map(([, table]) => table);
    expect(new Set(touched)).toEqual(new Set(['deliveries_default', 'events_default']));
  });

  it('finds what is named by its id, however much is due, where it is planned for that as well', async () => {
    // All of it has come up since Postgres last looked.
    await sql(`UPDATE deliveries SET status = 'delivered', due_at = NULL`);
    await sql('ANALYZE deliveries');
    await sql(`UPDATE deliveries SET status = 'pending', due_at = now() - interval '10 s'`);
    await database.close();
    await connect(false);
    await claim();
    expect((await planOf(claimOfOne)).join()).not.toContain('due_at_idx');
  });
});

function sql(text: string): Promise<Record<string, unknown>[]> {
  return database.dataSource.query<Record<string, unknown>[]>(text);
}

async function planOf(statement: string): Promise<string[]> {
  return (await sql(`EXPLAIN ${statement}`)).map((row) => String(row['QUERY PLAN']));
}
