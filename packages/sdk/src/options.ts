/** How a client reaches the service. */
export interface ClientOptions {
  /** Address of the service, for example `https://payments.example.com`; a path in it is kept. */
  readonly baseUrl: string;
  /** Milliseconds that one attempt of a request may take, answer included. 60,000. */
  readonly timeout?: number;
  /** What sends the requests, for proxies, runtimes and tests. The platform's `fetch`. */
  readonly fetch?: Fetch;
  /** Headers for every request. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** What can be said about a single call. */
export interface RequestOptions {
  /** Milliseconds that one attempt may take, in place of the client's. */
  readonly timeout?: number;
  /** Gives the call up; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Headers for this request, over those of the client. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Options of a call that does something once. */
export interface IdempotentOptions extends RequestOptions {
  /** Names this piece of work: repeat a call with the same key, and it is done once. 1 to 255 visible ASCII characters. */
  readonly idempotencyKey?: string;
}

/** Options of a call that changes what may have changed since it was read. */
export interface ConditionalOptions extends RequestOptions {
  /** The `ETag` that was seen. If the object is another one by now, nothing is done and the answer is 412. */
  readonly ifMatch?: string;
}

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** A client's options, checked and complete. */
export interface Connection extends Required<ClientOptions> {
  readonly apiKey: string;
}

const DEFAULT_TIMEOUT = 60_000;
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
  return {
    apiKey,
    baseUrl: trimmedBaseUrl(options?.baseUrl),
    timeout: checkedTimeout(options.timeout ?? DEFAULT_TIMEOUT),
    fetch: options.fetch ?? ((url, init) => fetch(url, init)),
    headers: options.headers ?? {},
  };
}

/** @throws TypeError when it is no time that can be waited for. */
export function checkedTimeout(milliseconds: number): number {
  if (milliseconds > 0 && milliseconds <= LONGEST_TIMER) return milliseconds;
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
  return (url.origin + url.pathname).replace(/\/+$/, '');
}
