import type { EventKind } from '@svc/contract';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../platform/database/database.js';
import { namedQuery } from '../platform/database/named-query.js';
import type { Logger } from '../platform/logger.js';
import { isBefore, positionOfNow, type EventPosition, type PositionedEvent } from './events-in-order.js';

const POLL_EVERY_MS = 200;
const AFTER_FAILURE_MS = 1_000;
/** Followers per query, and events per follower and query: bounds the memory in use. */
const MAX_FOLLOWERS = 64;
const PAGE = 32;

// Like `events_in_order`, for many followers at different places. Of events of another type only the place is read.
const POLL = namedQuery(
  'events_poll',
  `SELECT f.n::int AS n, now.epoch::text AS "nowEpoch", now.horizon AS "nowXid", e.epoch::text AS epoch, e.xid, e.id,
          e.body
     FROM unnest($1::int[], $2::int[], $3::bigint[], $4::bigint[], $5::text[], $6::bigint[]) WITH ORDINALITY
       AS f (environment_id, epoch, xid, id, type, oldest_id, n)
    CROSS JOIN (SELECT event_epoch, pg_snapshot_xmin(pg_current_snapshot())::text::bigint FROM system_state)
       AS now (epoch, horizon)
     LEFT JOIN LATERAL (
       SELECT epoch, xid, id, CASE WHEN f.type IS NULL OR type = f.type THEN body END AS body FROM events
        WHERE environment_id = f.environment_id AND (epoch, xid, id) > (f.epoch, f.xid, f.id) AND id >= f.oldest_id
          AND (epoch, xid) < (now.epoch, now.horizon)
        ORDER BY events.epoch, events.xid, events.id LIMIT ${PAGE}
     ) e ON true
    ORDER BY f.n, e.epoch, e.xid, e.id`,
);

interface Row {
  readonly n: number;
  readonly nowEpoch: string;
  readonly nowXid: string;
  /** Null, like the columns after it, when there is no new event. */
  readonly epoch: string | null;
  readonly xid: string;
  readonly id: string;
  /** Null for an event of another type. */
  readonly body: Buffer | null;
}

/** A reader of new events in an environment, and how far it has read. */
export interface Follower {
  readonly environmentId: number;
  /** Undefined for all types. */
  readonly type: EventKind | undefined;
  /** Older events are not shown. */
  oldestId: string;
  position: EventPosition;
  /** Whether the last read filled its page, so that there may be more. */
  behind: boolean;
}

type Take = (events: readonly PositionedEvent[]) => void;

/** Reads new events for all followers of this process, with one query at a time. */
export class EventTail {
  private readonly waiting = new Map<Follower, Take>();
  private isPolling = false;
  private nextTick = 0;
  private wake: () => void = () => {};

  constructor(
    private readonly database: Database,
    private readonly logger: Pick<Logger, 'warn'>,
  ) {}

  /** The events after the follower's place that exist now. */
  async now(follower: Follower): Promise<readonly PositionedEvent[]> {
    const [found] = await this.read([follower]);
    return found === undefined ? [] : advance(follower, found);
  }

  /** Waits for the next events of the follower; none after `withinMs` or when `ended`. */
  async next(follower: Follower, withinMs: number, ended: AbortSignal): Promise<readonly PositionedEvent[]> {
    if (ended.aborted) return [];
    let stop: () => void = () => {};
    let timer: NodeJS.Timeout | undefined;
    const events = await new Promise<readonly PositionedEvent[]>((resolve) => {
      const take: Take = (found) => {
        this.waiting.delete(follower);
        resolve(found);
      };
      stop = () => take([]);
      timer = setTimeout(stop, withinMs);
      ended.addEventListener('abort', stop);
      this.waiting.set(follower, take);
      if (follower.behind) this.wake();
      void this.poll();
    });
    clearTimeout(timer);
    ended.removeEventListener('abort', stop);
    return events;
  }

  private async poll(): Promise<void> {
    if (this.isPolling) return;
    this.isPolling = true;
    while (this.waiting.size > 0) {
      try {
        await this.round();
      } catch (error) {
        this.logger.warn(
          { event: 'event_poll_failed', err: error },
          'could not read new events; event streams are delayed',
        );
        await sleep(AFTER_FAILURE_MS);
      }
    }
    this.isPolling = false;
  }

  /** Queries for followers that are behind, and at every tick for all that may have new events. */
  private async round(): Promise<void> {
    const now = performance.now() < this.nextTick ? undefined : await this.tick();
    const isDue = ({ behind, position }: Follower): boolean => behind || (now !== undefined && isBefore(position, now));
    const due = [...this.waiting.keys()].filter(isDue);
    if (due.length === 0) await this.pause();
    for (let from = 0; from < due.length; from += MAX_FOLLOWERS) {
      await this.serve(due.slice(from, from + MAX_FOLLOWERS));
    }
  }

  /** The current end of events. A cheap query: while its result stays the same there are no new events. */
  private tick(): Promise<EventPosition> {
    this.nextTick = performance.now() + POLL_EVERY_MS;
    return positionOfNow(this.database.forWaitingRequests());
  }

  private async pause(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      timer = setTimeout(resolve, this.nextTick - performance.now());
      this.wake = resolve;
    });
    clearTimeout(timer);
  }

  private async serve(followers: readonly Follower[]): Promise<void> {
    const found = await this.read(followers);
    followers.forEach((follower, n) => {
      const take = this.waiting.get(follower);
      const seen = found[n];
      // A follower that no longer waits keeps its place, and receives the events next time.
      const events = take === undefined || seen === undefined ? [] : advance(follower, seen);
      if (events.length > 0) take?.(events);
    });
  }

  /** Reads the events after the place of each follower; followers at the same place share them. */
  private async read(followers: readonly Follower[]): Promise<Seen[]> {
    const distinct = [...new Map(followers.map((follower) => [keyOf(follower), follower])).values()];
    const rows = await this.database
      .forWaitingRequests()
      .run<Row>(POLL, [
        distinct.map(({ environmentId }) => environmentId),
        distinct.map(({ position }) => position[0]),
        distinct.map(({ position }) => position[1]),
        distinct.map(({ position }) => position[2]),
        distinct.map(({ type }) => type ?? null),
        distinct.map(({ oldestId }) => oldestId),
      ]);
    const seen = new Map(distinct.map((follower) => [keyOf(follower), new Seen()]));
    for (const row of rows) {
      const follower = distinct[row.n - 1];
      if (follower !== undefined) seen.get(keyOf(follower))?.add(row);
    }
    return followers.map((follower) => seen.get(keyOf(follower)) ?? new Seen());
  }
}

/** What a query found after one place. */
class Seen {
  readonly events: PositionedEvent[] = [];
  rows = 0;
  last: EventPosition | undefined;
  /** All events before this place are committed, and read unless the page was full. */
  horizon: EventPosition | undefined;

  add({ nowEpoch, nowXid, epoch, xid, id, body }: Row): void {
    this.horizon = [nowEpoch, nowXid, '0'];
    if (epoch === null) return;
    this.rows += 1;
    this.last = [epoch, xid, id];
    if (body !== null) this.events.push({ id, body, position: this.last });
  }
}

/** Moves the follower past what was read, and returns the events for it. */
function advance(follower: Follower, { events, rows, last, horizon }: Seen): readonly PositionedEvent[] {
  follower.behind = rows === PAGE;
  const reached = follower.behind ? last : horizon;
  // Later events are new, so the limit no longer matters; without it all followers at this place share a query.
  if (!follower.behind) follower.oldestId = '0';
  // A place can be past the horizon: that of a known event while an older transaction is open.
  if (reached !== undefined && isBefore(follower.position, reached)) follower.position = reached;
  return events;
}

function keyOf({ environmentId, type, oldestId, position }: Follower): string {
  return `${environmentId} ${type ?? ''} ${oldestId} ${position.join('.')}`;
}
