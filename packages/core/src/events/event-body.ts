import type { EventKind, Schemas } from '@svc/contract';
import { idTime } from '../platform/ids/id-source.js';
import { toPublicId } from '../platform/ids/public-id.js';
import type { Trace } from '../platform/trace.js';

/** What an event of a kind carries. */
export type EventPayload<Kind extends EventKind> = Schemas[Kind]['data'];

/** An event about to be stored, with the bytes that every delivery of it will carry. */
export interface NewEvent {
  readonly environmentId: number;
  readonly id: string;
  readonly type: EventKind;
  /** The payment, customer or other object that it is about. */
  readonly objectId: string;
  readonly body: Buffer;
  /** The trace of the request that led to it. */
  readonly trace: Trace | null;
}

/** Makes an event and its bytes, once and for all. */
export function newEvent<Kind extends EventKind>(
  environmentId: number,
  id: string,
  type: Kind,
  objectId: string,
  data: EventPayload<Kind>,
  trace: Trace | null = null,
): NewEvent {
  const envelope = { id: toPublicId('evt', id), type, created: idTime(id).toISOString(), data };
  return { environmentId, id, type, objectId, body: Buffer.from(JSON.stringify(envelope), 'utf8'), trace };
}
