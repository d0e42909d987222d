import type { EventKind } from '@svc/contract';
import type { StatementRunner } from '../platform/database/database.js';
import type { EnvironmentTables } from '../platform/database/environment-tables.js';
import { namedQuery } from '../platform/database/named-query.js';
import { DomainError } from '../platform/errors/domain-error.js';
import type { Cursors } from '../platform/lists/cursor.js';

// Transactions commit in another order than they start. Only events older than every open transaction are read, so that none
// can appear before them later. ORDER BY names the indexed column: a bare `epoch` is the selected text.
const READ = namedQuery(
  'events_in_order',
  `SELECT id, body, epoch::text AS epoch, xid FROM events
    WHERE environment_id = $1 AND (epoch, xid, id) > ($2::int, $3::bigint, $4::bigint)
      AND ($5::text IS NULL OR type = $5) AND id >= $7
      AND (epoch < (SELECT event_epoch FROM system_state)
           OR xid < pg_snapshot_xmin(pg_current_snapshot())::text::bigint)
    ORDER BY events.epoch, events.xid, events.id LIMIT $6`,
);

const PLACE_OF_NOW = namedQuery(
  'events_place_of_now',
  `SELECT event_epoch::text AS epoch, pg_snapshot_xmin(pg_current_snapshot())::text AS xid FROM system_state`,
);

const PLACE_OF = namedQuery(
  'events_place_of',
  'SELECT epoch::text AS epoch, xid, id FROM events WHERE environment_id = $1 AND id = $2 AND id >= $3',
);

/** The position of an event: server epoch, transaction id, event id. */
export type EventPlace = readonly [epoch: string, xid: string, id: string];

export const BEFORE_ALL_EVENTS: EventPlace = ['0', '0', '0'];

const MAX_EPOCHS = 2 ** 31 - 1;

/** The place in a cursor. Throws `invalid_cursor` when it was not issued for this list. */
export function placeIn(cursors: Cursors, cursor: string | undefined): EventPlace | undefined {
  const [epoch, xid, id] = cursors.readPosition(cursor, 3) ?? [];
  if (Number(epoch) > MAX_EPOCHS) throw new DomainError('invalid_cursor', 'The cursor was not issued by this API.');
  return epoch === undefined || xid === undefined || id === undefined ? undefined : [epoch, xid, id];
}

export function isBefore(first: EventPlace, second: EventPlace): boolean {
  const at = first.findIndex((part, n) => part !== second[n]);
  return at >= 0 && BigInt(first[at] ?? 0) < BigInt(second[at] ?? 0);
}

export interface PlacedEvent {
  readonly id: string;
  readonly body: Buffer;
  readonly place: EventPlace;
}

interface Row {
  id: string;
  body: Buffer;
  epoch: string;
  xid: string;
}

/** Up to `limit` events after a place, oldest first; an event whose transaction commits late is never skipped. */
export async function readEventsBehind(
  tables: EnvironmentTables,
  [epoch, xid, id]: EventPlace,
  { limit, type, oldestId }: { limit: number; type: EventKind | undefined; oldestId: string },
): Promise<PlacedEvent[]> {
  const rows = await tables.run<Row>(READ, [epoch, xid, id, type ?? null, limit, oldestId]);
  return rows.map((row) => ({ id: row.id, body: row.body, place: [row.epoch, row.xid, row.id] }));
}

/** The place of an event; undefined when it does not exist or is too old to be shown. */
export async function placeOfEvent(
  tables: EnvironmentTables,
  id: string,
  oldestId: string,
): Promise<EventPlace | undefined> {
  const [row] = await tables.run<Omit<Row, 'body'>>(PLACE_OF, [id, oldestId]);
  return row && [row.epoch, row.xid, row.id];
}

/** The place of the oldest open transaction: later commits, and perhaps some recent ones, are after it. */
export async function placeOfNow(runner: StatementRunner): Promise<EventPlace> {
  const [row] = await runner.run<Pick<Row, 'epoch' | 'xid'>>(PLACE_OF_NOW, []);
  if (row === undefined) throw new Error('system_state is empty: the event epoch is unknown');
  return [row.epoch, row.xid, '0'];
}
