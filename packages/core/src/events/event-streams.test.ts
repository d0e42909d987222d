import type { EventKind } from '@svc/contract';
import { deferred, eventually, forThisFile, randomly } from '@svc/testing';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../test/open-test-database.js';
import type { Database, Transaction } from '../platform/database/database.js';
import { type IdSource, toPublicId, openIdSource } from '../platform/ids.js';
import type { Caller } from '../security/caller.js';
import { EventStreams } from './event-streams.js';
import { EventTail } from './event-tail.js';
import { BEFORE_ALL_EVENTS, positionOfNow, type EventPosition } from './events-in-order.js';
import { Audience, Outbox, newEvent } from './outbox.js';

const HEARTBEAT_MS = 300;
const AN_HOUR_MS = 3_600_000;
/** Any open transaction in the cluster, also one of another test, holds events back. */
const patience = { timeoutMs: 30_000 };
const mine = { environmentId: 1, retentionDays: 30 } as Caller;
const data = { webhookId: 'wh_1', message: 'This is a test event.' };

const { database } = await forThisFile(openTestDatabase({ pool: 12 }));
let ids: IdSource;
let outbox: Outbox;
let polls: unknown[];
let ticks: number;
let streams: EventStreams;
let readers: Reader[];

beforeAll(async () => {
  ids = openIdSource(database);
  outbox = new Outbox(ids);
});

beforeEach(async () => {
  await database.dataSource.query('TRUNCATE events');
  [polls, ticks] = [[], 0];
  readers = [];
  streams = new EventStreams(database, new EventTail(watched(database), { warn: () => {} }), HEARTBEAT_MS);
});

afterEach(async () => {
  await Promise.all(readers.map((reader) => reader.leave()));
});

/** The database, counting queries for events and for their current end. */
function watched(real: Database): Database {
  const runner = real.forSystem();
  const run: typeof runner.run = (query, values) => {
    if (query.name === 'events_poll') polls.push(values);
    if (query.name === 'events_place_of_now') ticks += 1;
    return runner.run(query, values);
  };
  return { forWaitingRequests: () => ({ run }) } as Database;
}

/** A client that reads a stream until it leaves. */
class Reader {
  readonly events: string[] = [];
  /** Messages without an event. */
  silent = 0;
  lastEventId = '';
  private readonly ending = new AbortController();
  private reading: Promise<void> = Promise.resolve();

  static async open(lastEventId?: string, type?: EventKind, caller = mine): Promise<Reader> {
    const reader = new Reader();
    readers.push(reader);
    const headers = lastEventId === undefined ? {} : { lastEventId };
    const stream = await streams.open(caller, { query: type === undefined ? {} : { type }, headers });
    reader.reading = reader.read(stream.messages(reader.ending.signal));
    await eventually(() => expect(reader.lastEventId).not.toBe(''), { intervalMs: 1 });
    return reader;
  }

  async read(messages: ReturnType<Awaited<ReturnType<EventStreams['open']>>['messages']>): Promise<void> {
    for await (const { id, data: bytes } of messages) {
      if (this.ending.signal.aborted) return;
      this.lastEventId = id;
      if (bytes === undefined) this.silent += 1;
      else this.events.push((JSON.parse(bytes.toString('utf8')) as { id: string }).id);
    }
  }

  leave(): Promise<void> {
    this.ending.abort();
    return this.reading;
  }
}

/** Writes an event in a transaction, with `before` ahead of the commit. */
async function happen(before?: (transaction: Transaction) => Promise<unknown>, environmentId = 1): Promise<string> {
  const id = await ids.one();
  await database.transaction(async (transaction) => {
    await outbox.append(
      transaction,
      [newEvent({ environmentId, id, type: 'webhook.test', objectId: id, data })],
      new Audience([]),
    );
    await before?.(transaction);
  });
  return toPublicId('evt', id);
}

/** All events of the environment in stream order. */
async function inOrder(environmentId = 1): Promise<string[]> {
  const rows = await database.dataSource.query<{ id: string }[]>(
    'SELECT id FROM events WHERE environment_id = $1 ORDER BY epoch, xid, events.id',
    [environmentId],
  );
  return rows.map(({ id }) => toPublicId('evt', id));
}

describe('a stream of events', () => {
  it('waits for an open transaction that wrote first, then shows both events in order', async () => {
    const reader = await Reader.open();
    const held = deferred();
    const began = deferred();
    const early = happen(async (transaction) => {
      // The insert has run once Postgres responds to a later statement.
      await positionOfNow(transaction).then(() => began.resolve());
      await held.promise;
    });
    await began.promise;
    const late = await happen();
    await eventually(() => expect(reader.silent).toBeGreaterThan(2), patience);
    expect(reader.events).toEqual([]);
    held.resolve();
    const both = [await early, late];
    await eventually(() => expect(reader.events).toEqual(both), patience);
  });

  it('brings each event once to readers that reconnect, whatever the order of commits', async () => {
    const random = randomly(4711);
    const start = await Reader.open();
    const writing = Array.from({ length: 10 }, async () => {
      for (let n = 0; n < 30; n += 1) await happen(() => wait(random() * random() * 40));
    });
    const written = Promise.all(writing).then(inOrder.bind(undefined, 1));
    const restless = Array.from({ length: 4 }, async () => {
      const seen: string[] = [];
      let { lastEventId } = start;
      for (let over = false; !over;) {
        const reader = await Reader.open(lastEventId);
        await wait(random() * 250);
        await reader.leave();
        seen.push(...reader.events);
        ({ lastEventId } = reader);
        over = seen.length >= 300;
      }
      return seen;
    });
    const all = await written;
    expect(all).toHaveLength(300);
    expect([...all].sort()).not.toEqual(all);
    for (const seen of await Promise.all(restless)) expect(seen).toEqual(all);
    await eventually(() => expect(start.events).toEqual(all), patience);
  });

  it('starts now, and at once sends an id from which a reader can resume', async () => {
    await happen();
    streams = new EventStreams(database, new EventTail(database, { warn: () => {} }), AN_HOUR_MS);
    const lost = await Reader.open();
    await lost.leave();
    const event = await happen();
    const back = await Reader.open(lost.lastEventId);
    await eventually(() => expect(back.events.at(-1)).toBe(event), patience);
  });

  it('brings a long backlog without pauses between its pages', async () => {
    const first = await happen();
    await database.dataSource.query(
      `INSERT INTO events (environment_id, id, type, object_id, body, epoch, xid)
       SELECT 1, $1::bigint + n, 'webhook.test', 1, convert_to(format('{"id":"evt_%s"}', $1::bigint + n), 'UTF8'),
              event_epoch, pg_current_xact_id()::text::bigint
         FROM generate_series(1, 1000) AS n, system_state`,
      [first.slice('evt_'.length)],
    );
    const [, ...all] = await inOrder();
    // Wait until the backlog is readable.
    await eventually(async () => expect((await Reader.open(first)).events).not.toEqual([]), patience);
    [polls, ticks] = [[], 0];
    const reader = await Reader.open(first);
    await eventually(() => expect(reader.events).toEqual(all), patience);
    expect(ticks).toBeLessThan(polls.length / 2);
  });

  it('loses no event that is found while its reader does not wait', async () => {
    const held = deferred();
    const position: EventPosition = BEFORE_ALL_EVENTS;
    const follower = { environmentId: 1, type: undefined, oldestId: '0', position, behind: true };
    const { run } = watched(database).forWaitingRequests();
    const slow: typeof run = async (query, values) => {
      if (query.name === 'events_poll') await held.promise;
      return run(query, values);
    };
    const tail = new EventTail({ forWaitingRequests: () => ({ run: slow }) } as Database, { warn: () => {} });
    const { signal } = new AbortController();
    const event = await happen();
    expect(await tail.next(follower, 20, signal)).toEqual([]);
    held.resolve();
    await eventually(() => expect(polls).toHaveLength(1));
    await eventually(async () => {
      const [found] = await tail.next(follower, 1_000, signal);
      expect(found?.id).toBe(event.slice('evt_'.length));
    }, patience);
  });

  it('brings each reader the type that it asked for, and moves the others forward', async () => {
    const before = await Reader.open();
    const [all, tests, none] = await Promise.all([
      Reader.open(),
      Reader.open(undefined, 'webhook.test'),
      Reader.open(undefined, 'payment.failed'),
    ]);
    const event = await happen();
    await eventually(() => {
      expect(all.events).toEqual([event]);
      expect(tests.events).toEqual([event]);
      expect(none.silent).toBeGreaterThan(1);
    }, patience);
    expect(none.events).toEqual([]);
    // Far enough that the event is not read again.
    await eventually(async () => {
      const back = await Reader.open(none.lastEventId);
      await eventually(() => expect(back.silent).toBeGreaterThan(1));
      expect(back.events).toEqual([]);
    }, patience);
    // A heartbeat may move it forward meanwhile.
    const { lastEventId } = before;
    expect((await Reader.open(lastEventId)).lastEventId).toBe(lastEventId);
  });

  it('takes one query for all readers, and shows nothing to other environments', async () => {
    // No heartbeat takes a reader away during the queries.
    streams = new EventStreams(database, new EventTail(watched(database), { warn: () => {} }), AN_HOUR_MS);
    const strangers = await Reader.open(undefined, undefined, { ...mine, environmentId: 2 });
    const many: Reader[] = [];
    for (let n = 0; n < 20; n += 1) many.push(await Reader.open());
    const all = (events: string[]): void => many.forEach((reader) => expect(reader.events).toEqual(events));
    // They started at different places, and share one from the first query on.
    const first = await happen();
    await eventually(() => all([first]), patience);
    [polls, ticks] = [[], 0];
    const second = await happen();
    await eventually(() => all([first, second]), patience);
    // One place of the other environment, and two of the twenty readers if some were not queried at the last tick.
    for (const values of polls) expect((values as unknown[][])[0]?.length).toBeLessThanOrEqual(3);
    expect(polls).not.toEqual([]);
    // One more if the query for the first event was still to come.
    expect(polls.length).toBeLessThanOrEqual(ticks + 1);
    expect(strangers.events).toEqual([]);
  });

  it('runs no queries once all readers have left', async () => {
    const reader = await Reader.open();
    await reader.leave();
    await eventually(async () => {
      polls = [];
      await wait(450);
      expect(polls).toEqual([]);
    });
  });

  it('pauses while Postgres fails, and then continues', async () => {
    const reader = await Reader.open();
    await database.dataSource.query('ALTER TABLE events RENAME TO lost_events');
    polls = [];
    await eventually(() => expect(polls.length).toBeGreaterThan(1));
    await expect(Reader.open()).rejects.toThrow('events');
    await database.dataSource.query('ALTER TABLE lost_events RENAME TO events');
    const event = await happen();
    await eventually(() => expect(reader.events).toEqual([event]), patience);
  });

  it.each(['evt_1', 'evt_x', 'nonsense', '1.2.3', 'MS5aTkFobnNGQkRUUy4xLjgwNi4'])(
    'refuses to start after %s',
    async (lastEventId) => {
      await expect(streams.open(mine, { query: {}, headers: { lastEventId } })).rejects.toMatchObject({
        code: 'invalid_cursor',
      });
    },
  );
});
