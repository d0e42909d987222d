import { cellCodeOf } from '../platform/ids.js';
import { decodeWorkRef, encodeWorkRef, type WorkRef } from '../platform/queues/work-ref.js';

type Attempt = Pick<WorkRef, 'environmentId' | 'id'>;

/** Returns the reference of an attempt for acquirers: `00-12-249801938345984010` with cell, environment and id. */
export function referenceOf({ environmentId, id }: Attempt): string {
  return `${cellCodeOf(environmentId)}-${encodeWorkRef({ environmentId, id })}`;
}

/** Parses a reference; undefined unless it is spelled exactly as by {@link referenceOf}. */
export function ownReference(reference: string): Attempt | undefined {
  const attempt = decodeWorkRef(reference.slice('00-'.length));
  return attempt !== undefined && referenceOf(attempt) === reference ? attempt : undefined;
}
