import {
  createClient,
  eventually,
  startReceiver,
  startStack,
  type Client,
  type Receiver,
  type Stack,
} from '@svc/testing';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { entities } from '../../app/entities.js';
import { OpenDeliveries } from '../../webhooks/deliveries/open-deliveries.js';
import type { Database } from '../../platform/database/database.js';
import { openDatabase } from '../../platform/database/open-database.js';
import { PartitionKeeper } from './partition-keeper.js';

const silent = pino({ enabled: false });
const CONNECTIONS = 6;
const OLD_WEEKS = 10;
const ROWS = 5_000;
/** A partition in use is dropped in the next round, a minute later. */
const patience = { timeoutMs: 75_000 };
const amount = { value: 1000, currency: 'USD' };

let receiver: Receiver;
let stack: Stack;
let client: Client;
let database: Database;

beforeAll(async () => {
  receiver = await startReceiver();
  stack = await startStack({ env: { EVENT_RETENTION_DAYS: '30' } });
  client = createClient(stack.apiUrl, (await stack.createAccount('enterprise')).testKey);
  const settings = {
    DATABASE_URL: stack.env['DATABASE_URL'] ?? '',
    DATABASE_POOL: 4,
    PG_PREPARED: true,
    SQL_CHECK: true,
  };
  database = await openDatabase(settings, entities, { error: () => {} });
});

afterAll(async () => {
  await database.close();
  await stack.close();
  await receiver.close();
});

/** Makes `weeks` partitions past the retention of 30 days, full of settled rows. */
async function makeOld(weeks: number): Promise<void> {
  await stack.query(
    `DO $$
     DECLARE
       week bigint;
       after bigint;
     BEGIN
       FOR n IN 6 .. 5 + ${weeks} LOOP
         week := week_of_id(id_at(now() - n * interval '7 days'));
         after := week_after_id(week);
         PERFORM make_partition(t, week, after) FROM unnest(ARRAY['events', 'deliveries', 'delivery_attempts']) AS t;
         INSERT INTO events (environment_id, id, type, object_id, body, epoch, xid)
           SELECT 1, week + i, 'payment.pending', i, convert_to('{"filler":"' || repeat('x', 400) || '"}', 'UTF8'), 1, 1
             FROM generate_series(1, ${ROWS}) i;
         INSERT INTO deliveries (environment_id, id, event_id, webhook_id, type, status, updated_at)
           SELECT 1, week + i, week + i, 1, 'payment.pending', 'delivered', now() FROM generate_series(1, ${ROWS}) i;
         INSERT INTO delivery_attempts (environment_id, delivery_id, n, at, duration_ms, status_code)
           SELECT 1, week + i, 1, now(), 1, 200 FROM generate_series(1, ${ROWS}) i;
       END LOOP;
     END $$`,
  );
}

async function old(): Promise<string[]> {
  const rows = await stack.query(
    `SELECT name FROM event_partitions WHERE to_id < id_at(now() - interval '31 days') ORDER BY 1`,
  );
  return rows.map(({ name }) => String(name));
}

function keeper(): PartitionKeeper {
  const uses = [new OpenDeliveries(database, silent)];
  return new PartitionKeeper({ database, logger: silent, uses, retentionDays: 30 });
}

interface Timed {
  readonly status: number;
  readonly ms: number;
}

/** Creates payments and reads their data on one connection until `working` is false. */
async function work(load: { timed: Timed[]; working: boolean }, created: string[]): Promise<void> {
  const ask = async (method: string, path: string, body?: unknown): Promise<Record<string, unknown>> => {
    const startedAt = performance.now();
    const answer = await client.send(method, path, body);
    load.timed.push({ status: answer.status, ms: performance.now() - startedAt });
    return answer.body;
  };
  while (load.working) {
    const { id } = await ask('POST', '/v1/payments', { amount });
    created.push(String(id));
    await ask('GET', `/v1/payments/${String(id)}/timeline`);
    await ask('GET', '/v1/events?limit=5');
    await ask('GET', '/v1/deliveries?limit=5');
    await ask('GET', '/v1/events?order=asc&limit=5');
  }
}

/** Opens a read that locks all partitions until the returned function ends it, as a dump of the database would. */
async function readForLong(): Promise<() => Promise<void>> {
  const reader = await stack.connect();
  await reader.query('BEGIN');
  await reader.query('SELECT (SELECT count(*) FROM events), (SELECT count(*) FROM deliveries)');
  return () => reader.end();
}

/** Starts a worker, and kills it as soon as it has dropped a partition. */
async function killInBetween(): Promise<void> {
  const before = (await old()).length;
  const worker = await stack.startWorker();
  await eventually(async () => expect((await old()).length).toBeLessThan(before), {
    ...patience,
    intervalMs: 5,
  });
  await stack.killWorker(worker);
}

describe('old partitions', () => {
  it('are dropped under load by two workers without an error, a stall or a lost event', async () => {
    const webhook = { url: `${receiver.url}/kept`, events: ['payment.pending', 'payment.completed'] };
    expect((await client.post('/v1/webhooks', webhook)).status).toBe(201);
    await makeOld(OLD_WEEKS);
    const created: string[] = [];
    const before: Timed[] = [];
    const meanwhile: Timed[] = [];
    const load = { timed: before, working: true };
    const workers = Array.from({ length: CONNECTIONS }, () => work(load, created));
    await eventually(() => expect(before.length).toBeGreaterThan(200), { timeoutMs: 30_000 });
    expect(await old()).toHaveLength(3 * OLD_WEEKS);
    load.timed = meanwhile;
    const keepers = [keeper(), keeper()];
    const endRead = await readForLong();
    for (let round = 0; round < 5; round += 1) await Promise.all(keepers.map((each) => each.keep()));
    expect((await old()).filter((name) => !name.startsWith('delivery_attempts'))).toHaveLength(2 * OLD_WEEKS);
    await endRead();
    await eventually(
      async () => {
        await Promise.all(keepers.map((each) => each.keep()));
        expect(await old()).toEqual([]);
      },
      { timeoutMs: 30_000 },
    );
    await eventually(() => expect(meanwhile.length).toBeGreaterThan(100), { timeoutMs: 30_000 });
    load.working = false;
    await Promise.all(workers);
    expect([...before, ...meanwhile].filter(({ status }) => status >= 300)).toEqual([]);
    expect(slowest(meanwhile)).toBeLessThan(2 * slowest(before) + 250);
    await eventually(
      () => {
        const arrived = new Set(receiver.requests.map(({ parsed }) => nameOf(parsed)));
        const due = created.flatMap((id) => [`payment.pending ${id}`, `payment.completed ${id}`]);
        expect(due.filter((event) => !arrived.has(event))).toEqual([]);
      },
      { timeoutMs: 30_000, intervalMs: 200 },
    );
  });

  it('are dropped even if workers are killed meanwhile; those with open deliveries after the delivery', async () => {
    await makeOld(OLD_WEEKS);
    const [oldest] = await stack.query(
      `UPDATE deliveries d SET status = 'pending', due_at = now() + interval '1 hour', webhook_id = w.id, environment_id = w.environment_id
         FROM (SELECT min(from_id) + 1 AS id FROM event_partitions) o, webhooks w
        WHERE d.id = o.id RETURNING d.id::text AS id`,
    );
    const id = String(oldest?.['id']);
    await stack.query('UPDATE events SET environment_id = (SELECT environment_id FROM webhooks) WHERE id = $1', [id]);
    await stack.query('DELETE FROM delivery_attempts WHERE delivery_id = $1', [id]);
    const standing = await old();
    const oldestWeek = standing.filter((name) => name.endsWith(standing[0]?.slice(-9) ?? ''));
    expect(oldestWeek).toHaveLength(3);
    await killInBetween();
    await killInBetween();
    await stack.startWorker();
    await eventually(async () => expect(await old()).toEqual(oldestWeek), patience);
    await eventually(() => expect(stack.logs().join('\n')).toContain('"neededBy":["deliveries"]'));
    await stack.query('UPDATE deliveries SET due_at = now() WHERE id = $1', [id]);
    await receiver.waitFor((request) => request.headers['svc-delivery-id'] === `dlv_${id}`);
    await eventually(async () => {
      const [row] = await stack.query('SELECT status FROM deliveries WHERE id = $1', [id]);
      expect(row?.['status']).toBe('delivered');
    });
    await stack.startWorker();
    await eventually(async () => expect(await old()).toEqual([]), patience);
  }, 330_000);
});

function slowest(timed: readonly Timed[]): number {
  return Math.max(...timed.map(({ ms }) => ms));
}

function nameOf(parsed: unknown): string {
  const { type, data } = parsed as { type: string; data: { id: string } };
  return `${type} ${data.id}`;
}
