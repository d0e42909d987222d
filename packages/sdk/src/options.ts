import { refuse } from './given.js';
import { plainHeaders } from './headers.js';

/** The options of a client. */
export interface ClientOptions {
  /** The URL of the service, for example `https://payments.example.com`. A path in it is kept. */
  readonly baseUrl: string;
  /** Milliseconds for one attempt including its response. The default is 60,000. */
  readonly timeout?: number | undefined;
  /** Milliseconds for a call with all its attempts and the waits between them. By default there is no limit. */
  readonly totalTimeout?: number | undefined;
  /** The number of retries after temporary failures. The default is 2. */
  readonly maxRetries?: number | undefined;
  /** Receives what happens to every call, for logs and metrics. It contains no keys, bodies or queries. */
  readonly onEvent?: ((event: CallEvent) => void) | undefined;
  /** The function that sends requests, for proxies, runtimes and tests. The default is the platform's `fetch`. */
  readonly fetch?: Fetch | undefined;
  /** Headers for every request. */
  readonly headers?: Readonly<Record<string, string>> | Headers | undefined;
}

/** The options of a single call. */
export interface RequestOptions {
  /** Milliseconds for one attempt. Replaces the client's value. */
  readonly timeout?: number | undefined;
  /** Milliseconds for the whole call. Replaces the client's value. */
  readonly totalTimeout?: number | undefined;
  /** The number of retries. Replaces the client's value. */
  readonly maxRetries?: number | undefined;
  /** Cancels the call, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Headers for this request. They override those of the client. */
  readonly headers?: Readonly<Record<string, string>> | Headers | undefined;
}

/** Options of a call that does something once. */
export interface IdempotentOptions extends RequestOptions {
  /**
   * The idempotency key: repeat a call with the same key, and it is done once. 1 to 255 visible ASCII characters.
   * Without it, the library generates a key for the attempts of the call.
   */
  readonly idempotencyKey?: string | undefined;
}

/** Options of a call that updates an object. */
export interface ConditionalOptions extends RequestOptions {
  /** The `ETag` that you have read. If the object has changed since then, nothing is done and the response is 412. */
  readonly ifMatch?: string | undefined;
}

/** Options of an action on an object. It is done once, and can require the version that you have read. */
export type ActionOptions = IdempotentOptions & ConditionalOptions;

/** The attempt that an event belongs to. */
export interface AttemptedCall {
  readonly method: string;
  /** The URL without its query, which may contain personal data. */
  readonly url: string;
  /** Starts at 1. */
  readonly attempt: number;
}

/** Something that happened to a call. */
export type CallEvent = AttemptedCall &
  (
    | { readonly kind: 'request' }
    | {
        readonly kind: 'response';
        readonly status: number;
        /** The id of the request in the logs of the service. */
        readonly requestId: string | undefined;
        /** Milliseconds until the headers of the response arrived. */
        readonly milliseconds: number;
      }
    /** There was no response, or it could not be read. */
    | {
        readonly kind: 'failure';
        /** The code of the error. `aborted` if the caller cancelled the call. */
        readonly code: string;
        /** Milliseconds since the attempt began. */
        readonly milliseconds: number;
      }
    /** The attempt failed. The next one follows after this wait. */
    | { readonly kind: 'wait'; readonly milliseconds: number }
  );

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** The options of a client, validated and complete. */
export interface Connection extends Required<ClientOptions> {
  readonly headers: Readonly<Record<string, string>>;
  readonly apiKey: string;
}

const OPTIONS = ['baseUrl', 'timeout', 'totalTimeout', 'maxRetries', 'onEvent', 'fetch', 'headers'];
const DEFAULT_TIMEOUT = 60_000;
const DEFAULT_RETRIES = 2;
/** The longest delay of a timer. A longer one would fire immediately. */
const MAX_TIMER_MS = 2 ** 31 - 1;
const VISIBLE_ASCII = /^[!-~]+$/;

/**
 * Validates the options of a client.
 * @throws TypeError that names the invalid option, but never contains the key.
 */
export function connection(apiKey: string, options: ClientOptions): Connection {
  if (typeof apiKey !== 'string' || !VISIBLE_ASCII.test(apiKey)) {
    throw new TypeError('An API key is needed: new Svc(apiKey, { baseUrl }).');
  }
  if (isBrowser() && apiKey.split('_', 1)[0] === 'sk') {
    throw new TypeError(
      'A secret key must not be used in a browser, where everyone can read it. Call your own server.',
    );
  }
  refuse(options ?? {}, OPTIONS, 'option');
  for (const name of ['onEvent', 'fetch'] as const) {
    const given: unknown = options?.[name];
    if (given !== undefined && typeof given !== 'function') throw new TypeError(`${name} must be a function`);
  }
  return {
    apiKey,
    baseUrl: trimmedBaseUrl(options?.baseUrl),
    ...checkedLimits(options),
    fetch: options.fetch ?? ((url, init) => fetch(url, init)),
    headers: clientHeaders(options.headers),
    onEvent: guarded(options.onEvent),
  };
}

/** The options of a call, validated. */
export interface CheckedCall extends RequestOptions {
  readonly headers: Readonly<Record<string, string>>;
}

/** Returns the call options if they are valid. @throws TypeError */
export function checkedCall(call: RequestOptions): CheckedCall {
  checkedLimits(call);
  if (call.signal !== undefined && typeof call.signal?.addEventListener !== 'function') {
    throw new TypeError('signal must be an AbortSignal');
  }
  return { ...call, headers: plainHeaders(call.headers) };
}

/** True for a page with a document. Workers have none and keep a key to themselves. */
function isBrowser(): boolean {
  const { window } = globalThis as { window?: { document?: unknown } };
  return window?.document !== undefined;
}

/** An error in the hook must not end the call. */
function guarded(onEvent: ((event: CallEvent) => void) | undefined): (event: CallEvent) => void {
  return (event) => {
    try {
      const done: unknown = onEvent?.(event);
      if (done instanceof Promise) done.catch(() => undefined);
    } catch {
      // The call continues.
    }
  };
}

/** Headers for every request. They must not contain an idempotency key. */
function clientHeaders(given: ClientOptions['headers']): Readonly<Record<string, string>> {
  const headers = plainHeaders(given);
  if (!Object.keys(headers).some((name) => name.toLowerCase() === 'idempotency-key')) return headers;
  throw new TypeError('An Idempotency-Key is for one call. Pass it as idempotencyKey there');
}

/** The limits of a client or a call, with the defaults of a client. Null is invalid, it does not mean the default. */
function checkedLimits({
  timeout = DEFAULT_TIMEOUT,
  totalTimeout = Infinity,
  maxRetries = DEFAULT_RETRIES,
}: RequestOptions): Pick<Connection, 'timeout' | 'totalTimeout' | 'maxRetries'> {
  if (typeof timeout !== 'number' || !(timeout > 0 && timeout <= MAX_TIMER_MS)) {
    throw new TypeError(`timeout must be a number of milliseconds above 0 and at most ${MAX_TIMER_MS}`);
  }
  if (typeof totalTimeout !== 'number' || !(totalTimeout > 0)) {
    throw new TypeError('totalTimeout must be a number of milliseconds above 0');
  }
  if (!Number.isInteger(maxRetries) || maxRetries < 0) {
    throw new TypeError('maxRetries must be a whole number, 0 or more');
  }
  return { timeout, totalTimeout, maxRetries };
}

function trimmedBaseUrl(baseUrl: string): string {
  const example = 'such as https://payments.example.com';
  if (!/^https?:\/\//i.test(baseUrl)) throw new TypeError(`baseUrl must start with https:// or http://, ${example}`);
  if (/[?#]|^[^/]*\/\/[^/]*@/.test(baseUrl)) {
    throw new TypeError(`baseUrl must be without user, query or fragment, ${example}`);
  }
  let url: URL | undefined;
  try {
    url = new URL(baseUrl);
  } catch {
    // The host or the port is invalid.
  }
  // URL would take the first segment of the path for the host that is missing in https:///path.
  if (!url || url.port === '0' || /^\w+:\/{3}/.test(baseUrl)) {
    throw new TypeError(`baseUrl must have a valid host and port, ${example}`);
  }
  const address = url.href.replace(/\/+$/, '');
  if (address.endsWith('/v1')) throw new TypeError(`baseUrl must be without /v1, which the library adds, ${example}`);
  return address;
}
