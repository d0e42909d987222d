import http, { type ClientRequest, type IncomingMessage } from 'node:http';
import https from 'node:https';
import { deliveryHeaders, type ForwardedEvent } from './delivery-headers.js';

/** The time that an endpoint has to respond. */
const TIMEOUT_MS = 30_000;
const MAX_EXCERPT = 200;
const EXCERPT_WITHIN_MS = 2_000;

/** The result of forwarding an event. */
export interface Outcome {
  /** Whether a delivery would be acknowledged: the response was 200. */
  readonly acknowledged: boolean;
  /** Null if there was no response. */
  readonly status: number | null;
  readonly ms: number;
  /** Why it is not acknowledged. Null if it is. */
  readonly reason: string | null;
}

/** Sends events to a handler as the service sends deliveries, once each. */
export class Forwarder {
  constructor(
    private readonly to: URL,
    private readonly secret: string,
    private readonly skipVerify: boolean,
    private readonly timeoutMs = TIMEOUT_MS,
  ) {}

  /** Never rejects. A failure is also an outcome. */
  async forward(event: ForwardedEvent): Promise<Outcome> {
    const startedAt = performance.now();
    const elapsed = (): number => Math.round(performance.now() - startedAt);
    try {
      const response = await this.post(event);
      const ms = elapsed();
      const status = response.statusCode ?? 0;
      const acknowledged = status === 200;
      if (acknowledged) response.destroy();
      return { acknowledged, status, ms, reason: acknowledged ? null : reasonOf(status, await excerptOf(response)) };
    } catch (error) {
      return { acknowledged: false, status: null, ms: elapsed(), reason: (error as Error).message };
    }
  }

  private post(event: ForwardedEvent): Promise<IncomingMessage> {
    const headers = { ...deliveryHeaders(event, this.secret, new Date()), 'Content-Length': event.body.length };
    // One connection for each request, because a handler in development is restarted often.
    const options = { method: 'POST', headers, agent: false, signal: AbortSignal.timeout(this.timeoutMs) } as const;
    return new Promise((resolve, reject) => {
      const sent: ClientRequest =
        this.to.protocol === 'https:'
          ? https.request(this.to, { ...options, rejectUnauthorized: !this.skipVerify })
          : http.request(this.to, options);
      sent.once('response', resolve).once('error', (error) => reject(plainError(error, this.timeoutMs)));
      sent.end(event.body);
    });
  }
}

/** The beginning of a response, on one line. */
async function excerptOf(response: IncomingMessage): Promise<string> {
  const enough = setTimeout(() => response.destroy(), EXCERPT_WITHIN_MS);
  let text = '';
  try {
    for await (const chunk of response.setEncoding('utf8')) {
      text += String(chunk);
      if (text.length > MAX_EXCERPT) break;
    }
  } catch {
    // What has come must do.
  } finally {
    clearTimeout(enough);
  }
  return text
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_EXCERPT);
}

function reasonOf(status: number, excerpt: string): string {
  const told = excerpt === '' ? '' : `: ${excerpt}`;
  if (status > 200 && status < 300) return `only 200 acknowledges, unless a webhook says acknowledgeOn 2xx${told}`;
  return status >= 300 && status < 400 ? `redirects are not followed${told}` : `not acknowledged${told}`;
}

/** An error in plain words where Node's own message says little. */
function plainError(error: NodeJS.ErrnoException, timeoutMs: number): Error {
  if (error.name === 'AbortError') return new Error(`no answer within ${timeoutMs / 1_000} s`);
  if (error.code === 'ECONNREFUSED') return new Error('nobody listens there (ECONNREFUSED)');
  return new Error(error.message === '' ? (error.code ?? 'failed') : error.message);
}
