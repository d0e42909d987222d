import { eventually, forThisFile, mostRowsRead } from '@svc/testing';
import pg, { type PoolClient, type QueryResult } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../test/open-test-database.js';
import { EventErasure } from '../events/event-erasure.js';
import type { Database } from '../platform/database/database.js';
import { IdempotencyStore } from '../platform/idempotency/idempotency-store.js';
import { toPublicId } from '../platform/ids.js';
import { DeliveryErasure } from '../webhooks/deliveries/delivery-erasure.js';
import { CustomerEraser } from './customer-eraser.js';
import { ErasureProgress } from './erasure-progress.js';

const PAGE = 200;
const EVENTS = 1_050;
const WIDE = 450;
const MARK = 'zq9pages';
/** The event with many deliveries; the other ones have one. */
const WIDE_EVENT = 500;

/** A statement of the service, and how many rows it has returned or changed in a transaction. */
interface Answered {
  readonly name: string;
  rows: number;
  readonly transaction: number;
}

const server = await forThisFile(openTestDatabase({ pool: 1, dueInOrder: true }));
const { database } = server;
/** For the statements of the test, which are neither checked nor observed. */
let client: pg.Client;
let answered: Answered[];

const sql = async (text: string) => (await client.query<Record<string, unknown>>(text)).rows;

beforeAll(async () => {
  client = new pg.Client({ connectionString: server.url });
  await client.connect();
  observe(database);
  await sql(`INSERT INTO customers (environment_id, id, email, erased_at, updated_at)
             SELECT 1, n, 'erased@invalid', now(), now()
               FROM generate_series(1, 2) n`);
  // All statements are planned while the tables are empty, and keep these plans.
  await sql('INSERT INTO customer_erasures (environment_id, customer_id, due_at) VALUES (1, 1, now())');
  await eraser().continueNext();
});

afterAll(() => client.end());

beforeEach(async () => {
  await sql('INSERT INTO customer_erasures (environment_id, customer_id, due_at) VALUES (1, 2, now())');
  await seed();
  answered = [];
});

afterEach(() => sql('TRUNCATE events, deliveries, delivery_attempts, customer_erasures'));

describe('the erasure of a customer with many events', () => {
  it('handles a page of events, deliveries and attempts in each transaction, and leaves out none', async () => {
    expect(await leftovers()).toEqual({ events: EVENTS, kept: EVENTS / 2 + WIDE, excerpts: EVENTS + WIDE });
    expect(await eraser().continueNext()).toBe(true);
    expect(await leftovers()).toEqual({ events: 0, kept: 0, excerpts: 0 });
    expect(await sql('SELECT 1 FROM customer_erasures')).toEqual([]);
    expect(Math.max(...answered.map(({ rows }) => rows))).toBe(PAGE);
    const transactionsOf = (name: string) =>
      new Set(answered.filter((each) => each.name === name).map(({ transaction }) => transaction)).size;
    expect(transactionsOf('events_rewrite')).toBe(Math.ceil(EVENTS / PAGE));
    expect(transactionsOf('delivery_attempts_forget_excerpts')).toBeGreaterThan((EVENTS + WIDE) / PAGE);
  });

  it('leaves events of others as they are, and writes no event twice', async () => {
    const others = `SELECT count(*)::int AS n FROM events WHERE object_id = 3 AND convert_from(body, 'UTF8') LIKE '%${MARK}%'`;
    await eraser().continueNext();
    expect(await sql(others)).toEqual([{ n: 1 }]);
    await sql('INSERT INTO customer_erasures (environment_id, customer_id, due_at) VALUES (1, 2, now())');
    answered = [];
    await eraser().continueNext();
    expect(answered.map(({ name }) => name)).not.toContain('events_rewrite');
  });

  it('renews its lease, stops between two pages, and is finished by another process', async () => {
    const first = eraser();
    const release = await hold(`UPDATE events SET trace = NULL
      WHERE id = (SELECT id FROM events WHERE object_id = 2 ORDER BY id OFFSET ${2 * PAGE} LIMIT 1)`);
    const interrupted = expect(first.continueNext()).rejects.toThrow('stopping');
    await expectToWait();
    const stopped = first.beforeApplicationShutdown();
    await release();
    await stopped;
    await interrupted;
    expect(await leftovers()).toMatchObject({ events: EVENTS - 3 * PAGE });
    expect(answered.filter(({ name }) => name === 'customer_erasures_renew')).toHaveLength(2);
    expect(await eraser().continueNext()).toBe(true);
    expect(await leftovers()).toEqual({ events: 0, kept: 0, excerpts: 0 });
  });

  it.each([
    ['an event', 'UPDATE events SET trace = NULL WHERE object_id = 2 AND id = (SELECT min(id) FROM events)'],
    [
      'a delivery',
      `UPDATE deliveries SET lease = lease + 1, leased_until = now()
        WHERE id = (SELECT min(id) FROM deliveries WHERE status = 'pending')`,
    ],
  ])('misses none of a page when it has waited for %s', async (_, change) => {
    const release = await hold(change);
    const run = eraser().continueNext();
    await expectToWait();
    await release();
    await run;
    expect(await leftovers()).toEqual({ events: 0, kept: 0, excerpts: 0 });
  });

  it('reads little more than the page of an index', async () => {
    const [event] = await sql(`SELECT id FROM events WHERE object_id = 2 ORDER BY id OFFSET ${EVENTS / 2} LIMIT 1`);
    const after = String(event?.['id']);
    const ids = async (table: string, condition: string): Promise<string> => {
      const [row] = await sql(
        `SELECT array_agg(id) AS ids FROM (SELECT id FROM ${table} WHERE ${condition} ORDER BY id LIMIT ${PAGE}) page`,
      );
      return `'{${(row as { ids: string[] }).ids.join()}}'`;
    };
    const deliveries = await ids('deliveries', `event_id = ${WIDE_EVENT}`);
    for (const statement of [
      `events_about(1, '{2}', 2, ${after}, ${PAGE})`,
      `deliveries_erased_events(1, '{2}', 2, ${after}, ${PAGE})`,
      `deliveries_of_erased_events(1, ${await ids('events', 'object_id = 2')}, 0, 0, 0, ${PAGE})`,
      `deliveries_of_erased_events(1, '{${WIDE_EVENT}}', ${WIDE_EVENT}, 150, 0, ${PAGE})`,
      `deliveries_keep_no_excerpts(1, ${deliveries})`,
      `delivery_attempts_forget_excerpts(1, ${deliveries})`,
    ]) {
      const plan: Record<string, unknown>[] = await database.dataSource.query(
        `EXPLAIN (ANALYZE, TIMING OFF) EXECUTE ${statement}`,
      );
      const lines = plan.map((line) => String(line['QUERY PLAN']));
      expect([statement, mostRowsRead(lines)]).toEqual([statement, PAGE]);
    }
  });
});

function eraser(): CustomerEraser {
  return new CustomerEraser({
    database,
    progress: new ErasureProgress(database),
    answers: new IdempotencyStore(),
    audit: { record: () => expect.fail('the erasure has begun') } as never,
    objects: [],
    traces: [new DeliveryErasure(), new EventErasure()],
    waitMs: 1_000,
    logger: { warn: () => {} } as never,
  });
}

/**
 * Events of customer 2, half of them in another partition, with deliveries, and attempts whose excerpts repeat them.
 */
async function seed(): Promise<void> {
  const body = (object: string) => `convert_to('{"data":{"id":"${object}","email":"${MARK}@example.com"}}', 'UTF8')`;
  const customer = toPublicId('cust', '2');
  await sql(`INSERT INTO events (environment_id, id, type, object_id, body, epoch, xid)
    SELECT 1, CASE WHEN n % 2 = 0 THEN n ELSE id_at(now()) + n END, 'customer.updated', 2, ${body(customer)}, 1, 1
      FROM generate_series(1, ${EVENTS}) n
     UNION ALL
    SELECT 1, ${EVENTS + 1}, 'customer.updated', 3, ${body(toPublicId('cust', '3'))}, 1, 1`);
  await sql(`INSERT INTO deliveries (environment_id, id, event_id, webhook_id, type, status, due_at, updated_at)
    SELECT 1, id + 10000, id, 1, type, 'delivered', NULL::timestamptz, now() FROM events WHERE object_id = 2
     UNION ALL
    SELECT 1, 20000 + n, ${WIDE_EVENT}, n, 'customer.updated', 'pending', 'infinity', now()
      FROM generate_series(2, ${WIDE + 1}) n`);
  // Every other one is open.
  await sql(`UPDATE deliveries SET status = 'pending', due_at = 'infinity' WHERE webhook_id = 1 AND event_id % 4 < 2`);
  await sql(`INSERT INTO delivery_attempts (environment_id, delivery_id, n, at, duration_ms, response_excerpt)
    SELECT 1, id, 1, now(), 1, '${MARK}' FROM deliveries`);
}

async function leftovers(): Promise<Record<string, unknown>> {
  const [row] = await sql(`SELECT
    (SELECT count(*)::int FROM events WHERE object_id = 2 AND convert_from(body, 'UTF8') LIKE '%${MARK}%') AS events,
    (SELECT count(*)::int FROM deliveries WHERE status = 'pending' AND keeps_excerpts) AS kept,
    (SELECT count(*)::int FROM delivery_attempts WHERE response_excerpt IS NOT NULL) AS excerpts`);
  return row ?? {};
}

/** Changes rows in a transaction of its own, and returns a function that commits it. */
async function hold(change: string): Promise<() => Promise<void>> {
  const other = new pg.Client({ connectionString: server.url });
  await other.connect();
  await other.query('BEGIN');
  await other.query(change);
  return async () => {
    await other.query('COMMIT');
    await other.end();
  };
}

async function expectToWait(): Promise<void> {
  await eventually(async () => {
    const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    expect(await sql(waiting)).toHaveLength(1);
  });
}

/** Notes what the statements of the service return. */
function observe({ pool }: Database): void {
  const watched = new WeakSet<PoolClient>();
  let transaction = 0;
  answered = [];
  pool.on('acquire', (connection) => {
    if (watched.has(connection)) return;
    watched.add(connection);
    const query = connection.query.bind(connection) as (...parameters: unknown[]) => unknown;
    const noting = (...parameters: unknown[]): unknown => {
      const [first] = parameters;
      const answer = query(...parameters);
      if (first === 'BEGIN') transaction += 1;
      if (typeof first === 'string') return answer;
      const { name } = first as { name: string };
      const noted = { name, rows: 0, transaction };
      answered.push(noted);
      // The pool passes a callback for a statement outside of transactions, and gets no promise.
      if (!(answer instanceof Promise)) return answer;
      return answer.then((result: QueryResult) => {
        noted.rows = result.rowCount ?? 0;
        return result;
      });
    };
    connection.query = noting as typeof connection.query;
  });
}
