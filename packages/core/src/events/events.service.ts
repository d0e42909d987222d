import type { Input, Schemas } from '@svc/contract';
import type { Database } from '../platform/database/database.js';
import type { PageCondition } from '../platform/database/environment-tables.js';
import { DomainError } from '../platform/errors/domain-error.js';
import { fromPublicId } from '../platform/ids.js';
import { Cursors, DEFAULT_PAGE_SIZE, listPage, type Page, type PageRange } from '../platform/lists/cursor.js';
import { oldestShown, type Caller } from '../security/caller.js';
import {
  BEFORE_ALL_EVENTS,
  positionFromCursor,
  positionOfEvent,
  readEventsBehind,
  type EventPosition,
} from './events-in-order.js';
import { StoredEvent } from './event.entity.js';

type Query = Input<'listEvents'>['query'];

/** What the types of events begin with, by the prefix of their objects. */
const KINDS = [
  ['pay', 'payment'],
  ['ref', 'refund'],
  ['dis', 'dispute'],
  ['sub', 'subscription'],
  ['cust', 'customer'],
  ['cs', 'checkout'],
] as const;

/** Reads and lists events. */
export class EventsService {
  constructor(private readonly database: Database) {}

  /** An event as it is delivered. Throws `not_found`. */
  async get(caller: Caller, publicId: string): Promise<Schemas['WebhookEvent']> {
    const id = fromPublicId('evt', publicId);
    const event = id === undefined ? undefined : await this.database.forEnvironment(caller).find(StoredEvent, id);
    if (event === undefined || BigInt(event.id) < BigInt(oldestShown(caller)))
      throw new DomainError('not_found', `There is no event ${publicId}.`);
    return parse(event);
  }

  /** Events as they are delivered: newest first, or ascending in the order of their transactions. */
  list(caller: Caller, query: Query): Promise<Page<Schemas['WebhookEvent']>> {
    return query.order === 'asc' ? this.listAscending(caller, query) : this.listDescending(caller, query);
  }

  private async listDescending(caller: Caller, query: Query): Promise<Page<Schemas['WebhookEvent']>> {
    const { limit, cursor, type, objectId } = query;
    if (query.after !== undefined) throw wrong('after', 'invalid_format', 'requires order=asc');
    const conditions: PageCondition[] = [{ text: 'id >= ?', values: [oldestShown(caller)] }];
    if (type !== undefined) conditions.push({ text: 'type = ?', values: [type] });
    if (objectId !== undefined) conditions.push(ofObject(objectId));
    const tables = this.database.forEnvironment(caller);
    const read = (range: PageRange): Promise<StoredEvent[]> => tables.page(StoredEvent, range, conditions);
    return listPage('events', caller, { limit, cursor, type, objectId }, read, parse);
  }

  /** Always returns a next cursor: a client that has read everything polls with it. */
  private async listAscending(caller: Caller, query: Query): Promise<Page<Schemas['WebhookEvent']>> {
    const { limit = DEFAULT_PAGE_SIZE, type } = query;
    if (query.objectId !== undefined) throw wrong('objectId', 'invalid_format', 'cannot be combined with order=asc');
    const cursors = new Cursors('events in order', caller, { type });
    const start = await this.start(caller, query, cursors);
    const tables = this.database.forEnvironment(caller);
    const options = { limit: limit + 1, type, oldestId: oldestShown(caller) };
    const { events, reached = start, isFull } = await readEventsBehind(tables, start, options);
    const isCut = events.length > limit;
    const shown = events.slice(0, limit);
    const end = isCut ? shown.at(-1)?.position : reached;
    return { data: shown.map(parse), hasMore: isCut || isFull, nextCursor: cursors.write(end ?? start) };
  }

  private async start(caller: Caller, query: Query, cursors: Cursors): Promise<EventPosition> {
    if (query.after !== undefined && query.cursor !== undefined) {
      throw wrong('after', 'invalid_format', 'cannot be combined with cursor');
    }
    const position = positionFromCursor(cursors, query.cursor);
    if (position !== undefined) return position;
    if (query.after === undefined) return BEFORE_ALL_EVENTS;
    const after = fromPublicId('evt', query.after);
    const tables = this.database.forEnvironment(caller);
    const known = after === undefined ? undefined : await positionOfEvent(tables, after, oldestShown(caller));
    if (known === undefined) throw wrong('after', 'not_found', 'is not the id of an event');
    return known;
  }
}

function parse(event: { readonly body: Buffer }): Schemas['WebhookEvent'] {
  return JSON.parse(event.body.toString('utf8')) as Schemas['WebhookEvent'];
}

/** The events of an object, whose prefix must fit too: `ref_1` is not `pay_1`. */
function ofObject(publicId: string): PageCondition {
  for (const [prefix, kind] of KINDS) {
    const id = fromPublicId(prefix, publicId);
    if (id !== undefined) return { text: 'object_id = ? AND starts_with(type, ?)', values: [id, `${kind}.`] };
  }
  return { text: 'false', values: [] };
}

function wrong(parameter: string, code: 'invalid_format' | 'not_found', detail: string): DomainError {
  const errors = [{ parameter, code, detail }];
  return new DomainError('invalid_query', 'The query has unknown or invalid parameters.', { errors });
}
