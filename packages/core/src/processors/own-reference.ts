import { cellCode, cellOfEnvironment } from '../platform/ids.js';
import { decodeWorkRef, encodeWorkRef, type WorkRef } from '../platform/queues/work-queues.js';

type Attempt = Pick<WorkRef, 'environmentId' | 'id'>;

/** How an acquirer knows an attempt: `00-12-249801938345984010`, the cell and the number of its environment, and its id. */
export function referenceOf({ environmentId, id }: Attempt): string {
  return `${cellCode(cellOfEnvironment(environmentId))}-${encodeWorkRef({ environmentId, id })}`;
}

/** The attempt that a reference names; undefined unless it is written exactly as {@link referenceOf} writes it. */
export function ownReference(reference: string): Attempt | undefined {
  const attempt = decodeWorkRef(reference.slice('00-'.length));
  return attempt !== undefined && referenceOf(attempt) === reference ? attempt : undefined;
}
