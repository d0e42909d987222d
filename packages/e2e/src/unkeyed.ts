import type { Fetch } from '@svc/sdk';

/** What a program sends that knows of no idempotency keys; the library makes one for every call. */
export const unkeyed: Fetch = (url, init) => {
  const headers = new Headers(init.headers);
  headers.delete('Idempotency-Key');
  return fetch(url, { ...init, headers });
};
