import { createTestDatabase, mostRowsRead, type TestDatabase } from '@svc/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { entities } from '../../app/entities.js';
import type { Database } from '../../platform/database/database.js';
import { openDatabase } from '../../platform/database/open-database.js';
import { DeliveryClaims, type ClaimedDelivery } from './delivery-claims.js';
import { DeliveryEndpoints } from './delivery-endpoints.js';
import { DeliveryOutcomes } from './delivery-outcomes.js';
import { DeferredDeliveryStore } from './deferred-delivery-store.js';

const BACKLOG = 20_000;

let server: TestDatabase;
/** One connection, which holds the prepared statements. */
let database: Database;
let claims: DeliveryClaims;
let store: DeferredDeliveryStore;

beforeAll(async () => {
  server = await createTestDatabase();
});

afterAll(() => server.drop());

// Plans belong to a connection: one that plans once, like a worker's, or another.
async function connect(dueInOrder = true): Promise<void> {
  const settings = { DATABASE_URL: server.url, DATABASE_POOL: 1, PG_PREPARED: true, SQL_CHECK: false, dueInOrder };
  database = await openDatabase(settings, entities, { error: () => {} });
  claims = new DeliveryClaims(database, 20_000);
  store = new DeferredDeliveryStore(database);
}

beforeEach(async () => {
  await connect();
  await sql('TRUNCATE deliveries, delivery_attempts, events');
  await fill();
  return () => database.close();
});

describe('a page of due deliveries', () => {
  it('is read in order, and little more than the page', async () => {
    const { refs } = await claims.due({ graceMs: 0, after: 0, environments: 1, rows: 1_000 });
    expect(refs).toHaveLength(1_000);
    const plan = await planOf(`(ANALYZE, TIMING OFF) EXECUTE deliveries_due(0, 0, 1, 1000, '-infinity')`);
    expect(mostRowsRead(plan)).toBeLessThan(2_000);
  });
});

const due = { environmentId: 1, id: '100', webhookId: '10', eventId: '50' };

const claim = async (): Promise<ClaimedDelivery[]> => claims.claim([due]);
const endpoints = (): Promise<unknown> =>
  new DeliveryEndpoints(database).of([{ environmentId: 1, webhookId: '10', stamp: '1' }]);
const defer = (): Promise<void> => store.defer([{ due, waitMs: 1_000 }]);
const recall = (): Promise<unknown> => store.recall(1, '10', '0', 1);

async function record(): Promise<void> {
  const [claimed] = await claim();
  if (claimed === undefined) throw new Error('it is not due');
  const attempt = { durationMs: 1, statusCode: 200, error: null, detail: null, responseExcerpt: null };
  const verdict = { status: 'delivered', reason: null, retryAfterMs: null } as const;
  await new DeliveryOutcomes(database, 1_000).record(claimed, attempt, verdict);
}

/** The statements for two deliveries, by name. */
function ofTwo(one: number, other: number): Record<string, string> {
  const refs = `'{1,1}', '{${one},${other}}'`;
  const span = `${Math.min(one, other)}, ${Math.max(one, other)}`;
  const [numbers, none] = [`'{1,1}'`, `'{NULL,NULL}'`];
  return {
    claim: `EXECUTE deliveries_claim(1000, ${refs}, ${span}, 50, 50)`,
    record: `EXECUTE deliveries_record(${refs}, ${numbers}, '{delivered,delivered}', ${none}, ${numbers}, ${numbers},
      ${numbers}, ${none}, ${none}, ${none}, 1000, ${span})`,
    defer: `EXECUTE deliveries_defer(${refs}, '{60000,60000}', ${span})`,
    endpoints: `EXECUTE deliveries_endpoints(${refs})`,
    recall: 'EXECUTE deliveries_recall(1, 10, 1000, 0)',
  };
}

describe('a claim', () => {
  it('finds deliveries by id, however many are due, also when it is planned for that', async () => {
    // All of them became due after the last ANALYZE.
    await sql(`UPDATE deliveries SET status = 'delivered', due_at = NULL`);
    await sql('ANALYZE deliveries');
    await sql(`UPDATE deliveries SET status = 'pending', due_at = now() - interval '10 s'`);
    await database.close();
    await connect(false);
    expect(await claim()).toHaveLength(1);
    expect((await planOf(ofTwo(100, 100)['claim'])).join()).not.toContain('due_at_idx');
  });
});

describe('a statement that names its deliveries', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['claim', claim],
    ['record', record],
    ['defer', defer],
  ])('prunes the partitions of other weeks: %s', async (name, prepare) => {
    await prepare();
    const plan = (await planOf(`(ANALYZE, TIMING OFF) ${ofTwo(101, 102)[name]}`)).join('\n');
    const touched = [...plan.matchAll(/ Scan using \w+ on (deliveries_\w+|events_\w+)/g)].map(([, table]) => table);
    expect(new Set(touched)).toEqual(new Set(['deliveries_default', ...(name === 'claim' ? ['events_default'] : [])]));
  });

  it.each<[string, () => Promise<unknown>]>([
    ['claim', claim],
    ['record', record],
    ['defer', defer],
    ['recall', recall],
  ])('looks up each id and reads none in between, with a plan made for few rows: %s', async (name, prepare) => {
    await sql('TRUNCATE deliveries, delivery_attempts');
    await fill(0, 59);
    // As autovacuum does from fifty rows on. With fewer, a plan would read all of them.
    await sql('ANALYZE deliveries');
    await prepare();
    await fill(60);
    const [first, last] = [101, 100 + BACKLOG - 1];
    if (name === 'recall') {
      await sql(`UPDATE deliveries SET status = 'delivered', due_at = NULL`);
      await sql(`UPDATE deliveries SET status = 'pending', due_at = now() + interval '1 hour', reason = 'endpoint_busy'
                  WHERE id IN (${first}, ${last})`);
    }
    const plan = await planOf(`(ANALYZE, TIMING OFF) ${ofTwo(first, last)[name]}`);
    expect(mostRowsRead(plan)).toBeLessThan(10);
    expect(plan.join()).toContain('deliveries_default');
  });
});

describe('a statement that reads the endpoint of each delivery', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['claim', claim],
    ['record', record],
    ['endpoints', endpoints],
  ])('reads no other endpoints, with a plan made for none: %s', async (name, prepare) => {
    await sql('TRUNCATE webhooks, accounts CASCADE');
    await prepare();
    await sql(`INSERT INTO accounts (id, name, tier) VALUES (1, 'A', 'pro')`);
    await sql(`INSERT INTO environments (id, account_id, mode) OVERRIDING SYSTEM VALUE VALUES (1, 1, 'test')`);
    await sql(`INSERT INTO webhooks (environment_id, id, url, events, enabled, acknowledge_on, secret_ciphertext,
                 secret_data_key, updated_at)
      SELECT 1, n, 'https://shop.example/hooks', '{payment.pending}', true, '200', '\\x00', '\\x00', now()
        FROM generate_series(1, 600) n`);
    const plan = await planOf(`(ANALYZE, TIMING OFF) ${ofTwo(101, 102)[name]}`);
    expect(mostRowsRead(plan)).toBeLessThan(10);
  });
});

describe('a recall', () => {
  async function expectToReadLittle(): Promise<void> {
    for (const from of [0, 100 + BACKLOG - 20]) {
      const plan = await planOf(`(ANALYZE, TIMING OFF) EXECUTE deliveries_recall(1, 10, 5, ${from})`);
      expect(mostRowsRead(plan)).toBeLessThan(10);
    }
  }

  it('reads only deferred deliveries, however many its endpoint has', async () => {
    await recall();
    await sql(`UPDATE deliveries SET status = 'delivered', due_at = NULL WHERE id < ${100 + BACKLOG - 5}`);
    await sql(
      `UPDATE deliveries SET due_at = now() + interval '1 hour', reason = 'endpoint_busy' WHERE status = 'pending'`,
    );
    await expectToReadLittle();
  });

  it('reads no deliveries deferred for other endpoints', async () => {
    await recall();
    await sql(`UPDATE deliveries SET due_at = now() + interval '1 hour', reason = 'endpoint_busy', webhook_id = 11`);
    await sql(`UPDATE deliveries SET webhook_id = 10 WHERE id % 5000 = 0`);
    await expectToReadLittle();
  });
});

describe('the list of endpoints with deferred deliveries', () => {
  it('goes from one endpoint to the next, and reads no more of each', async () => {
    await store.endpoints('0', 10);
    await sql(`UPDATE deliveries SET due_at = now() + interval '1 hour', webhook_id = 10 + id % 5,
                 reason = CASE WHEN id % 2 = 0 THEN 'endpoint_busy' END`);
    const plan = await planOf('(ANALYZE, TIMING OFF) EXECUTE deliveries_deferred(0, 10)');
    expect(mostRowsRead(plan)).toBeLessThan(10);
    expect(await store.endpoints('0', 10)).toHaveLength(5);
  });
});

/** Inserts due deliveries, number `from` to `to`. */
function fill(from = 0, to = BACKLOG - 1): Promise<unknown> {
  return sql(`INSERT INTO deliveries (environment_id, id, event_id, webhook_id, type, status, due_at, updated_at)
    SELECT 1, 100 + n, 50, 10, 'payment.pending', 'pending', now() - interval '10 s' - n * interval '1 ms', now()
      FROM generate_series(${from}, ${to}) n`);
}

function sql(text: string): Promise<Record<string, unknown>[]> {
  return database.dataSource.query<Record<string, unknown>[]>(text);
}

async function planOf(statement = ''): Promise<string[]> {
  return (await sql(`EXPLAIN ${statement}`)).map((row) => String(row['QUERY PLAN']));
}
