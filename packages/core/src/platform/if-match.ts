import { DomainError } from './errors/domain-error.js';

/**
 * Throws `precondition_failed` unless If-Match admits the version, as RFC 9110 has it: `*` admits any, and tags are
 * compared strongly, so that a weak one admits none.
 */
export function requireMatch(ifMatch: string | undefined, version: number): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return;
  const tags = ifMatch.matchAll(/(?:W\/)?"[^"]*"/g);
  if ([...tags].some(([tag]) => tag === `"${version}"`)) return;
  throw new DomainError('precondition_failed', 'The object is no longer at the version that If-Match names.');
}
