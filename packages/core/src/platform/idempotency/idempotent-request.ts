import { createHmac } from 'node:crypto';

/** A request that carries an idempotency key. */
export interface IdempotentRequest {
  readonly key: string;
  /** What the request asks for: method, path with its ids, parsed body. */
  readonly fingerprint: Buffer;
  /** Set when the answer is one that was given before. */
  replayed: boolean;
}

/**
 * Reads the key of a request for what it asks: equal bodies count as equal in any order of their members, and an
 * optional body that is left out as an empty one. The
 * fingerprint is keyed with the server's pepper, since a body may hold a secret that is short enough to be guessed.
 */
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
