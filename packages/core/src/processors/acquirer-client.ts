import { isAcquirers, type AcquirerSchemas } from '@svc/acquirer-contract';
import { Pool } from 'undici';
import { reasonOf } from '../platform/errors/reason.js';
import { traceparent, type Trace } from '../platform/trace.js';

const MOST_ANSWER_BYTES = 65_536;
/** As many as a worker has under way at a time: what waits for a connection would use up its time to be answered. */
const CONNECTIONS = 128;

export interface AcquirerClientOptions {
  /** Where the acquirer's contract begins. */
  readonly url: string;
  readonly apiKey: string;
  /** From the call to the last byte of the answer. */
  readonly timeoutMs: number;
  /** PEM of further certificate authorities, in place of node's own. */
  readonly ca?: string;
}

/** What an acquirer has said of an operation. `unclear` is everything that its contract gives no meaning to. */
export type AcquirerAnswer =
  | { readonly kind: 'operation'; readonly operation: AcquirerSchemas['Operation'] }
  | { readonly kind: 'not_done' }
  | { readonly kind: 'unclear'; readonly reason: string };

type Path = 'authorizations' | 'captures' | 'voids' | 'refunds';

interface RawAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** Speaks openapi/acquirer.yaml. Redirects are not followed, certificates always verified, answers bounded. */
export class AcquirerClient {
  private readonly pool: Pool;
  private readonly base: string;

  constructor(private readonly options: AcquirerClientOptions) {
    const { origin, pathname } = new URL(options.url);
    this.base = pathname.replace(/\/$/, '');
    this.pool = new Pool(origin, {
      connections: CONNECTIONS,
      maxResponseSize: MOST_ANSWER_BYTES,
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: {
        timeout: options.timeoutMs,
        minVersion: 'TLSv1.2',
        // Whatever the environment says.
        rejectUnauthorized: true,
        ...(options.ca === undefined ? {} : { ca: options.ca }),
      },
    });
  }

  /** Asks for an operation under its reference, for the first time or again. */
  async send(path: Path, reference: string, body: object, trace: Trace | null): Promise<AcquirerAnswer> {
    const headers = { 'content-type': 'application/json', 'idempotency-key': reference };
    return this.ask('POST', path, trace, headers, JSON.stringify(body));
  }

  /** Asks what became of an operation. */
  async find(reference: string, trace: Trace | null): Promise<AcquirerAnswer> {
    return this.ask('GET', `operations/${reference}`, trace);
  }

  close(): Promise<void> {
    return this.pool.destroy();
  }

  private async ask(
    method: 'GET' | 'POST',
    path: string,
    trace: Trace | null,
    headers: Readonly<Record<string, string>> = {},
    body: string | null = null,
  ): Promise<AcquirerAnswer> {
    try {
      const response = await this.pool.request({
        method,
        path: `${this.base}/${path}`,
        headers: {
          ...headers,
          accept: 'application/json',
          authorization: `Bearer ${this.options.apiKey}`,
          'user-agent': 'Svc-Payments/1.0',
          ...(trace === null ? {} : { traceparent: traceparent(trace) }),
        },
        body,
        signal: AbortSignal.timeout(this.options.timeoutMs),
      });
      return understand({ status: response.statusCode, body: parse(await response.body.arrayBuffer()) });
    } catch (error) {
      return { kind: 'unclear', reason: reasonOf(error) };
    }
  }
}

function understand({ status, body }: RawAnswer): AcquirerAnswer {
  if (status === 200 && isAcquirers('Operation', body)) return { kind: 'operation', operation: body };
  if (status === 404 && isAcquirers('NotDone', body)) return { kind: 'not_done' };
  return {
    kind: 'unclear',
    reason: `status ${status}${status === 200 ? ' with a body that breaks the contract' : ''}`,
  };
}

/** Undefined for what is no JSON in UTF-8. */
function parse(bytes: ArrayBuffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}
