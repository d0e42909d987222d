export const IDEMPOTENCY_KEY = 'Idempotency-Key';
const SENDABLE_KEY = /^[!-~]{1,255}$/;
const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const VALUE = /^[\t -~\u0080-\u00ff]*$/;

/** They belong to the connection and are set by `fetch`. With a value of the caller a call fails, or waits for a body that never comes. */
const OF_CONNECTION = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Headers without which a call would do more than was asked. They must not be null. */
const CHECKS: ReadonlyMap<string, (value: unknown) => string | undefined> = new Map([
  ['idempotency-key', (key) => (key === undefined ? undefined : checkedKey(key))],
  ['if-match', checkedVersion],
]);

/**
 * The headers of the caller, any iterable, as an object. Those without a value are left out.
 * @throws TypeError that names the header, but never contains its value
 */
export function plainHeaders(given: Readonly<Record<string, string>> | Headers = {}): Readonly<Record<string, string>> {
  if (Object(given) !== given) throw new TypeError('headers must be an object');
  const pairs = Symbol.iterator in given ? [...(given as Iterable<[string, string]>)] : Object.entries(given);
  const headers = pairs.flatMap(([name, value]) => {
    const sent = sendableValue(name, value);
    if (sent === undefined) return [];
    checkName(name);
    return [[name, sent] as const];
  });
  return Object.fromEntries(headers);
}

/**
 * The value of a header as it is sent; undefined if there is none.
 * @throws TypeError
 */
export function sendableValue(name: string, value: unknown): string | undefined {
  return CHECKS.get(name.toLowerCase())?.(value) ?? checkedText(`The header ${name}`, value);
}

/** @throws TypeError */
export function checkedKey(key: unknown): string {
  if (typeof key === 'string' && SENDABLE_KEY.test(key)) return key;
  throw new TypeError('idempotencyKey must be 1 to 255 visible ASCII characters');
}

function checkedVersion(version: unknown): string | undefined {
  const isEmpty = version === null || (typeof version === 'string' && version.trim() === '');
  if (!isEmpty) return checkedText('ifMatch', version);
  throw nothing('ifMatch');
}

function checkedText(name: string, value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string' && VALUE.test(value)) return value;
  throw new TypeError(`${name} must be text without line breaks and other control characters`);
}

function checkName(name: string): void {
  if (!NAME.test(name)) throw new TypeError(`There can be no header ${JSON.stringify(name)}`);
  if (OF_CONNECTION.has(name.toLowerCase())) throw new TypeError(`The header ${name} cannot be set`);
}

/** The error for what looks like a value and is none: it would be left out, and nobody would notice. */
export function nothing(name: string): TypeError {
  return new TypeError(`${name} must not be null or empty. Leave it out instead`);
}
