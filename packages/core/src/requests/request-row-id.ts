import { ID_EPOCH } from '../platform/ids.js';

const REQUEST_ID = /^req_([0-9a-f]{12})[0-9a-f]{14}([0-9a-f]{6})$/;
const SEQUENCE_BITS = 22n;
const LOW_BITS = (1 << 22) - 1;
const LAST_MILLISECOND = 2 ** 41 - 1;

/** Returns the row id of a request: the time and the last 22 bits of its request id. Undefined for any other text. */
export function rowIdOf(requestId: string): string | undefined {
  const [, time = '', end = ''] = REQUEST_ID.exec(requestId) ?? [];
  const ms = Number.parseInt(time, 16) - ID_EPOCH;
  if (!(ms >= 0 && ms <= LAST_MILLISECOND)) return undefined;
  return ((BigInt(ms) << SEQUENCE_BITS) | BigInt(Number.parseInt(end, 16) & LOW_BITS)).toString();
}

/** `req_…` as Postgres reads a UUID. */
export function uuidOf(requestId: string): string {
  return requestId.slice('req_'.length);
}

/** The request id of a UUID of Postgres. */
export function requestIdOf(uuid: string): string {
  return `req_${uuid.replaceAll('-', '')}`;
}
