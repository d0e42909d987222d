import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { readAnswer } from '@svc/acquirer-contract';

const TIMEOUT_MS = 30_000;

export interface GatewayOptions {
  readonly url: string;
  readonly apiKey: string;
  /** PEM of certificate authorities in addition to Node's own. */
  readonly ca?: string | undefined;
}

/** A request to the gateway. */
export interface Sent {
  readonly method: 'GET' | 'POST';
  /** Relative to the URL of the gateway, with its query. */
  readonly path: string;
  readonly reference?: string | undefined;
  /** Sent as it is; everything else as JSON. */
  readonly text?: string | undefined;
  readonly body?: unknown;
  readonly apiKey?: string | undefined;
}

/** The response. `body` is undefined unless it is valid JSON in UTF-8 that is declared as such. */
export interface Came {
  readonly status: number;
  readonly body: unknown;
  readonly text: string;
}

/** A request and its response. */
export interface Exchange {
  readonly sent: Sent;
  readonly came: Came;
}

/** Sends requests to the gateway as the service does. */
export class Gateway {
  constructor(private readonly options: GatewayOptions) {}

  async ask(sent: Sent): Promise<Exchange> {
    return { sent, came: await this.exchange(sent) };
  }

  private exchange(sent: Sent): Promise<Came> {
    const { url, apiKey, ca } = this.options;
    const target = new URL(`${url.replace(/\/$/, '')}/${sent.path}`);
    const text = sent.text ?? (sent.body === undefined ? undefined : JSON.stringify(sent.body));
    const headers = {
      accept: 'application/json',
      authorization: `Bearer ${sent.apiKey ?? apiKey}`,
      traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
      ...(sent.reference === undefined ? {} : { 'idempotency-key': sent.reference }),
      ...(text === undefined
        ? {}
        : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) }),
    };
    const options = { method: sent.method, headers, signal: AbortSignal.timeout(TIMEOUT_MS), ...(ca && { ca }) };
    return new Promise((resolve, reject) => {
      const open = target.protocol === 'http:' ? httpRequest : httpsRequest;
      const request = open(target, options, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('error', reject);
        response.once('end', () => {
          const bytes = Buffer.concat(chunks);
          const body = readAnswer(response.headers['content-type'], bytes);
          resolve({ status: response.statusCode ?? 0, body, text: bytes.toString('utf8') });
        });
      });
      request.once('error', reject);
      request.end(text);
    });
  }
}
