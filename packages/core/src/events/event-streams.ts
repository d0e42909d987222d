import type { Input, StreamMessage, StreamOutput } from '@svc/contract';
import type { Database } from '../platform/database/database.js';
import { DomainError } from '../platform/errors/domain-error.js';
import { fromPublicId } from '../platform/ids.js';
import { Cursors } from '../platform/lists/cursor.js';
import { oldestShown, type Caller } from '../security/caller.js';
import type { EventTail, Follower } from './event-tail.js';
import {
  positionFromCursor,
  positionOfEvent,
  positionOfNow,
  type EventPosition,
  type PositionedEvent,
} from './events-in-order.js';

type Request = Pick<Input<'streamEvents'>, 'query' | 'headers'>;

/** Streams events in the order of their transactions. */
export class EventStreams {
  constructor(
    private readonly database: Database,
    private readonly tail: EventTail,
    private readonly heartbeatMs: number,
  ) {}

  /** The stream after `Last-Event-ID`, or from now on. Errors are thrown here, before the response starts. */
  async open(caller: Caller, { query, headers }: Request): Promise<StreamOutput> {
    // Independent of the filter, which may change between connections.
    const cursors = new Cursors('event stream', caller);
    const start = await this.start(caller, cursors, headers.lastEventId);
    const follower: Follower = {
      environmentId: caller.environmentId,
      type: query.type,
      oldestId: oldestShown(caller),
      position: start,
      behind: true,
    };
    const first = await this.tail.now(follower);
    return { messages: (ended) => this.messages(follower, cursors, start, first, ended) };
  }

  private async start(caller: Caller, cursors: Cursors, lastEventId: string | undefined): Promise<EventPosition> {
    if (lastEventId === undefined || lastEventId === '') return positionOfNow(this.database.forWaitingRequests());
    if (!lastEventId.startsWith('evt_')) return positionOf(cursors, lastEventId) ?? refuse();
    const id = fromPublicId('evt', lastEventId);
    const position =
      id === undefined
        ? undefined
        : await positionOfEvent(this.database.forEnvironment(caller), id, oldestShown(caller));
    return position ?? refuse();
  }

  /** Sends the start first: a client that disconnects before the first event can resume from it. */
  private async *messages(
    follower: Follower,
    cursors: Cursors,
    start: EventPosition,
    first: readonly PositionedEvent[],
    ended: AbortSignal,
  ): AsyncGenerator<StreamMessage> {
    yield { id: cursors.write(start), data: undefined };
    let events = first;
    for (;;) {
      for (const { position, body } of events) yield { id: cursors.write(position), data: body };
      events = await this.tail.next(follower, this.heartbeatMs, ended);
      if (ended.aborted) return;
      if (events.length === 0) yield { id: cursors.write(follower.position), data: undefined };
    }
  }
}

/** Undefined if the stream did not send the id: the error of a cursor would be about a list. */
function positionOf(cursors: Cursors, lastEventId: string): EventPosition | undefined {
  try {
    return positionFromCursor(cursors, lastEventId);
  } catch {
    return undefined;
  }
}

function refuse(): never {
  throw new DomainError(
    'invalid_cursor',
    'Last-Event-ID is neither an id that this stream sent nor the id of an event.',
  );
}
