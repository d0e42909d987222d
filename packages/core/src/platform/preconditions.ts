import { DomainError } from './errors/domain-error.js';

/** What a request demands of the version that it meets, as its headers say it. */
export interface Preconditions {
  readonly ifMatch?: string | undefined;
  readonly ifNoneMatch?: string | undefined;
}

/**
 * Throws `precondition_failed` unless the preconditions of the request hold of this version, as RFC 9110 defines them: `*`
 * is any version, If-Match compares strongly, so that a weak tag never matches, and If-None-Match weakly. Null stands for
 * an object without an ETag, which no tag can match.
 */
export function requireMatch({ preconditions = {} }: WithPreconditions, version: number | null): void {
  const { ifMatch, ifNoneMatch } = preconditions;
  requireIfMatch(ifMatch, version);
  if (ifNoneMatch !== undefined && matchesWeakly(ifNoneMatch, version)) {
    throw new DomainError('precondition_failed', 'The object has a version that If-None-Match excludes.');
  }
}

/** The same of a read: If-None-Match does not refuse it, but may make it 304, see `isUnmodified`. */
export function requireIfMatch(ifMatch: string | undefined, version: number | null): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return;
  if (version !== null && tagsOf(ifMatch).includes(`"${version}"`)) return;
  const detail =
    version === null
      ? 'What this address stands for has no ETag, so that no tag in If-Match can match it.'
      : 'The object is at another version than the one that If-Match names.';
  throw new DomainError('precondition_failed', detail);
}

/** Whether a read may be answered with 304. Without an ETag nothing says what the reader has. */
export function isUnmodified(ifNoneMatch: string | undefined, version: number | null): boolean {
  return ifNoneMatch !== undefined && version !== null && matchesWeakly(ifNoneMatch, version);
}

function matchesWeakly(ifNoneMatch: string, version: number | null): boolean {
  if (ifNoneMatch.trim() === '*') return true;
  return version !== null && tagsOf(ifNoneMatch).some((tag) => tag.replace(/^W\//, '') === `"${version}"`);
}

const TAG = String.raw`(?:W/)?"[^"]*"`;
const TAGS = new RegExp(String.raw`^[\s,]*${TAG}(?:\s*,[\s,]*${TAG})*[\s,]*$`);

/** A list that is not well-formed has no tags: If-Match then matches nothing, and If-None-Match excludes nothing. */
function tagsOf(list: string): string[] {
  return TAGS.test(list) ? [...list.matchAll(new RegExp(TAG, 'g'))].map(([tag]) => tag) : [];
}

interface WithPreconditions {
  readonly preconditions?: Preconditions;
}
