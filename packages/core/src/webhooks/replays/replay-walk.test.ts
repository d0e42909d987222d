import type { EventKind } from '@svc/contract';
import { eventually, forThisFile } from '@svc/testing';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../../test/open-test-database.js';
import { idAt, IdSource, openIdSource } from '../../platform/ids.js';
import { FanOutRelay } from '../../events/fan-out-relay.js';
import { Outbox } from '../../events/outbox.js';
import type { WorkQueues } from '../../platform/queues/work-queues.js';
import { Idempotency } from '../../platform/idempotency/idempotency.js';
import { IdempotencyStore } from '../../platform/idempotency/idempotency-store.js';
import { AuditLog } from '../../security/audit-log.js';
import type { Caller } from '../../security/caller.js';
import { ReplayWalk } from './replay-walk.js';
import { WebhookReplays } from './webhook-replays.js';

/** Ids of yesterday's events are above this one. */
const FIRST = idAt(new Date(Date.now() - 86_400_000));

const added: number[] = [];
const note = (_: string, refs: unknown[]): Promise<number> => Promise.resolve(added.push(refs.length));
const queues = { add: note, feed: note };

const { database, sql, url } = await forThisFile(openTestDatabase());
let ids: IdSource;
let walk: ReplayWalk;

beforeAll(async () => {
  ids = openIdSource(database);
  walk = walkWith(ids);
});

beforeEach(async () => {
  added.length = 0;
  await sql('TRUNCATE webhooks, replays, deliveries, events, fan_outs');
  await sql(`INSERT INTO webhooks (environment_id, id, url, events, enabled, acknowledge_on, updated_at)
             SELECT 1, id, 'https://shop.example.com/', '{payment.pending,payment.failed}', true, '200', now()
               FROM generate_series(10, 11) AS id`);
});

function walkWith(source: IdSource): ReplayWalk {
  return new ReplayWalk(database, source, queues as unknown as WorkQueues);
}

/** Events of yesterday with these numbers. */
function events(from: number, to: number, type = 'payment.pending'): Promise<unknown> {
  return sql(`INSERT INTO events (environment_id, id, type, object_id, body, epoch, xid)
              SELECT 1, ${FIRST} + n, '${type}', 1, '{}', 1, 1 FROM generate_series(${from}, ${to}) AS n`);
}

/** Writes an event of now as the outbox does. */
async function happen(by: (text: string) => Promise<unknown>): Promise<unknown> {
  return by(`INSERT INTO events (environment_id, id, type, object_id, body, epoch, xid)
             SELECT 1, ${await ids.one()}, 'payment.pending', 1, '{}', event_epoch, pg_current_xact_id()::text::bigint
               FROM system_state`);
}

/** Adds a delivery for each of these events; the latest delivery of an event counts. */
function delivered(from: number, to: number, status: string, webhook = 10): Promise<unknown> {
  return sql(`INSERT INTO deliveries (environment_id, id, event_id, webhook_id, type, status, due_at, updated_at)
              SELECT 1, nextval('id_blocks'), ${FIRST} + n, ${webhook}, 'payment.pending', '${status}',
                     CASE WHEN '${status}' = 'pending' THEN timestamptz 'infinity' END, now()
                FROM generate_series(${from}, ${to}) AS n`);
}

const caller = {
  environmentId: 1,
  actor: { kind: 'api_key', keyId: '1' },
  requestId: 'req_1',
  address: '::1',
  retentionDays: 30,
} as Caller;

async function replay(
  fields: { onlyFailed?: boolean; type?: EventKind; to?: number } = {},
  given: IdSource = ids,
): Promise<string> {
  const { to = Date.UTC(2999, 0, 1), ...others } = fields;
  const service = new WebhookReplays(given, new Idempotency(database, new IdempotencyStore()), new AuditLog(given));
  const range = { createdFrom: ago(48).toISOString(), createdTo: new Date(to).toISOString() };
  const { id } = await service.start(caller, 'wh_10', { ...range, ...others });
  return id.slice('rpl_'.length);
}

function ago(hours: number): Date {
  return new Date(Date.now() - hours * 3_600_000);
}

/** Waits until no transaction from before the last replay is open, also none of other tests on this server. */
async function settled(): Promise<void> {
  await eventually(async () => {
    const [row] = await sql(`SELECT bool_and(xid <= pg_snapshot_xmin(pg_current_snapshot())::text::bigint) AS settled
                               FROM replays WHERE environment_id = 1`);
    expect(row).toEqual({ settled: true });
  });
}

async function untilDone(by = walk): Promise<void> {
  await settled();
  while (await by.advance());
}

/** The numbers of the events that a replay has made due for the endpoint. */
async function made(): Promise<number[]> {
  const rows = await sql(`SELECT (event_id - ${FIRST})::int AS n FROM deliveries
                           WHERE environment_id = 1 AND webhook_id = 10 AND status = 'pending' AND due_at <= now()
                           ORDER BY n`);
  return rows.map((row) => Number(row['n']));
}

async function deliveriesOf(replayId: string): Promise<unknown> {
  const [row] = await sql(`SELECT deliveries FROM replays WHERE environment_id = 1 AND id = ${replayId}`);
  return row?.['deliveries'];
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, n) => from + n);

describe('a replay of missed events', () => {
  it('delivers events that failed last or were never sent, and no others', async () => {
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

  it('leaves to the relay what the relay has yet to deliver', async () => {
    await events(1, 2);
    await sql(`INSERT INTO fan_outs (environment_id, event_id, type, reached, last)
               SELECT 1, min(id), 'payment.pending', 9, 11 FROM events WHERE environment_id = 1`);
    await replay();
    await untilDone();
    expect(await made()).toEqual([2]);
  });

  it.each([
    ['that is newer than the event', 9, 'true'],
    ['that was disabled before the event', 11, 'false'],
  ])('does not wait for a relay that leaves out an endpoint %s', async (_, last, isEnabled) => {
    await events(1, 2);
    await sql(`UPDATE webhooks SET enabled = ${isEnabled}, updated_at = id_time(${FIRST}) - interval '1 hour'
                WHERE environment_id = 1`);
    await sql(`INSERT INTO fan_outs (environment_id, event_id, type, reached, last)
               SELECT 1, min(id), 'payment.pending', 0, ${last} FROM events WHERE environment_id = 1`);
    await replay();
    await untilDone();
    const relay = new FanOutRelay(database, ids, queues as unknown as WorkQueues);
    while (await relay.advance());
    expect(await made()).toEqual([1, 2]);
  });

  it('delivers nothing twice when it is requested twice', async () => {
    await events(1, 3);
    await Promise.all([replay(), replay()]);
    await untilDone();
    expect(await made()).toEqual([1, 2, 3]);
  });
});

describe('a replay of events that skipped a disabled endpoint', () => {
  it('waits for transactions that were open at the request', async () => {
    const other = new pg.Client({ connectionString: url });
    await other.connect();
    await other.query('BEGIN');
    await happen((text) => other.query(text));
    const id = await replay();
    expect(await walk.advance()).toBe(false);
    await other.query('COMMIT');
    await other.end();
    await untilDone();
    expect(await deliveriesOf(id)).toBe(1);
  });

  it('includes events that were written before it and have higher ids', async () => {
    await happen(sql);
    // As if the response with the first block of ids took a second.
    const behind = new IdSource(() => Promise.resolve({ number: 1n, databaseTimeMs: Date.now() - 1_000 }));
    const id = await replay({}, behind);
    await untilDone();
    expect(await deliveriesOf(id)).toBe(1);
  });

  it('includes an event that had read its receivers before the request and is written after it', async () => {
    const id = await database.transaction(async (transaction) => {
      await new Outbox(ids).audience(transaction, [{ environmentId: 1, type: 'payment.pending' }]);
      const asked = await replay();
      await sleep(20);
      await happen((text) => transaction.run({ name: 'happen', text }, []));
      return asked;
    });
    await untilDone();
    expect(await deliveriesOf(id)).toBe(1);
  });

  it('includes earlier events after the epoch of the server has changed', async () => {
    await events(1, 3);
    const id = await replay();
    await sql('UPDATE replays SET xid = 4000000000 WHERE environment_id = 1');
    await sql('UPDATE system_state SET event_epoch = 2');
    await happen(sql);
    while (await walk.advance());
    await sql('UPDATE system_state SET event_epoch = 1');
    expect(await deliveriesOf(id)).toBe(3);
  });
});

describe('a replay of all events', () => {
  it('delivers all types that the endpoint lists, or only the given one', async () => {
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

  it('keeps to its range, and to events from before the request', async () => {
    await events(1, 3);
    await replay({ onlyFailed: false, to: ago(30).getTime() });
    await untilDone();
    expect(await made()).toEqual([]);
    await replay({ onlyFailed: false });
    await happen(sql);
    await untilDone();
    expect(await made()).toEqual([1, 2, 3]);
  });
});

describe('ReplayWalk', () => {
  it('makes 10,000 deliveries once each in chunks, although one worker dies midway and two continue', async () => {
    await events(1, 10_000);
    const replayId = await replay();
    let chunks = 3;
    const take = (count: number) => (chunks-- > 0 ? ids.take(count) : Promise.reject(new Error('killed')));
    const dying = walkWith({ take } as IdSource);
    await expect(untilDone(dying)).rejects.toThrow('killed');
    expect(await made()).toEqual(range(1, 1_500));
    await Promise.all([untilDone(), untilDone()]);
    await untilDone();
    expect(await made()).toEqual(range(1, 10_000));
    expect(Math.max(...added)).toBe(500);
    const [row] = await sql(`SELECT status, deliveries FROM replays WHERE environment_id = 1 AND id = ${replayId}`);
    expect(row).toEqual({ status: 'completed', deliveries: 10_000 });
  });

  it('takes turns, so that a long replay does not block others', async () => {
    await events(1, 2_000);
    const [long, short] = [await replay(), await replay({ type: 'payment.failed' })];
    await settled();
    await walk.advance();
    await walk.advance();
    const rows = await sql(`SELECT id, status FROM replays WHERE environment_id = 1 ORDER BY id`);
    expect(rows).toEqual([
      { id: long, status: 'running' },
      { id: short, status: 'running' },
    ]);
  });

  it('takes turns with other environments, however many replays one of them has', async () => {
    await events(1, 2_000);
    for (let n = 0; n < 3; n += 1) await replay();
    await sql(`INSERT INTO webhooks (environment_id, id, url, events, enabled, acknowledge_on, updated_at)
               VALUES (2, 20, 'https://shop.example.com/', '{payment.pending}', true, '200', now())`);
    await sql(`INSERT INTO replays (environment_id, id, webhook_id, created_from, created_to, only_failed, status, epoch, xid, reached, updated_at)
               VALUES (2, 21, 20, now() - interval '2 days', now(), true, 'pending', 0, 0, ${FIRST}, now())`);
    await sql(`INSERT INTO events (environment_id, id, type, object_id, body, epoch, xid)
               SELECT 2, ${FIRST} + n, 'payment.pending', 1, '{}', 1, 1 FROM generate_series(1, 2000) AS n`);
    await settled();
    const turns: unknown[] = [];
    for (let n = 0; n < 4; n += 1) {
      await walk.advance();
      turns.push(
        await sql(
          'SELECT environment_id AS of FROM replays WHERE environment_id IN (1, 2) ORDER BY updated_at DESC LIMIT 1',
        ),
      );
    }
    expect(turns.flat()).toEqual([{ of: 1 }, { of: 2 }, { of: 1 }, { of: 2 }]);
  });

  it('completes the replay of a deleted endpoint', async () => {
    await events(1, 3);
    await replay();
    await sql('UPDATE webhooks SET deleted_at = now() WHERE environment_id = 1');
    await untilDone();
    expect(await made()).toEqual([]);
    expect(await sql('SELECT status FROM replays WHERE environment_id = 1')).toEqual([{ status: 'completed' }]);
  });

  it('prunes a replay a month after it has completed', async () => {
    const [open, done] = [await replay(), await replay()];
    await replay();
    await sql(`UPDATE replays SET status = 'completed' WHERE environment_id = 1 AND id <> ${open}`);
    await sql(`UPDATE replays SET updated_at = now() - interval '31 days' WHERE environment_id = 1 AND id <> ${done}`);
    expect(await walk.prune(100)).toBe(1);
    const left = await sql('SELECT id FROM replays WHERE environment_id = 1 ORDER BY id');
    expect(left.map(({ id }) => id)).toEqual([open, done].sort());
  });
});
