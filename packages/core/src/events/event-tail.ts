import type { EventKind } from '@svc/contract';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../platform/database/database.js';
import { namedQuery } from '../platform/database/named-query.js';
import type { Logger } from '../platform/logger.js';
import { isBefore, placeOfNow, type EventPlace, type PlacedEvent } from './events-in-order.js';

const LOOK_EVERY_MS = 200;
const AFTER_FAILURE_MS = 1_000;
/** Followers that one statement looks for, and events that it brings each of them: what is in memory at a time. */
const MAX_FOLLOWERS = 64;
const PAGE = 32;

// As the events in order, for many who stand at different places. Of kinds that nobody asked for only the places are
// read.
const LOOK = namedQuery(
  'events_look',
  `SELECT f.n::int AS n, now.epoch::text AS "nowEpoch", now.horizon AS "nowXid", e.epoch::text AS epoch, e.xid, e.id,
          e.body
     FROM unnest($1::int[], $2::int[], $3::bigint[], $4::bigint[], $5::text[], $6::bigint[]) WITH ORDINALITY
       AS f (environment_id, epoch, xid, id, type, oldest_id, n)
    CROSS JOIN (SELECT event_epoch, pg_snapshot_xmin(pg_current_snapshot())::text::bigint FROM system_state)
       AS now (epoch, horizon)
     LEFT JOIN LATERAL (
       SELECT epoch, xid, id, CASE WHEN f.type IS NULL OR type = f.type THEN body END AS body FROM events
        WHERE environment_id = f.environment_id AND (epoch, xid, id) > (f.epoch, f.xid, f.id) AND id >= f.oldest_id
          AND (epoch < now.epoch OR xid < now.horizon)
        ORDER BY events.epoch, events.xid, events.id LIMIT ${PAGE}
     ) e ON true
    ORDER BY f.n, e.epoch, e.xid, e.id`,
);

interface Row {
  readonly n: number;
  readonly nowEpoch: string;
  readonly nowXid: string;
  /** Null, like what follows it, where there is nothing new. */
  readonly epoch: string | null;
  readonly xid: string;
  readonly id: string;
  /** Null where it is of another kind. */
  readonly body: Buffer | null;
}

/** Someone who reads the events of an environment as they come about, and how far that has come. */
export interface Follower {
  readonly environmentId: number;
  /** The one kind that is wanted, if not all. */
  readonly type: EventKind | undefined;
  /** What is older is not shown. */
  oldestId: string;
  place: EventPlace;
  /** Whether there was more to read than was read at once. */
  behind: boolean;
}

type Take = (events: readonly PlacedEvent[]) => void;

/** Tells followers what has happened, with one look at the database at a time for all of them in this process. */
export class EventTail {
  private readonly waiting = new Map<Follower, Take>();
  private looking = false;
  private nextTick = 0;
  private wake: () => void = () => {};

  constructor(
    private readonly database: Database,
    private readonly logger: Pick<Logger, 'warn'>,
  ) {}

  /** What there is for the follower at this moment. */
  async now(follower: Follower): Promise<readonly PlacedEvent[]> {
    const [found] = await this.read([follower]);
    return found === undefined ? [] : advance(follower, found);
  }

  /** The next events for the follower; none when there were none within the time, or it is over. */
  async next(follower: Follower, withinMs: number, ended: AbortSignal): Promise<readonly PlacedEvent[]> {
    if (ended.aborted) return [];
    let stop: () => void = () => {};
    let timer: NodeJS.Timeout | undefined;
    const events = await new Promise<readonly PlacedEvent[]>((resolve) => {
      const take: Take = (found) => {
        this.waiting.delete(follower);
        resolve(found);
      };
      stop = () => take([]);
      timer = setTimeout(stop, withinMs);
      ended.addEventListener('abort', stop);
      this.waiting.set(follower, take);
      if (follower.behind) this.wake();
      void this.look();
    });
    clearTimeout(timer);
    ended.removeEventListener('abort', stop);
    return events;
  }

  private async look(): Promise<void> {
    if (this.looking) return;
    this.looking = true;
    while (this.waiting.size > 0) {
      try {
        await this.round();
      } catch (error) {
        this.logger.warn({ event: 'event_look_failed', err: error }, 'event streams are stalled');
        await sleep(AFTER_FAILURE_MS);
      }
    }
    this.looking = false;
  }

  /** Looks for those who are behind, and at every tick for all for whom something can have come about. */
  private async round(): Promise<void> {
    const now = performance.now() < this.nextTick ? undefined : await this.tick();
    const isDue = ({ behind, place }: Follower): boolean => behind || (now !== undefined && isBefore(place, now));
    const due = [...this.waiting.keys()].filter(isDue);
    if (due.length === 0) await this.pause();
    for (let from = 0; from < due.length; from += MAX_FOLLOWERS) {
      await this.lookFor(due.slice(from, from + MAX_FOLLOWERS));
    }
  }

  /** Where events end now: asking this costs next to nothing, and while it stays the same there is nothing new. */
  private tick(): Promise<EventPlace> {
    this.nextTick = performance.now() + LOOK_EVERY_MS;
    return placeOfNow(this.database.forSystem());
  }

  private async pause(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      timer = setTimeout(resolve, this.nextTick - performance.now());
      this.wake = resolve;
    });
    clearTimeout(timer);
  }

  private async lookFor(followers: readonly Follower[]): Promise<void> {
    const found = await this.read(followers);
    followers.forEach((follower, n) => {
      const take = this.waiting.get(follower);
      const seen = found[n];
      // Whoever does not wait any more stays where it is, and is told the next time.
      const events = take === undefined || seen === undefined ? [] : advance(follower, seen);
      if (events.length > 0) take?.(events);
    });
  }

  /** What is behind the place of each follower; those at the same place share it. */
  private async read(followers: readonly Follower[]): Promise<Seen[]> {
    const distinct = [...new Map(followers.map((follower) => [keyOf(follower), follower])).values()];
    const rows = await this.database
      .forSystem()
      .run<Row>(LOOK, [
        distinct.map(({ environmentId }) => environmentId),
        distinct.map(({ place }) => place[0]),
        distinct.map(({ place }) => place[1]),
        distinct.map(({ place }) => place[2]),
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

/** What one look has found behind one place. */
class Seen {
  readonly events: PlacedEvent[] = [];
  rows = 0;
  last: EventPlace | undefined;
  /** Before this everything has been committed and seen, if it was not too much. */
  horizon: EventPlace | undefined;

  add({ nowEpoch, nowXid, epoch, xid, id, body }: Row): void {
    this.horizon = [nowEpoch, nowXid, '0'];
    if (epoch === null) return;
    this.rows += 1;
    this.last = [epoch, xid, id];
    if (body !== null) this.events.push({ id, body, place: this.last });
  }
}

/** Moves the follower on past what was seen. The events for it. */
function advance(follower: Follower, { events, rows, last, horizon }: Seen): readonly PlacedEvent[] {
  follower.behind = rows === PAGE;
  const reached = follower.behind ? last : horizon;
  // What comes from here on is new, and all who follow it share it.
  if (!follower.behind) follower.oldestId = '0';
  // It may stand before the horizon: behind an event that is still to be committed for all others.
  if (reached !== undefined && isBefore(follower.place, reached)) follower.place = reached;
  return events;
}

function keyOf({ environmentId, type, oldestId, place }: Follower): string {
  return `${environmentId} ${type ?? ''} ${oldestId} ${place.join('.')}`;
}
