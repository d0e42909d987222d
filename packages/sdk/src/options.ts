import { refuse } from './given.js';

/** How a client reaches the service. */
export interface ClientOptions {
  /** Address of the service, for example `https://payments.example.com`; a path in it is kept. */
  readonly baseUrl: string;
  /** Milliseconds that one attempt of a request may take, answer included. 60,000. */
  readonly timeout?: number | undefined;
  /** Milliseconds that a call may take with all its attempts and the waits between them. No limit. */
  readonly totalTimeout?: number | undefined;
  /** How often a call is attempted again that failed in passing. 2. */
  readonly maxRetries?: number | undefined;
  /** Is told what happens to every call, for logs and figures. No keys, bodies or queries are in it. */
  readonly onEvent?: ((event: CallEvent) => void) | undefined;
  /** What sends the requests, for proxies, runtimes and tests. The platform's `fetch`. */
  readonly fetch?: Fetch | undefined;
  /** Headers for every request. */
  readonly headers?: Readonly<Record<string, string>> | Headers | undefined;
}

/** What can be said about a single call. */
export interface RequestOptions {
  /** Milliseconds that one attempt may take, in place of the client's. */
  readonly timeout?: number | undefined;
  /** Milliseconds that the whole call may take, in place of the client's. */
  readonly totalTimeout?: number | undefined;
  /** How often the call is attempted again, in place of the client's. */
  readonly maxRetries?: number | undefined;
  /** Gives the call up; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Headers for this request, over those of the client. */
  readonly headers?: Readonly<Record<string, string>> | Headers | undefined;
}

/** Options of a call that does something once. */
export interface IdempotentOptions extends RequestOptions {
  /**
   * Names this piece of work: repeat a call with the same key, and it is done once. 1 to 255 visible ASCII characters.
   * Without one the library makes a key for the call's own attempts.
   */
  readonly idempotencyKey?: string | undefined;
}

/** Options of a call that changes what may have changed since it was read. */
export interface ConditionalOptions extends RequestOptions {
  /** The `ETag` that was seen. If the object is another one by now, nothing is done and the answer is 412. */
  readonly ifMatch?: string | undefined;
}

/** Options of an action on an object: it is done once, and can be bound to the version that was seen. */
export type ActionOptions = IdempotentOptions & ConditionalOptions;

/** The attempt that an event is about. */
export interface AttemptedCall {
  readonly method: string;
  /** The address without its query, which may name people. */
  readonly url: string;
  /** From 1. */
  readonly attempt: number;
}

/** Something that happened to a call. */
export type CallEvent = AttemptedCall &
  (
    | { readonly kind: 'request' }
    | {
        readonly kind: 'response';
        readonly status: number;
        /** Names the request in the service's logs. */
        readonly requestId: string | undefined;
        /** Until the head of the answer. */
        readonly milliseconds: number;
      }
    /** No answer came, or it could not be read. */
    | {
        readonly kind: 'failure';
        /** That of the error; `aborted` when the caller gave the call up. */
        readonly code: string;
        /** Since the attempt began. */
        readonly milliseconds: number;
      }
    /** The attempt has failed, and so long is waited for the next one. */
    | { readonly kind: 'wait'; readonly milliseconds: number }
  );

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** A client's options, checked and complete. */
export interface Connection extends Required<ClientOptions> {
  readonly headers: Readonly<Record<string, string>>;
  readonly apiKey: string;
}

const OPTIONS = ['baseUrl', 'timeout', 'totalTimeout', 'maxRetries', 'onEvent', 'fetch', 'headers'];
const DEFAULT_TIMEOUT = 60_000;
const DEFAULT_RETRIES = 2;
/** A timer that is set for longer goes off at once. */
const LONGEST_TIMER = 2 ** 31 - 1;
const VISIBLE_ASCII = /^[!-~]+$/;

/**
 * Checks what a client is made with.
 * @throws TypeError that names what is wrong, never the key itself.
 */
export function connection(apiKey: string, options: ClientOptions): Connection {
  if (typeof apiKey !== 'string' || !VISIBLE_ASCII.test(apiKey)) {
    throw new TypeError('An API key is needed: new Svc(apiKey, { baseUrl }). It starts with sk_test_ or sk_live_.');
  }
  if (isBrowser() && apiKey.startsWith('sk_')) {
    throw new TypeError(
      'A secret key must not be used in a browser, where everyone can read it. Call your own server.',
    );
  }
  refuse(options ?? {}, OPTIONS, 'option');
  if (options?.onEvent !== undefined && typeof options.onEvent !== 'function') {
    throw new TypeError('onEvent must be a function');
  }
  return {
    apiKey,
    baseUrl: trimmedBaseUrl(options?.baseUrl),
    timeout: checkedTimeout(options.timeout ?? DEFAULT_TIMEOUT),
    totalTimeout: checkedTotal(options.totalTimeout ?? Infinity),
    maxRetries: checkedRetries(options.maxRetries ?? DEFAULT_RETRIES),
    fetch: options.fetch ?? ((url, init) => fetch(url, init)),
    headers: clientHeaders(options.headers),
    onEvent: guarded(options.onEvent),
  };
}

/** A call's options, checked. */
export interface CheckedCall extends RequestOptions {
  readonly headers: Readonly<Record<string, string>>;
}

/** The same call options, if they can be right. @throws TypeError */
export function checkedCall(call: RequestOptions): CheckedCall {
  if (call.timeout !== undefined) checkedTimeout(call.timeout);
  if (call.totalTimeout !== undefined) checkedTotal(call.totalTimeout);
  if (call.maxRetries !== undefined) checkedRetries(call.maxRetries);
  if (call.signal !== undefined && typeof call.signal.addEventListener !== 'function') {
    throw new TypeError('signal must be an AbortSignal');
  }
  return { ...call, headers: plainHeaders(call.headers) };
}

/** A page with a document; workers have none, and keep what they know to themselves. */
function isBrowser(): boolean {
  const { window } = globalThis as { window?: { document?: unknown } };
  return window?.document !== undefined;
}

/** What a log does wrong is none of the call's business. */
function guarded(onEvent: ((event: CallEvent) => void) | undefined): (event: CallEvent) => void {
  return (event) => {
    try {
      const done: unknown = onEvent?.(event);
      if (done instanceof Promise) done.catch(() => undefined);
    } catch {
      // The call goes on.
    }
  };
}

/** Headers for every request: none may name one piece of work. */
function clientHeaders(given: ClientOptions['headers']): Readonly<Record<string, string>> {
  const headers = plainHeaders(given);
  if (!Object.keys(headers).some((name) => name.toLowerCase() === 'idempotency-key')) return headers;
  throw new TypeError('An Idempotency-Key is for one call: give it as idempotencyKey there');
}

/** As an object, whatever can be gone over. */
function plainHeaders(headers: ClientOptions['headers'] = {}): Readonly<Record<string, string>> {
  const given: object = headers;
  return Symbol.iterator in given
    ? Object.fromEntries(given as Iterable<[string, string]>)
    : (headers as Readonly<Record<string, string>>);
}

function checkedTotal(milliseconds: number): number {
  if (typeof milliseconds === 'number' && milliseconds > 0) return milliseconds;
  throw new TypeError('totalTimeout must be a number of milliseconds above 0');
}

function checkedRetries(count: number): number {
  if (Number.isInteger(count) && count >= 0) return count;
  throw new TypeError('maxRetries must be a whole number, 0 or more');
}

/** @throws TypeError when it is no time that can be waited for. */
export function checkedTimeout(milliseconds: number): number {
  if (typeof milliseconds === 'number' && milliseconds > 0 && milliseconds <= LONGEST_TIMER) return milliseconds;
  throw new TypeError(`timeout must be a number of milliseconds above 0 and at most ${LONGEST_TIMER}`);
}

function trimmedBaseUrl(baseUrl: string): string {
  const example = 'such as https://payments.example.com';
  let url: URL;
  try {
    url = new URL(baseUrl);
  } catch {
    throw new TypeError(`baseUrl must be the address of the service, ${example}`);
  }
  if (!/^https?:$/.test(url.protocol)) throw new TypeError(`baseUrl must start with https:// or http://, ${example}`);
  if (url.username || url.password || url.search || url.hash) {
    throw new TypeError(`baseUrl must be an address without user, query or fragment, ${example}`);
  }
  const address = (url.origin + url.pathname).replace(/\/+$/, '');
  if (address.endsWith('/v1')) throw new TypeError('baseUrl must be the address without /v1, which the library adds');
  return address;
}
