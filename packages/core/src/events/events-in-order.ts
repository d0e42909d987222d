import type { EventKind } from '@svc/contract';
import type { StatementRunner } from '../platform/database/database.js';
import type { EnvironmentTables } from '../platform/database/environment-tables.js';
import { namedQuery } from '../platform/database/named-query.js';
import { type Cursors, notIssued } from '../platform/lists/cursor.js';

// Transactions commit in another order than they start. Only events older than every open transaction are read, so that none
// can appear before them later. The end is one comparison of rows, with which the index ends: an old transaction would otherwise
// have every read go over all events behind it. ORDER BY names the indexed column: a bare `epoch` is the selected text.
const BEHIND = `environment_id = $1 AND (epoch, xid, id) > ($2::int, $3::bigint, $4::bigint) AND id >= $5
      AND (epoch, xid) < ((SELECT event_epoch FROM system_state), pg_snapshot_xmin(pg_current_snapshot())::text::bigint)
    ORDER BY events.epoch, events.xid, events.id`;

const READ = namedQuery(
  'events_in_order',
  `SELECT id, body, epoch::text AS epoch, xid, false AS "isFull" FROM events WHERE ${BEHIND} LIMIT $6`,
);

// Reads past events of other types, `$8` in all. The last one comes without its body: its place is how far the list has come.
const READ_OF_TYPE = namedQuery(
  'events_in_order_of_type',
  `SELECT r.id, r.epoch::text AS epoch, r.xid, r.place = $8 AS "isFull",
          CASE WHEN fits AND n <= $6 THEN (SELECT b.body FROM events b WHERE b.environment_id = $1 AND b.id = r.id) END AS body
     FROM (SELECT e.*, count(*) FILTER (WHERE fits) OVER before AS n, row_number() OVER before AS place, count(*) OVER () AS places
             FROM (SELECT id, epoch, xid, type = $7 AS fits FROM events WHERE ${BEHIND} LIMIT $8::bigint) e
           WINDOW before AS (ORDER BY e.epoch, e.xid, e.id)) r
    WHERE fits AND n <= $6 OR place = places
    ORDER BY r.epoch, r.xid, r.id`,
);

/** The events that are read at most for a page of one type. */
export const READ_AT_MOST = 5_000;

const PLACE_OF_NOW = namedQuery(
  'events_place_of_now',
  `SELECT event_epoch::text AS epoch, pg_snapshot_xmin(pg_current_snapshot())::text AS xid FROM system_state`,
);

const PLACE_OF = namedQuery(
  'events_place_of',
  'SELECT epoch::text AS epoch, xid, id FROM events WHERE environment_id = $1 AND id = $2 AND id >= $3',
);

/** The position of an event: server epoch, transaction id, event id. */
export type EventPosition = readonly [epoch: string, xid: string, id: string];

export const BEFORE_ALL_EVENTS: EventPosition = ['0', '0', '0'];

const MAX_EPOCHS = 2 ** 31 - 1;

/** The place in a cursor. Throws `invalid_cursor` when it was not issued for this list. */
export function positionFromCursor(cursors: Cursors, cursor: string | undefined): EventPosition | undefined {
  const [epoch, xid, id] = cursors.readPosition(cursor, 3) ?? [];
  if (Number(epoch) > MAX_EPOCHS) throw notIssued();
  return epoch === undefined || xid === undefined || id === undefined ? undefined : [epoch, xid, id];
}

export function isBefore(first: EventPosition, second: EventPosition): boolean {
  const at = first.findIndex((part, n) => part !== second[n]);
  return at >= 0 && BigInt(first[at] ?? 0) < BigInt(second[at] ?? 0);
}

export interface PositionedEvent {
  readonly id: string;
  readonly body: Buffer;
  readonly position: EventPosition;
}

interface PositionRow {
  readonly id: string;
  readonly epoch: string;
  readonly xid: string;
}

interface Row extends PositionRow {
  /** Null for the last one that was read, if it is of another type or beyond the limit. */
  readonly body: Buffer | null;
  readonly isFull: boolean;
}

export interface EventsBehind {
  readonly events: readonly PositionedEvent[];
  /** The place of the last event that was read, of any type; undefined if there is none. */
  readonly reached: EventPosition | undefined;
  /** Whether there may be more after it. */
  readonly isFull: boolean;
}

/**
 * Up to `limit` events after a place, oldest first; an event whose transaction commits late is never skipped. With a type, there
 * may be fewer, or none, before `reached`.
 */
export async function readEventsBehind(
  tables: EnvironmentTables,
  [epoch, xid, id]: EventPosition,
  { limit, type, oldestId }: { limit: number; type: EventKind | undefined; oldestId: string },
): Promise<EventsBehind> {
  const values = [epoch, xid, id, oldestId, limit];
  const rows = await (type === undefined
    ? tables.run<Row>(READ, values)
    : tables.run<Row>(READ_OF_TYPE, [...values, type, READ_AT_MOST]));
  const events = rows.flatMap(({ body, ...row }) =>
    body === null ? [] : [{ id: row.id, body, position: positionOf(row) }],
  );
  const last = rows.at(-1);
  return { events, reached: last && positionOf(last), isFull: last?.isFull === true };
}

function positionOf({ epoch, xid, id }: PositionRow): EventPosition {
  return [epoch, xid, id];
}

/** The place of an event; undefined when it does not exist or is too old to be shown. */
export async function positionOfEvent(
  tables: EnvironmentTables,
  id: string,
  oldestId: string,
): Promise<EventPosition | undefined> {
  const [row] = await tables.run<PositionRow>(PLACE_OF, [id, oldestId]);
  return row && positionOf(row);
}

/** The place of the oldest open transaction: later commits, and perhaps some recent ones, are after it. */
export async function positionOfNow(runner: StatementRunner): Promise<EventPosition> {
  const [row] = await runner.run<Omit<PositionRow, 'id'>>(PLACE_OF_NOW, []);
  if (row === undefined) throw new Error('system_state is empty: the event epoch is unknown');
  return [row.epoch, row.xid, '0'];
}
