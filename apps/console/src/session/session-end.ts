const listeners = new Set<() => void>();

/** Tells the page that the session has ended: a request was refused for that. */
export function sessionEnded(): void {
  for (const listener of listeners) listener();
}

/** Calls `listener` when the session has ended. Returns what stops that. */
export function onSessionEnd(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
