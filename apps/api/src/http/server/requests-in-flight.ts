import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** A new connection may still send a request within this time. */
const IDLE_GRACE_MS = 2_000;
/** Unfinished requests, such as a body that never ends, are cut after this time. */
const CUT_AFTER_MS = 30_000;

/** Tracks the requests in flight, so that the process can exit without cutting them off. */
export class RequestsInFlight {
  /** For each connection, its current response. */
  private readonly sockets = new Map<Socket, ServerResponse | null>();
  private ending = false;
  private onEmpty: (() => void) | undefined;

  /** Whether the process is shutting down. */
  get draining(): boolean {
    return this.ending;
  }

  /** Number of requests in flight. */
  get answering(): number {
    return this.answers.length;
  }

  /** Number of open connections. */
  get connections(): number {
    return this.sockets.size;
  }

  private get answers(): ServerResponse[] {
    return [...this.sockets.values()].filter((answer) => answer !== null);
  }

  watch(server: Server): void {
    server.on('connection', (socket: Socket) => {
      this.sockets.set(socket, null);
      socket.once('close', () => {
        this.sockets.delete(socket);
        if (this.sockets.size === 0) this.onEmpty?.();
      });
    });
  }

  /** Counts the response as in flight until it is closed. */
  add(answer: ServerResponse): void {
    const { socket } = answer.req;
    this.sockets.set(socket, answer);
    answer.once('close', () => {
      if (this.sockets.get(socket) === answer) this.sockets.set(socket, null);
    });
    if (this.ending) answer.shouldKeepAlive = false;
  }

  /** From here on, every response closes its connection. */
  drain(): void {
    this.ending = true;
    for (const answer of this.answers) answer.shouldKeepAlive = false;
    setTimeout(() => {
      for (const socket of this.sockets.keys()) socket.destroy();
    }, CUT_AFTER_MS).unref();
  }

  /** Resolves when all connections are closed; closes idle ones. The server must have stopped listening. */
  async end(): Promise<void> {
    if (this.sockets.size === 0) return;
    setTimeout(() => this.closeIdle(), IDLE_GRACE_MS).unref();
    await new Promise<void>((resolve) => {
      this.onEmpty = resolve;
    });
  }

  private closeIdle(): void {
    for (const [socket, answer] of this.sockets) {
      if (answer === null) socket.destroy();
    }
  }
}

/**
 * Handles the requests of a connection one after another. Node emits pipelined requests all at once, even if the client
 * reads no responses. Here, the next one waits until the previous response was sent, and nothing more is read
 * meanwhile.
 */
export function oneAtATime(handle: RequestListener): RequestListener {
  const queues = new WeakMap<Socket, RequestQueue>();
  return (request, response) => {
    // Node also emits requests that arrive after the last response of a connection.
    if (!request.socket.writable) return;
    // A response is assigned to the connection at once, unless an earlier one is in flight.
    if (response.socket !== null) {
      handle(request, response);
      return;
    }
    const { socket } = request;
    let queue = queues.get(socket);
    if (queue === undefined) {
      queue = new RequestQueue(socket, handle);
      queues.set(socket, queue);
    }
    queue.add(request, response);
  };
}

class RequestQueue {
  private readonly waiting: (readonly [IncomingMessage, ServerResponse])[] = [];

  constructor(
    private readonly socket: Socket,
    private readonly handle: RequestListener,
  ) {
    // Node resumes the connection after each response.
    socket.on('resume', () => {
      if (this.waiting.length > 0) socket.pause();
    });
  }

  add(request: IncomingMessage, response: ServerResponse): void {
    if (this.waiting.length === 0) answerUnderWay(this.socket)?.once('close', this.next);
    this.waiting.push([request, response]);
    this.socket.pause();
  }

  private readonly next = (): void => {
    const [request, response] = this.waiting.shift() ?? [];
    if (request === undefined || response === undefined) return;
    if (response.socket === null) {
      // The previous response closed the connection.
      this.waiting.length = 0;
      return;
    }
    if (this.waiting.length > 0) response.once('close', this.next);
    else this.socket.resume();
    // Lets other connections run between two requests of this one.
    setImmediate(() => this.handle(request, response));
  };
}

/** The response that the connection is due to send next, if any. */
export function answerUnderWay(socket: Socket): ServerResponse | undefined {
  const { _httpMessage: answer } = socket as { _httpMessage?: ServerResponse | null };
  return answer ?? undefined;
}
