import { useState } from 'react';

/** The key of an action that can be done again, and what renews it. All attempts have the same key until one succeeds. */
export function useIdempotencyKey(): readonly [key: string, renew: () => void] {
  const [key, setKey] = useState(() => crypto.randomUUID());
  return [key, () => setKey(crypto.randomUUID())];
}
