const ended = new Set<() => void>();
const begun = new Set<() => void>();

/** Tells the page that the session has ended: a request was refused for that. */
export function sessionEnded(): void {
  for (const listener of ended) listener();
}

/** Tells the page that there is a session again. */
export function sessionBegan(): void {
  for (const listener of begun) listener();
}

/** Calls `listener` when the session has ended. Returns what stops that. */
export function onSessionEnd(listener: () => void): () => void {
  ended.add(listener);
  return () => ended.delete(listener);
}

/** Calls `listener` when there is a session again. Returns what stops that. */
export function onSessionBegin(listener: () => void): () => void {
  begun.add(listener);
  return () => begun.delete(listener);
}
