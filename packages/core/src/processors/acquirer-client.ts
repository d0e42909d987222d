import { isAcquirers, readAnswer, type AcquirerSchemas } from '@svc/acquirer-contract';
import type { LookupFunction } from 'node:net';
import { Pool, type buildConnector } from 'undici';
import { reasonOf } from '../platform/errors/domain-error.js';
import { ConnectionError } from '../platform/http-client/connection-error.js';
import { clientTls } from '../platform/tls/client-tls.js';
import { traceparent, type Trace } from '../platform/tracing/trace.js';

const MAX_INTERIM_RESPONSES = 5;
const MAX_ANSWER_BYTES = 65_536;
const MAX_PAGE_BYTES = 1_048_576;
/** More than PROCESSOR_CONCURRENCY allows: waiting would use up timeouts. */
const CONNECTIONS = 100;
/** Walks take turns: a worker reads one page at a time. */
const STATEMENT_CONNECTIONS = 2;

export interface AcquirerClientOptions {
  readonly url: string;
  readonly apiKey: string;
  /** From the call to the last byte of the response. */
  readonly timeoutMs: number;
  /** PEM of certificate authorities in addition to Node's own. */
  readonly ca?: string | undefined;
  readonly lookup?: LookupFunction;
  /** Opens connections instead of Node, which then ignores `ca` and `lookup`. */
  readonly connect?: buildConnector.connector;
}

/**
 * The acquirer's response about an operation. `not_sent`: it certainly received nothing. `refused`: it does not accept the
 * key. `rate_limited`: it did nothing, and asks for fewer requests. `unclear` is every other response that the contract does not define.
 */
export type AcquirerAnswer =
  | { readonly kind: 'operation'; readonly operation: AcquirerSchemas['Operation'] }
  | { readonly kind: 'not_done' }
  | { readonly kind: 'not_sent' | 'refused' | 'rate_limited' | 'unclear'; readonly reason: string };

/** Failures of the connector, which come before the first byte of a request. */
export const UNSENT_REASONS: ReadonlySet<string> = new Set([
  'dns_failure',
  'connection_refused',
  'blocked_address',
  'certificate_invalid',
  'certificate_expired',
  'tls_error',
]);

/** The acquirer's response to a request for a page of its statement. */
export type AcquirerPage =
  | { readonly kind: 'page'; readonly page: AcquirerSchemas['Page'] }
  | { readonly kind: 'cannot_list' }
  | { readonly kind: 'unavailable' | 'unclear'; readonly reason: string };

type Path = 'authorizations' | 'captures' | 'voids' | 'refunds';

interface RawRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly trace: Trace | null;
}

interface RawAnswer {
  readonly status: number;
  /** Undefined unless it is declared as JSON in UTF-8 and valid. */
  readonly body: unknown;
}

/** A client of openapi/acquirer.yaml. It follows no redirects, verifies certificates, and limits responses. */
export class AcquirerClient {
  private readonly pool: Pool;
  private readonly statements: Pool;
  private readonly base: string;

  constructor(private readonly options: AcquirerClientOptions) {
    const { pathname } = new URL(options.url);
    this.base = pathname.replace(/\/$/, '');
    this.pool = newPool(options, CONNECTIONS, MAX_ANSWER_BYTES);
    this.statements = newPool(options, STATEMENT_CONNECTIONS, MAX_PAGE_BYTES);
  }

  /** Requests an operation under its reference, for the first time or again. */
  async send(path: Path, reference: string, body: object, trace: Trace | null): Promise<AcquirerAnswer> {
    const headers = { 'content-type': 'application/json', 'idempotency-key': reference };
    return this.ask({ method: 'POST', path, trace, headers, body: JSON.stringify(body) });
  }

  /** Requests the state of an operation. */
  async find(reference: string, trace: Trace | null): Promise<AcquirerAnswer> {
    return this.ask({ method: 'GET', path: `operations/${reference}`, trace });
  }

  async list(query: { from: string; to: string; limit: number; cursor?: string }): Promise<AcquirerPage> {
    try {
      return understandPage(
        await this.request(this.statements, { method: 'GET', path: 'operations', query, trace: null }),
      );
    } catch (error) {
      return { kind: 'unavailable', reason: reasonOf(error) };
    }
  }

  /** Resolves when the requests under way have ended. */
  async close(): Promise<void> {
    await Promise.all([this.pool.close(), this.statements.close()]);
  }

  private async ask(request: RawRequest): Promise<AcquirerAnswer> {
    try {
      return understand(await this.request(this.pool, request));
    } catch (error) {
      // Only the connector throws this class: the same failure of an open connection may come after the request.
      const isSent = !(error instanceof ConnectionError && UNSENT_REASONS.has(error.reason));
      return { kind: isSent ? 'unclear' : 'not_sent', reason: reasonOf(error) };
    }
  }

  private async request(pool: Pool, { method, path, query, headers, body, trace }: RawRequest): Promise<RawAnswer> {
    let interim = 0;
    const response = await pool.request({
      method,
      path: `${this.base}/${path}`,
      ...(query === undefined ? {} : { query }),
      headers: {
        ...headers,
        accept: 'application/json',
        authorization: `Bearer ${this.options.apiKey}`,
        'user-agent': 'Svc-Payments/1.0',
        ...(trace === null ? {} : { traceparent: traceparent(trace) }),
      },
      body: body ?? null,
      signal: AbortSignal.timeout(this.options.timeoutMs),
      onInfo: () => {
        interim += 1;
        if (interim > MAX_INTERIM_RESPONSES) throw new Error('too many interim responses');
      },
    });
    const bytes = await response.body.bytes();
    return { status: response.statusCode, body: readAnswer(response.headers['content-type'], bytes) };
  }
}

function newPool(options: AcquirerClientOptions, connections: number, maxResponseSize: number): Pool {
  const { url, timeoutMs, ca, lookup, connect } = options;
  return new Pool(new URL(url).origin, {
    connections,
    maxResponseSize,
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: connect ?? { timeout: timeoutMs, ...(lookup && { lookup }), ...clientTls(ca) },
  });
}

function understand({ status, body }: RawAnswer): AcquirerAnswer {
  if (status === 200 && isAcquirers('Operation', body)) return { kind: 'operation', operation: body };
  if (status === 404 && isAcquirers('NotDone', body)) return { kind: 'not_done' };
  if (status === 429) return { kind: 'rate_limited', reason: 'status 429' };
  if (status === 401 || status === 403) return { kind: 'refused', reason: `status ${status}` };
  return {
    kind: 'unclear',
    reason: `status ${status}${status === 200 ? ' with a body that breaks the contract' : ''}`,
  };
}

function understandPage({ status, body }: RawAnswer): AcquirerPage {
  if (status === 200 && isAcquirers('Page', body)) return { kind: 'page', page: body };
  if (status === 501 && isAcquirers('CannotList', body)) return { kind: 'cannot_list' };
  // Only the code cannot_list means that there is no statement. Any other 501 is no reason to wait.
  const isAway = status === 429 || (status >= 500 && status !== 501);
  const kind = isAway ? 'unavailable' : 'unclear';
  return { kind, reason: `status ${status}${status === 200 ? ' with a body that breaks the contract' : ''}` };
}
