const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const VALUE = /^[\t -~\u0080-\u00ff]*$/;

/** `fetch` sets them itself. With a value of the caller it fails, or waits for a body that never comes. */
const OF_FETCH = new Set([
  'connection',
  'content-length',
  'expect',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Without them a call does more than was asked. The request checks their values. */
const GUARDS = new Set(['idempotency-key', 'if-match']);

/**
 * The headers of the caller, any iterable, as an object. Those without a value are left out, except guards.
 * @throws TypeError that names the header, but never contains its value
 */
export function plainHeaders(given: Readonly<Record<string, string>> | Headers = {}): Readonly<Record<string, string>> {
  const pairs = Symbol.iterator in given ? [...(given as Iterable<[string, string]>)] : Object.entries(given);
  const headers = pairs.filter(([name, value]) => isGuard(name) || (value as string | null | undefined) != null);
  for (const [name, value] of headers) checkHeader(name, value);
  return Object.fromEntries(headers);
}

/** @throws TypeError */
export function checkValue(name: string, value: unknown): void {
  if (typeof value === 'string' && VALUE.test(value)) return;
  throw new TypeError(`${name} must be text without line breaks and other control characters`);
}

function isGuard(name: string): boolean {
  return GUARDS.has(name.toLowerCase());
}

function checkHeader(name: string, value: unknown): void {
  if (!NAME.test(name)) throw new TypeError(`There can be no header ${JSON.stringify(name)}`);
  if (OF_FETCH.has(name.toLowerCase())) throw new TypeError(`The header ${name} cannot be set`);
  if (!isGuard(name)) checkValue(`The header ${name}`, value);
}
