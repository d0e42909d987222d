import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isAcquirers, parseJson } from '@svc/acquirer-contract';

const MAX_SKEW_S = 300;
/** Longer than any callback. */
const MAX_BODY = 65_536;

/** A callback, and what is wrong with it; null if nothing is. */
export interface HeardCallback {
  readonly headers: string;
  readonly body: string;
  readonly problem: string | null;
}

/** Receives callbacks of the gateway and checks their signatures. */
export class CallbackReceiver {
  readonly heard: HeardCallback[] = [];
  private readonly key: Buffer;
  private readonly server: Server;

  constructor(secret: string) {
    this.key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
    this.server = createServer((request, response) => {
      void this.take(request).then((status) => response.writeHead(status).end());
    });
  }

  /** Listens on the port, or on any if it is 0. Returns the port. */
  listen(port: number): Promise<number> {
    return new Promise((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen(port, () => resolve((this.server.address() as AddressInfo).port));
    });
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async take(request: IncomingMessage): Promise<number> {
    const body = await bodyOf(request);
    const problem = typeof body === 'string' ? body : this.problemOf(request, body);
    const headers = ['webhook-id', 'webhook-timestamp', 'webhook-signature']
      .map((name) => `${name}: ${String(request.headers[name])}`)
      .join(', ');
    this.heard.push({ headers, body: typeof body === 'string' ? '' : body.toString('utf8'), problem });
    return problem === null ? 204 : 401;
  }

  private problemOf({ headers }: IncomingMessage, body: Buffer): string | null {
    const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
      String(headers[name] ?? ''),
    );
    const signed = createHmac('sha256', this.key).update(`${id}.${timestamp}.`).update(body).digest();
    const isSigned = (signatures ?? '').split(' ').some((signature) => {
      const given = Buffer.from(signature.replace(/^v1,/, ''), 'base64');
      return signature.startsWith('v1,') && given.length === signed.length && timingSafeEqual(given, signed);
    });
    if (!isSigned) return 'a signature that does not match';
    if (!(Math.abs(Date.now() / 1_000 - Number(timestamp)) <= MAX_SKEW_S)) return 'a timestamp that is too old';
    if (!isAcquirers('OperationChange', parseJson(body)?.value)) return 'a body that does not match OperationChange';
    return null;
  }
}

/** The body, or what is wrong with it. */
async function bodyOf(request: IncomingMessage): Promise<Buffer | string> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length <= MAX_BODY) chunks.push(chunk);
    }
  } catch {
    return 'a request that broke off';
  }
  return length > MAX_BODY ? 'a body of more than 64 KiB' : Buffer.concat(chunks);
}
