import { createHmac } from 'node:crypto';

export interface IdempotentRequest {
  readonly key: string;
  /** A hash of the request: method, path with ids, parsed body. */
  readonly fingerprint: Buffer;
  /** Set if the response is a replay. */
  replayed: boolean;
}

/** Fingerprints a request, whatever the order of members. Keyed: a body may contain a guessable secret. */
export function idempotentRequest(
  key: string,
  asked: { readonly method: string; readonly path: string; readonly body: unknown },
  pepper: Buffer,
): IdempotentRequest {
  const text = `${asked.method} ${asked.path}\n${canonicalJson(asked.body ?? {})}`;
  return { key, fingerprint: createHmac('sha256', pepper).update(text, 'utf8').digest(), replayed: false };
}

function canonicalJson(value: unknown): string {
  return (
    JSON.stringify(value, (_key, member: unknown) => {
      if (typeof member !== 'object' || member === null || Array.isArray(member)) return member;
      return Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)));
    }) ?? ''
  );
}
