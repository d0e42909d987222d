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

/** Sends a request to the service with the session of the cookie. */
export function consoleFetch(url: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  if (isBackground(lastInputAt, performance.now())) headers.set(BACKGROUND, '1');
  return fetch(url, { ...init, headers, credentials: 'same-origin' });
}
