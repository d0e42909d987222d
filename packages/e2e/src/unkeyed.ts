import type { Fetch } from '@svc/sdk';

/** A fetch that removes the idempotency key, which the library adds to every call. */
export const unkeyed: Fetch = (url, init) => {
  const headers = new Headers(init.headers);
  headers.delete('Idempotency-Key');
  return fetch(url, { ...init, headers });
};
