import { createTestDatabase, type TestDatabase } from '@svc/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { entities } from '../entities.js';
import type { Database } from '../platform/database/database.js';
import { migrate } from '../platform/database/migrate.js';
import { openDatabase, openIdSource } from '../platform/database/open-database.js';
import { idAt, type IdSource } from '../platform/ids/id-source.js';
import type { WorkQueues } from '../platform/queues/work-queues.js';
import { ReplayWalk } from './replay-walk.js';

/** Ids of yesterday's events begin above this one. */
const FIRST = idAt(new Date(Date.now() - 86_400_000));

const hinted: number[] = [];
const queues = { hint: (_: string, refs: unknown[]) => Promise.resolve(hinted.push(refs.length)) };

let server: TestDatabase;
let database: Database;
let ids: IdSource;
let walk: ReplayWalk;

beforeAll(async () => {
  server = await createTestDatabase();
  await migrate(server.url);
  const settings = { DATABASE_URL: server.url, DATABASE_POOL: 6, PG_PREPARED: true, SQL_CHECK: true };
  database = await openDatabase(settings, entities, { error: () => {} });
  ids = openIdSource(database);
  walk = walkWith(ids);
  await sql(`INSERT INTO accounts (id, name, tier) VALUES (1, 'A', 'pro')`);
  await sql(`INSERT INTO environments (account_id, mode) VALUES (1, 'test')`);
});

afterAll(async () => {
  await database.close();
  await server.drop();
});

beforeEach(async () => {
  hinted.length = 0;
  await sql('TRUNCATE webhooks, replays, deliveries, events, fan_outs');
  await sql(`INSERT INTO webhooks (environment_id, id, url, events, enabled, acknowledge_on, updated_at)
             SELECT 1, id, 'https://shop.example.com/', '{payment.pending,payment.failed}', true, '200', now()
               FROM generate_series(10, 11) AS id`);
});

function walkWith(source: IdSource): ReplayWalk {
  return new ReplayWalk(database, source, queues as unknown as WorkQueues);
}

async function sql(text: string): Promise<Record<string, unknown>[]> {
  return database.dataSource.query<Record<string, unknown>[]>(text);
}

/** Events of yesterday with these numbers. */
function events(from: number, to: number, type = 'payment.pending'): Promise<unknown> {
  return sql(`INSERT INTO events (environment_id, id, type, object_id, body, epoch, xid)
              SELECT 1, ${FIRST} + n, '${type}', 1, '{}', 1, 1 FROM generate_series(${from}, ${to}) AS n`);
}

/** What was delivered of them; the later of two deliveries of an event is the last one. */
function delivered(from: number, to: number, status: string, webhook = 10): Promise<unknown> {
  return sql(`INSERT INTO deliveries (environment_id, id, event_id, webhook_id, type, status, due_at, updated_at)
              SELECT 1, nextval('id_blocks'), ${FIRST} + n, ${webhook}, 'payment.pending', '${status}',
                     CASE WHEN '${status}' = 'pending' THEN timestamptz 'infinity' END, now()
                FROM generate_series(${from}, ${to}) AS n`);
}

async function replay(fields: { onlyFailed?: boolean; type?: string; to?: string } = {}): Promise<string> {
  const replayId = await ids.one();
  const { onlyFailed = true, type, to = "now() + interval '1 day'" } = fields;
  await sql(`INSERT INTO replays (environment_id, id, webhook_id, created_from, created_to, type, only_failed, status,
               reached, updated_at)
             SELECT 1, ${replayId}, 10, moment, ${to}, ${type === undefined ? 'NULL' : `'${type}'`}, ${onlyFailed},
                    'pending', id_at(moment) - 1, now()
               FROM (SELECT now() - interval '2 days' AS moment) AS range`);
  return replayId;
}

async function untilDone(): Promise<void> {
  while (await walk.advance());
}

/** The events, by number, that a replay has put on their way to the endpoint. */
async function made(): Promise<number[]> {
  const rows = await sql(`SELECT (event_id - ${FIRST})::int AS n FROM deliveries
                           WHERE environment_id = 1 AND webhook_id = 10 AND status = 'pending' AND due_at <= now()
                           ORDER BY n`);
  return rows.map((row) => Number(row['n']));
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, n) => from + n);

describe('a replay of what was missed', () => {
  it('delivers what failed last and what was never sent, and nothing else', async () => {
    await events(1, 12);
    await delivered(1, 4, 'failed');
    await delivered(3, 4, 'delivered');
    await delivered(5, 6, 'delivered');
    await delivered(6, 6, 'failed');
    await delivered(7, 8, 'pending');
    await delivered(9, 10, 'delivered', 11);
    await replay();
    await untilDone();
    expect(await made()).toEqual([1, 2, 6, 9, 10, 11, 12]);
  });

  it('leaves to the relay what it has still to deliver', async () => {
    await events(1, 2);
    await sql(`INSERT INTO fan_outs (environment_id, event_id, type, reached, last)
               SELECT 1, min(id), 'payment.pending', 9, 11 FROM events WHERE environment_id = 1`);
    await replay();
    await untilDone();
    expect(await made()).toEqual([2]);
  });

  it('delivers nothing twice when it is asked for twice', async () => {
    await events(1, 3);
    await Promise.all([replay(), replay()]);
    await untilDone();
    expect(await made()).toEqual([1, 2, 3]);
  });
});

describe('a replay of everything', () => {
  it('delivers all of the kinds that the endpoint lists, or of the one that is named', async () => {
    await events(1, 3);
    await events(4, 6, 'payment.failed');
    await events(7, 9, 'customer.created');
    await delivered(1, 6, 'delivered');
    await replay({ onlyFailed: false, type: 'payment.failed' });
    await untilDone();
    expect(await made()).toEqual([4, 5, 6]);
    await replay({ onlyFailed: false });
    await untilDone();
    expect(await made()).toEqual([1, 2, 3, 4, 4, 5, 5, 6, 6]);
  });

  it('keeps to its range, and to what had happened when it was asked for', async () => {
    await events(1, 3);
    await replay({ onlyFailed: false, to: "now() - interval '30 hours'" });
    await untilDone();
    expect(await made()).toEqual([]);
    await replay({ onlyFailed: false });
    await sql(`INSERT INTO events (environment_id, id, type, object_id, body, epoch, xid)
               SELECT 1, ${await ids.one()}, 'payment.pending', 1, '{}', 1, 1`);
    await untilDone();
    expect(await made()).toEqual([1, 2, 3]);
  });
});

describe('the walk', () => {
  it('makes 10,000 deliveries once each in chunks, though one dies in the middle and two go on', async () => {
    await events(1, 10_000);
    const replayId = await replay();
    let chunks = 3;
    const take = (count: number) => (chunks-- > 0 ? ids.take(count) : Promise.reject(new Error('killed')));
    const dying = walkWith({ take } as IdSource);
    await expect(
      (async () => {
        while (await dying.advance());
      })(),
    ).rejects.toThrow('killed');
    expect(await made()).toEqual(range(1, 1_500));
    await Promise.all([untilDone(), untilDone()]);
    await untilDone();
    expect(await made()).toEqual(range(1, 10_000));
    expect(Math.max(...hinted)).toBe(500);
    const [row] = await sql(`SELECT status, deliveries FROM replays WHERE environment_id = 1 AND id = ${replayId}`);
    expect(row).toEqual({ status: 'completed', deliveries: 10_000 });
  });

  it('takes turns: a long replay lets others pass', async () => {
    await events(1, 2_000);
    const [long, short] = [await replay(), await replay({ type: 'payment.failed' })];
    await walk.advance();
    await walk.advance();
    const rows = await sql(`SELECT id, status FROM replays WHERE environment_id = 1 ORDER BY id`);
    expect(rows).toEqual([
      { id: long, status: 'running' },
      { id: short, status: 'running' },
    ]);
  });

  it('ends for an endpoint that was deleted', async () => {
    await events(1, 3);
    await replay();
    await sql('UPDATE webhooks SET deleted_at = now() WHERE environment_id = 1');
    await untilDone();
    expect(await made()).toEqual([]);
    expect(await sql('SELECT status FROM replays WHERE environment_id = 1')).toEqual([{ status: 'completed' }]);
  });

  it('is forgotten a month after it has ended', async () => {
    const [open, done] = [await replay(), await replay()];
    await replay();
    await sql(`UPDATE replays SET status = 'completed' WHERE environment_id = 1 AND id <> ${open}`);
    await sql(`UPDATE replays SET updated_at = now() - interval '31 days' WHERE environment_id = 1 AND id <> ${done}`);
    expect(await walk.prune(100)).toBe(1);
    const left = await sql('SELECT id FROM replays WHERE environment_id = 1 ORDER BY id');
    expect(left.map(({ id }) => id)).toEqual([open, done].sort());
  });
});
