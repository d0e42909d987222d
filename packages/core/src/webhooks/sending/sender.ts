import { isAscii } from 'node:buffer';
import { errors, type Dispatcher } from 'undici';
import type { Proxy } from '../../platform/tls/proxy-tunnel.js';
import type { Names } from '../../platform/dns/host-names.js';
import { WorkUnderWay } from '../../platform/queues/work-under-way.js';
import type { AddressPolicy } from '../../platform/http-client/address-policy.js';
import { connectionError, type SendError } from '../../platform/http-client/connection-error.js';
import { guardedConnector } from '../../platform/http-client/guarded-connector.js';
import { OriginPools, type Connection } from './origin-pools.js';

const MAX_TARGETS = 10_000;
const MAX_ORIGINS = 1_000;
/** How long an origin's pool stays open without a request. */
const IDLE_ORIGIN_MS = 60_000;

/** The outcome of a POST. `durationMs` ends at the response head, which acknowledges the delivery. */
export type SendOutcome =
  | {
      readonly kind: 'response';
      readonly statusCode: number;
      /** The beginning of the body as text: not decompressed, without NUL, at most maxResponseBytes of UTF-8. */
      readonly responseExcerpt: string;
      readonly durationMs: number;
      readonly retryAfter?: string | undefined;
      readonly headers: Record<string, string | string[] | undefined>;
      /** When the endpoint's certificate expires; null without TLS or with a resumed TLS session. */
      readonly certificateExpiresAt: Date | null;
    }
  | {
      readonly kind: 'error';
      readonly error: SendError;
      readonly detail: string;
      readonly durationMs: number;
      /** False when certainly nothing of the request was sent. */
      readonly sent: boolean;
    };

export interface WebhookSenderOptions {
  readonly policy: AddressPolicy;
  /** From the call to the response head, including the wait for a connection, name resolution and TLS. */
  readonly timeoutMs: number;
  readonly maxResponseBytes?: number;
  /** For the body after the head, within timeoutMs. Short, because the excerpt is only for people. */
  readonly bodyTimeoutMs?: number;
  readonly connectionsPerOrigin?: number;
  /** PEM of certificate authorities in addition to node's own. */
  readonly ca?: string | undefined;
  /** Used for all requests. */
  readonly proxy?: Proxy | undefined;
  readonly names: Names;
  /** Resolves names for every connection, without the cache; by default false. */
  readonly freshNames?: boolean;
  /** Resumes TLS sessions, which is faster but shows no certificate; by default true. */
  readonly resumeTls?: boolean;
}

export interface SendRequest {
  readonly accountId: string;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
}

/** Whether this status acknowledges a delivery. */
export function acknowledged(statusCode: number, acknowledgeOn: '200' | '2xx'): boolean {
  return acknowledgeOn === '200' ? statusCode === 200 : statusCode >= 200 && statusCode <= 299;
}

/**
 * POSTs to endpoints. It follows no redirects, ignores proxies of the environment and decompresses no bodies.
 *
 * A call writes its request at most once. Before undici reuses a connection it handles a close that has arrived and opens
 * another, so an endpoint that closes idle connections loses nothing. A close that crosses the request leaves it unknown
 * whether it was read: the outcome is `connection_reset`, and the next attempt retries it.
 */
export class WebhookSender {
  private readonly origins: OriginPools;
  private readonly targets = new Targets();
  private readonly inFlight = new WorkUnderWay();
  private closed = false;

  constructor(private readonly options: WebhookSenderOptions) {
    this.origins = new OriginPools({
      connect: guardedConnector(options),
      connectionsPerOrigin: options.connectionsPerOrigin ?? 256,
      maxOrigins: MAX_ORIGINS,
      idleMs: IDLE_ORIGIN_MS,
    });
  }

  /** Never rejects: every failure is an outcome. */
  send(request: SendRequest): Promise<SendOutcome> {
    const exchange = new Exchange(this.options);
    this.post(request, exchange);
    return exchange.outcome;
  }

  /** Waits for requests in flight, then closes all connections. */
  async close(): Promise<void> {
    this.closed = true;
    await this.inFlight.over();
    await this.origins.closeAll();
  }

  private post({ accountId, url, headers, body }: SendRequest, exchange: Exchange): void {
    if (this.closed) return exchange.fail('aborted', 'the sender is closed');
    const target = this.targets.of(url);
    if (target === undefined) return exchange.fail('invalid_request', 'the URL cannot be parsed');
    const { origin, path } = target;
    const lane = this.origins.borrow(origin);
    this.inFlight.begin();
    exchange.onSettled = () => {
      this.origins.release(lane);
      this.inFlight.end();
    };
    try {
      const { onConnection } = exchange;
      lane.dispatch({ method: 'POST', path, headers, body, accountId, onConnection }, exchange);
    } catch (error) {
      exchange.fail('invalid_request', connectionError(error).message);
    }
  }
}

const MAX_INTERIM_RESPONSES = 5;
/** For interim responses and the head. */
const MAX_HEAD = { bytes: 65_536, lines: 256, arrivals: 64 };
/** Bytes for chunk sizes, chunk extensions and trailers; arrivals for the body too. */
const MAX_FRAMING = { bytes: 4_096, arrivals: 64 };

/** A request and its response. The first of response, failure and timeout settles it. */
class Exchange implements Dispatcher.DispatchHandler {
  readonly outcome: Promise<SendOutcome>;
  onSettled: () => void = () => {};
  private isSettled = false;
  private settle: (outcome: SendOutcome) => void = () => {};
  private readonly startedAt = performance.now();
  private readonly timeoutMs: number;
  private readonly bodyTimeoutMs: number;
  private readonly maxBytes: number;
  private timer: NodeJS.Timeout;
  private connection: Connection | null = null;
  private sent = false;
  private interimResponses = 0;
  private head: { statusCode: number; headers: Record<string, string | string[] | undefined>; at: number } | null =
    null;
  private readonly chunks: Buffer[] = [];
  private received = 0;

  constructor(options: WebhookSenderOptions) {
    this.timeoutMs = options.timeoutMs;
    this.bodyTimeoutMs = options.bodyTimeoutMs ?? 2_000;
    this.maxBytes = options.maxResponseBytes ?? 16_384;
    this.outcome = new Promise((resolve) => {
      this.settle = resolve;
    });
    this.timer = setTimeout(this.onDeadline, this.timeoutMs);
  }

  readonly onConnection = (connection: Connection): void => {
    this.connection = connection;
  };

  onRequestStart(): void {
    // Called right before the request is written; throwing keeps it off the wire.
    if (this.isSettled) throw new Error('settled before it was sent');
    if (this.sent) throw new Error('already sent');
    this.sent = true;
    this.connection?.readLimit.set(MAX_HEAD, this.onFlood);
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    statusCode: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (statusCode < 200) {
      this.interimResponses += 1;
      if (this.interimResponses > MAX_INTERIM_RESPONSES) this.onFlood();
      return;
    }
    this.connection?.readLimit.set(MAX_FRAMING, this.stopReading);
    this.head = { statusCode, headers, at: this.elapsed() };
    clearTimeout(this.timer);
    const left = Math.max(0, this.timeoutMs - this.head.at);
    this.timer = setTimeout(() => this.stopReading(), Math.min(this.bodyTimeoutMs, left));
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.connection?.readLimit.extend(chunk.length);
    const room = this.maxBytes - this.received;
    // A copy: a slice would keep the parser's whole buffer in memory.
    if (room > 0) this.chunks.push(Buffer.from(chunk.subarray(0, room)));
    this.received += chunk.length;
    if (this.received > this.maxBytes) this.stopReading();
  }

  onResponseEnd(): void {
    this.answer();
    const { connection } = this;
    connection?.readLimit.set(MAX_FRAMING, () => connection.drop());
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (this.head !== null) return this.answer();
    const { reason, detail } = describe(error);
    this.fail(reason, detail);
  }

  fail(error: SendError, detail: string): void {
    this.finish({ kind: 'error', error, detail, durationMs: this.elapsed(), sent: this.sent });
  }

  private readonly onDeadline = (): void => {
    const waitedFor = this.sent ? 'answer' : 'connection';
    this.giveUp('timeout', `no ${waitedFor} within ${this.timeoutMs} ms`);
  };

  private readonly onFlood = (): void => {
    const { bytes, lines, arrivals } = MAX_HEAD;
    this.giveUp(
      this.interimResponses > 0 ? 'too_many_interim_responses' : 'protocol_error',
      `more than ${MAX_INTERIM_RESPONSES} interim responses, ${lines} lines, ${bytes} bytes or ${arrivals} segments came before the body`,
    );
  };

  private giveUp(error: SendError, detail: string): void {
    if (this.isSettled) return;
    this.fail(error, detail);
    if (this.sent) this.connection?.drop();
  }

  /** Enough has been read: settles with the response and closes the connection. */
  private readonly stopReading = (): void => {
    if (this.isSettled) return;
    this.answer();
    this.connection?.drop();
  };

  private answer(): void {
    if (this.head === null) return;
    const { statusCode, headers, at } = this.head;
    const retryAfter = headers['retry-after'];
    this.finish({
      kind: 'response',
      statusCode,
      responseExcerpt: this.chunks.length === 0 ? '' : excerpt(Buffer.concat(this.chunks), this.maxBytes),
      durationMs: at,
      retryAfter: typeof retryAfter === 'string' ? retryAfter : undefined,
      headers,
      certificateExpiresAt: this.connection?.certificateExpiresAt ?? null,
    });
  }

  private finish(outcome: SendOutcome): void {
    if (this.isSettled) return;
    this.isSettled = true;
    clearTimeout(this.timer);
    this.settle(outcome);
    this.onSettled();
  }

  private elapsed(): number {
    return Math.round(performance.now() - this.startedAt);
  }
}

/** Text for a database column: cut at a character, invalid bytes and NUL replaced, at most `maxBytes`. */
function excerpt(bytes: Buffer, maxBytes: number): string {
  if (isAscii(bytes) && !bytes.includes(0)) return bytes.toString('latin1', 0, maxBytes);
  const text = new TextDecoder()
    .decode(bytes, { stream: true })
    .replace(/\0+/g, ({ length }) => '\uFFFD'.repeat(length));
  return new TextDecoder().decode(Buffer.from(text, 'utf8').subarray(0, maxBytes), { stream: true });
}

function describe(error: Error & { code?: unknown }): { reason: SendError; detail: string } {
  const code = typeof error.code === 'string' ? error.code : '';
  if (code === 'UND_ERR_INVALID_ARG') return { reason: 'invalid_request', detail: error.message };
  if (code === 'UND_ERR_DESTROYED' || code === 'UND_ERR_CLOSED')
    return { reason: 'aborted', detail: 'the sender is closed' };
  const isGarbled = error instanceof errors.HTTPParserError || /^UND_ERR_(HEADERS_OVERFLOW|RES_)/.test(code);
  if (isGarbled || /^bad (response|upgrade)$/.test(error.message)) {
    return { reason: 'protocol_error', detail: error.message };
  }
  const { reason, message } = connectionError(error);
  return { reason, detail: code === 'UND_ERR_SOCKET' ? 'the connection was closed without an answer' : message };
}

/** The origin and path of a POST. */
interface Target {
  readonly origin: string;
  readonly path: string;
}

/** Parses URLs. Deliveries use the same ones again and again, so the results are cached. */
class Targets {
  private readonly kept = new Map<string, Target>();

  /** Undefined for an invalid URL. */
  of(url: string): Target | undefined {
    const known = this.kept.get(url);
    if (known !== undefined) return known;
    if (!URL.canParse(url)) return undefined;
    const { origin, pathname, search } = new URL(url);
    const target = { origin, path: pathname + search };
    const [longestKept] = this.kept.keys();
    if (this.kept.size >= MAX_TARGETS && longestKept !== undefined) this.kept.delete(longestKept);
    this.kept.set(url, target);
    return target;
  }
}
