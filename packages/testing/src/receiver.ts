import {
  createServer as createHttpServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { certificateAuthority, type CertificateAuthority, type CertificateKind } from './certificates.js';
import type { Reply } from './replies.js';

export interface ReceivedRequest {
  /** 1 for the first request of this receiver. */
  readonly n: number;
  readonly at: Date;
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly rawBody: Buffer;
  /** The body as JSON; undefined when it is not JSON. */
  readonly parsed: unknown;
}

/** All requests with the same event. */
export interface LedgerEntry {
  readonly count: number;
  readonly sameBytes: boolean;
  readonly requests: readonly ReceivedRequest[];
}

export interface ReceiverOptions {
  readonly tls?: boolean;
  readonly host?: string;
  readonly port?: number;
  readonly certificate?: CertificateKind;
}

/** Starts an endpoint that records its requests. It returns 200 by default. */
export async function startReceiver(options: ReceiverOptions = {}): Promise<Receiver> {
  const { tls = true, host = '127.0.0.1', port = 0, certificate = 'valid' } = options;
  const authority = await certificateAuthority();
  const server = tls ? createHttpsServer(await authority.issue(certificate)) : createHttpServer();
  const receiver = new Receiver(server, authority, `${tls ? 'https' : 'http'}://${bracketed(host)}`);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve);
  });
  return receiver;
}

export class Receiver {
  readonly requests: ReceivedRequest[] = [];
  /** Number of connections opened, with or without a request. */
  connections = 0;
  /** By the sender's port, which also identifies the requests of a TLS connection. */
  private readonly open = new Map<number | undefined, Socket>();
  private readonly replies = new Map<string, Reply>();
  private readonly scripts = new Map<string, Reply[]>();
  private readonly waiting = new Set<(request: ReceivedRequest) => void>();
  private count = 0;

  constructor(
    private readonly server: Server,
    private readonly authority: CertificateAuthority,
    private readonly base: string,
  ) {
    server.on('connection', (connection: Socket) => {
      const { remotePort } = connection;
      this.connections += 1;
      this.open.set(remotePort, connection);
      connection.once('close', () => this.open.delete(remotePort));
    });
    server.on('request', (request, response) => void this.receive(request, response));
  }

  /** Number of open connections. */
  get openConnections(): number {
    return this.open.size;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  get url(): string {
    return `${this.base}:${this.port}`;
  }

  /** PEM file with the authority of this receiver, for NODE_EXTRA_CA_CERTS. */
  get caFile(): string {
    return this.authority.file;
  }

  get caPem(): string {
    return this.authority.pem;
  }

  /** Sets the reply for a path, or with `*` for all paths without one. */
  respond(path: string, reply: Reply): void {
    this.replies.set(path, reply);
  }

  /** Sets the replies for the next requests on this path, one each. */
  script(path: string, replies: readonly Reply[]): void {
    this.scripts.set(path, [...replies]);
  }

  /** The first past or future request that satisfies the predicate. */
  async waitFor(predicate: (request: ReceivedRequest) => boolean, timeoutMs = 10_000): Promise<ReceivedRequest> {
    const come = this.requests.find(predicate);
    if (come !== undefined) return come;
    return new Promise((resolve, reject) => {
      const look = (request: ReceivedRequest): void => {
        if (!predicate(request)) return;
        clearTimeout(timer);
        this.waiting.delete(look);
        resolve(request);
      };
      const timer = setTimeout(() => {
        this.waiting.delete(look);
        reject(new Error(`no such request within ${timeoutMs} ms; received so far: ${this.summary()}`));
      }, timeoutMs);
      this.waiting.add(look);
    });
  }

  /** Removes and returns the requests since the last call, so that long runs do not fill the memory. */
  take(): ReceivedRequest[] {
    return this.requests.splice(0);
  }

  /** The requests by Svc-Event-Id. */
  ledger(): Map<string, LedgerEntry> {
    const byEvent = new Map<string, ReceivedRequest[]>();
    for (const request of this.requests) {
      const id = String(request.headers['svc-event-id']);
      byEvent.set(id, [...(byEvent.get(id) ?? []), request]);
    }
    return new Map([...byEvent].map(([id, requests]) => [id, entry(requests)]));
  }

  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => {
      this.server.close(() => resolve());
    });
    this.server.closeAllConnections();
    await closed;
    await this.authority.release();
  }

  private async receive(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    // Undefined if the sender closed the connection before the end of its body.
    const rawBody = await buffer(incoming).catch(() => undefined);
    if (rawBody === undefined) return;
    const request: ReceivedRequest = {
      n: ++this.count,
      at: new Date(),
      method: incoming.method ?? '',
      path: incoming.url ?? '',
      headers: incoming.headers,
      rawBody,
      parsed: parse(rawBody),
    };
    this.requests.push(request);
    for (const look of [...this.waiting]) look(request);
    await this.reply(request, response);
  }

  private async reply(request: ReceivedRequest, response: ServerResponse): Promise<void> {
    const path = request.path.replace(/\?.*$/s, '');
    const reply = this.scripts.get(path)?.shift() ?? this.replies.get(path) ?? this.replies.get('*') ?? 200;
    if (typeof reply === 'number') {
      response.writeHead(reply).end();
      return;
    }
    const connection = this.open.get(response.socket?.remotePort);
    if (connection !== undefined) await reply(response, request, connection);
  }

  private summary(): string {
    return this.requests
      .map(({ method, path, headers }) => `${method} ${path} ${headers['svc-event-id'] ?? ''}`)
      .join(', ');
  }
}

function entry(requests: readonly ReceivedRequest[]): LedgerEntry {
  const [first] = requests;
  const sameBytes = first !== undefined && requests.every(({ rawBody }) => rawBody.equals(first.rawBody));
  return { count: requests.length, sameBytes, requests };
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8')) as unknown;
  } catch {
    return undefined;
  }
}

function bracketed(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}
