import type { Peppers } from '../crypto/peppers.js';

export interface IdempotentRequest {
  readonly key: string;
  /** A hash of the request: method, path with ids, parsed body. */
  readonly fingerprint: Buffer;
  /** Its hashes under older peppers, which are only set while the pepper is changed. */
  readonly olderFingerprints: readonly Buffer[];
  /** Set if the response is a replay. */
  replayed: boolean;
}

/** Fingerprints a request, whatever the order of members. Keyed: a body may contain a guessable secret. */
export function idempotentRequest(
  key: string,
  asked: { readonly method: string; readonly path: string; readonly body: unknown },
  peppers: Peppers,
): IdempotentRequest {
  const text = `${asked.method} ${asked.path}\n${canonicalJson(asked.body ?? {})}`;
  const [fingerprint, ...olderFingerprints] = peppers.hashes(text);
  return { key, fingerprint, olderFingerprints, replayed: false };
}

/** Whether a stored fingerprint is that of this request. */
export function isFingerprintOf(
  { fingerprint, olderFingerprints }: Pick<IdempotentRequest, 'fingerprint' | 'olderFingerprints'>,
  stored: Buffer,
): boolean {
  return stored.equals(fingerprint) || olderFingerprints.some((older) => stored.equals(older));
}

function canonicalJson(value: unknown): string {
  return (
    JSON.stringify(value, (_key, member: unknown) => {
      if (typeof member !== 'object' || member === null || Array.isArray(member)) return member;
      return Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)));
    }) ?? ''
  );
}
