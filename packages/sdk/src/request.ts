import type { ApiRequestOptions } from './generated/core/ApiRequestOptions.js';
import { camelCase } from './given.js';
import { checkedKey, IDEMPOTENCY_KEY, nothing, sendableValue } from './headers.js';
import { hasNoFields } from './json-object.js';
import type { CheckedCall, Connection } from './options.js';
import { VERSION } from './version.js';

/** What goes over the wire, the same on every attempt. */
export interface WireRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: string | undefined;
}

/** Makes of an operation, as the generated client describes it, the request to send. */
export function wireRequest(
  to: Connection,
  operation: ApiRequestOptions,
  call: CheckedCall,
  expected: Readonly<Record<string, string>>,
): WireRequest {
  return {
    url: to.baseUrl + pathOf(operation) + queryOf(operation.query ?? {}),
    method: operation.method,
    headers: headersOf(to, operation, call, expected),
    body: operation.body === undefined ? undefined : jsonOf(operation.body),
  };
}

/**
 * The body as JSON. JSON has no form for NaN, for an invalid date, or for a gap in a list. It would have null there, which removes
 * a limit or a date of the object. A Map or a Set would be an empty object.
 */
function jsonOf(body: unknown): string {
  return JSON.stringify(body, function (this: Readonly<Record<string, unknown>>, name, value: unknown) {
    const given = this[name];
    const isNull = value === null && given !== null;
    const isGap = Array.isArray(this) && value === undefined;
    const isNoNumber = typeof value === 'number' && !Number.isFinite(value);
    if (isNull || isGap || isNoNumber || hasNoFields(value)) throw inexpressible(name || 'The body', given);
    return value;
  });
}

/** The error names the class of an object. Its content may be personal data. */
function inexpressible(name: string, given: unknown): TypeError {
  const what = typeof given === 'number' ? given : Object.prototype.toString.call(given);
  return new TypeError(`${name} has a value that cannot be sent: ${what}`);
}

function pathOf({ url, path = {} }: ApiRequestOptions): string {
  return url.replace(/\{(\w+)\}/g, (_, name: string) => segment(name, path[name]));
}

/** One segment of the path, whatever is in it. Nothing and dots would name another resource, however they are encoded. */
function segment(name: string, value: unknown): string {
  if (typeof value === 'string' && !/^\.{0,2}$/.test(value)) return encodeURIComponent(value);
  throw new TypeError(`${name} must be an id, not ${value === undefined ? 'undefined' : JSON.stringify(value)}`);
}

function queryOf(query: Record<string, unknown>): string {
  const pairs = Object.entries(query).flatMap(([name, value]) => queryPairs(name, value));
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

function queryPairs(name: string, value: unknown): string[] {
  if (value === undefined) return [];
  if (hasNoFields(value) || Number.isNaN(value instanceof Date ? value.getTime() : value)) {
    throw inexpressible(name, value);
  }
  if (value instanceof Date) return queryPairs(name, value.toISOString());
  if (typeof value === 'object') {
    const pairs = Array.isArray(value)
      ? value.flatMap((item) => queryPairs(name, item))
      : Object.entries(value ?? {}).flatMap(([key, inner]) => queryPairs(`${name}[${key}]`, inner));
    if (pairs.length === 0) throw nothing(name);
    return pairs;
  }
  return [`${encodeURIComponent(name)}=${encodeURIComponent(value as string | number | boolean)}`];
}

function headersOf(
  to: Connection,
  operation: ApiRequestOptions,
  call: CheckedCall,
  expected: Readonly<Record<string, string>>,
): Headers {
  const headers = new Headers({
    ...expected,
    Authorization: `Bearer ${to.apiKey}`,
    'User-Agent': `svc-js/${VERSION}`,
  });
  if (operation.body !== undefined) headers.set('Content-Type', operation.mediaType ?? 'application/json');
  // Every operation that takes a key names it, with or without a value.
  const own: Readonly<Record<string, unknown>> = operation.headers ?? {};
  const { [IDEMPOTENCY_KEY]: key = crypto.randomUUID() } = own;
  if (IDEMPOTENCY_KEY in own) headers.set(IDEMPOTENCY_KEY, checkedKey(key));
  for (const [name, value] of [to.headers, own, call.headers].flatMap((source) => Object.entries(source))) {
    const sent = sendableValue(name, value);
    if (sent !== undefined) headers.set(name, sent);
  }
  const empty = Object.keys(own).find((name) => own[name] === null);
  if (empty !== undefined) throw nothing(camelCase(empty));
  return headers;
}
