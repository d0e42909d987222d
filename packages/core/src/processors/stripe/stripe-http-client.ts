import type { LookupFunction } from 'node:net';
import type Stripe from 'stripe';
import { buildConnector, Pool } from 'undici';
import { reasonOf } from '../../platform/errors/domain-error.js';
import { ConnectionError } from '../../platform/http-client/connection-error.js';
import { UNSENT_REASONS } from '../acquirer-client.js';

const AGENT = 'Svc-Payments/1.0';
/** More than PROCESSOR_CONCURRENCY allows: waiting would use up timeouts. */
const CONNECTIONS = 100;
/** A page of a hundred events of disputes, each with 150,000 characters of evidence, of at most four bytes. */
const MAX_ANSWER_BYTES = 67_108_864;
const SENT_HEADERS = ['accept', 'authorization', 'content-type', 'idempotency-key', 'stripe-version'];
/** A connection that fails by one of them may have been made. */
const AMBIGUOUS = new Set(['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_SOCKET']);

export interface StripeHttpOptions {
  /** By default Stripe itself. */
  readonly baseUrl?: string | undefined;
  /** From the call to the last byte of the response. */
  readonly timeoutMs: number;
  readonly lookup?: LookupFunction | undefined;
  /** Opens connections instead of Node, which then ignores `lookup`. */
  readonly connect?: buildConnector.connector | undefined;
}

/**
 * A request without a response. It has no code: the SDK repeats a request by itself if it sees that of a closed
 * connection.
 */
export class StripeUnanswered extends Error {
  constructor(
    /** Whether no connection could be made, so that nothing was sent. */
    readonly isUnsent: boolean,
    cause: unknown,
  ) {
    super(reasonOf(cause), { cause });
  }
}

/** Carries the SDK's requests. It follows no redirects, verifies certificates, and limits time and size. */
export class StripeHttpClient implements Stripe.HttpClient {
  private readonly pool: Pool;

  constructor(private readonly options: StripeHttpOptions & { readonly baseUrl: string }) {
    this.pool = new Pool(options.baseUrl, {
      connections: CONNECTIONS,
      maxResponseSize: MAX_ANSWER_BYTES,
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: connector(options),
    });
  }

  getClientName(): string {
    return 'svc-payments';
  }

  makeRequest: Stripe.HttpClient['makeRequest'] = async (_host, _port, path, method, headers, body) => {
    const sent = Object.entries(headers).filter(([name]) => SENT_HEADERS.includes(name.toLowerCase()));
    try {
      const {
        statusCode,
        headers: received,
        body: answer,
      } = await this.pool.request({
        method: method === 'POST' || method === 'DELETE' ? method : 'GET',
        path,
        headers: { ...Object.fromEntries(sent.map(([name, value]) => [name, String(value)])), 'user-agent': AGENT },
        body: method === 'POST' ? body : null,
        signal: AbortSignal.timeout(this.options.timeoutMs),
      });
      return new StripeHttpResponse(statusCode, received, await answer.text());
    } catch (error) {
      throw error instanceof StripeUnanswered ? error : new StripeUnanswered(false, error);
    }
  };

  /** Resolves when the requests under way have ended. */
  close(): Promise<void> {
    return this.pool.close();
  }
}

class StripeHttpResponse {
  constructor(
    private readonly status: number,
    private readonly headers: Readonly<Record<string, string | string[] | undefined>>,
    private readonly text: string,
  ) {}

  getStatusCode(): number {
    return this.status;
  }

  getHeaders(): Record<string, string> {
    return Object.fromEntries(Object.entries(this.headers).map(([name, value]) => [name, String(value)]));
  }

  getRawResponse(): object {
    return {};
  }

  toStream(): never {
    throw new Error('responses are not streamed');
  }

  /**
   * Rejects what is no answer of Stripe. The SDK would take it for an object, whatever its status. If it were a text, the
   * call would never end.
   */
  toJSON(): Promise<unknown> {
    return new Promise((resolve) => {
      const answer: unknown = JSON.parse(this.text);
      if (!isOfStripe(this.status, answer)) throw new Error('the response is not one of Stripe');
      resolve(answer);
    });
  }
}

/** Whether it is an object of Stripe, or an error with another status. */
function isOfStripe(status: number, answer: unknown): boolean {
  if (typeof answer !== 'object' || answer === null) return false;
  const { object, error } = answer as { object?: unknown; error?: unknown };
  if (status >= 200 && status < 300) return typeof object === 'string' && error === undefined;
  return typeof error === 'object' && error !== null;
}

/** Marks the errors of connections that were never made. */
function connector({ timeoutMs, lookup, connect }: StripeHttpOptions): buildConnector.connector {
  const open = connect ?? buildConnector({ timeout: timeoutMs, ...(lookup && { lookup }) });
  return (options, callback) =>
    open(options, (...[error, socket]) => {
      if (error === null) callback(null, socket);
      else callback(new StripeUnanswered(isUnsent(error), error), null);
    });
}

function isUnsent(error: Error): boolean {
  if (error instanceof ConnectionError) return UNSENT_REASONS.has(error.reason);
  return !AMBIGUOUS.has((error as { code?: string }).code ?? '');
}
