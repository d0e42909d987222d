import type { Problem } from '@svc/sdk';
import { ANYBODY, sessionChanged, shownHere } from './shown-session';

/** Names the account and the person that the page shows. The service refuses the request if the session is another one. */
const FOR = 'Svc-Console-For';
/** Marks requests that the page sends by itself. They do not keep a session from being idle. */
const BACKGROUND = 'Svc-Console-Background';
/** A request so long after the person last did something is the page's own. */
const PRESENT_MS = 30_000;

let lastInputAt = performance.now();

/** Notices what the person does. */
export function watchInput(target: EventTarget): void {
  const note = (): void => void (lastInputAt = performance.now());
  for (const type of ['pointerdown', 'keydown', 'click', 'input', 'wheel', 'touchmove']) {
    target.addEventListener(type, note, { capture: true, passive: true });
  }
}

export function isBackground(inputAt: number, now: number): boolean {
  return now - inputAt > PRESENT_MS;
}

/** Sends a request to the service with the session of the cookie, for what this page shows or for `shown`. */
export async function consoleFetch(url: string, init: RequestInit = {}, shown = shownHere()): Promise<Response> {
  const headers = new Headers(init.headers);
  if (isBackground(lastInputAt, performance.now())) headers.set(BACKGROUND, '1');
  if (shown !== ANYBODY) headers.set(FOR, shown);
  const response = await fetch(url, { ...init, headers, credentials: 'same-origin' });
  if (response.status === 403) await noticeChange(response.clone());
  return response;
}

async function noticeChange(refusal: Response): Promise<void> {
  const problem = (await refusal.json().catch(() => undefined)) as Problem | undefined;
  if (problem?.code === 'session_changed') sessionChanged();
}
