import { DomainError } from './errors/domain-error.js';

export interface Preconditions {
  readonly ifMatch?: string | undefined;
  readonly ifNoneMatch?: string | undefined;
}

/**
 * Throws `precondition_failed` unless the version satisfies the preconditions (RFC 9110): If-Match compares strongly,
 * If-None-Match weakly. Null means that there is no ETag: only `*` matches.
 */
export function requireMatch({ preconditions = {} }: WithPreconditions, version: number | null): void {
  const { ifMatch, ifNoneMatch } = preconditions;
  requireIfMatch(ifMatch, version);
  if (ifNoneMatch !== undefined && matchesWeakly(ifNoneMatch, version)) {
    throw new DomainError('precondition_failed', 'The object has a version that If-None-Match excludes.');
  }
}

/** The same for a read: If-None-Match does not refuse a read but may make it 304, see `isUnmodified`. */
export function requireIfMatch(ifMatch: string | undefined, version: number | null): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return;
  if (version !== null && tagsOf(ifMatch).includes(`"${version}"`)) return;
  const detail =
    version === null
      ? 'This resource has no ETag, so no tag in If-Match can match it.'
      : 'The version of the object does not match If-Match.';
  throw new DomainError('precondition_failed', detail);
}

/** Whether a read returns 304. A resource without an ETag never does. */
export function isUnmodified(ifNoneMatch: string | undefined, version: number | null): boolean {
  return ifNoneMatch !== undefined && version !== null && matchesWeakly(ifNoneMatch, version);
}

function matchesWeakly(ifNoneMatch: string, version: number | null): boolean {
  if (ifNoneMatch.trim() === '*') return true;
  return version !== null && tagsOf(ifNoneMatch).some((tag) => tag.replace(/^W\//, '') === `"${version}"`);
}

const TAG = String.raw`(?:W/)?"[^"]*"`;
const TAGS = new RegExp(String.raw`^[\s,]*${TAG}(?:\s*,[\s,]*${TAG})*[\s,]*$`);

/** A malformed list has no tags: If-Match then matches nothing, and If-None-Match excludes nothing. */
function tagsOf(list: string): string[] {
  return TAGS.test(list) ? [...list.matchAll(new RegExp(TAG, 'g'))].map(([tag]) => tag) : [];
}

interface WithPreconditions {
  readonly preconditions?: Preconditions;
}
