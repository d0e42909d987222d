import type { ConsoleSession } from './console-api';

/** In place of an account and a person: the request is for those of the session, which may be others. */
export const ANYBODY = '';
/** How tabs tell each other which session the browser has. Only pages of this origin hear it. */
const CHANNEL = 'svc-console-session';

type Shown = Pick<ConsoleSession, 'account' | 'user'>;

let shown = ANYBODY;
const changed = new Set<() => void>();

/** The account and the person of a session, as requests name them. */
export function nameOf({ account, user }: Shown): string {
  return `${account.id} ${user.id}`;
}

/** Sets what this page shows, until it is loaded again. */
export function show(session: Shown): void {
  shown = nameOf(session);
}

/** What this page shows; nobody before there is a session. */
export function shownHere(): string {
  return shown;
}

/** Tells the page that another tab has changed the session: a request was refused for that. */
export function sessionChanged(): void {
  for (const listener of changed) listener();
}

/** Calls `listener` when another tab has changed the session. Returns what stops that. The service refuses requests anyway. */
export function onSessionChange(listener: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }) => {
    if (data !== shown) listener();
  };
  channel.postMessage(shown);
  changed.add(listener);
  return () => {
    channel.close();
    changed.delete(listener);
  };
}
