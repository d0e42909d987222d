import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** A connection that has just been made may still bring a request. */
const IDLE_GRACE_MS = 2_000;
/** Whatever is unfinished then, such as a body that never ends, is cut, in time for an orderly exit. */
const CUT_AFTER_MS = 30_000;

/** Knows what is being answered, so that the process can end without cutting it off. */
export class RequestsInFlight {
  /** Of each connection, the answer under way on it. */
  private readonly sockets = new Map<Socket, ServerResponse | null>();
  private ending = false;
  private onEmpty: (() => void) | undefined;

  /** Whether the process is about to end. */
  get draining(): boolean {
    return this.ending;
  }

  /** How many requests are being answered. */
  get answering(): number {
    return this.answers.length;
  }

  /** How many connections are open. */
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

  /** From here until it is closed, the answer counts as in flight. */
  add(answer: ServerResponse): void {
    const { socket } = answer.req;
    this.sockets.set(socket, answer);
    answer.once('close', () => {
      if (this.sockets.get(socket) === answer) this.sockets.set(socket, null);
    });
    if (this.ending) answer.shouldKeepAlive = false;
  }

  /** From now on every answer is the last on its connection. */
  drain(): void {
    this.ending = true;
    for (const answer of this.answers) answer.shouldKeepAlive = false;
    setTimeout(() => {
      for (const socket of this.sockets.keys()) socket.destroy();
    }, CUT_AFTER_MS).unref();
  }

  /** Resolves when no connection is left, once no more are made. Those that bring no request are closed. */
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
 * Handles the requests of a connection one after another. Node hands over pipelined requests all at once, whether or not
 * the client reads an answer; here the next one waits until the answer before it has been sent, and nothing more is read.
 */
export function oneAtATime(handle: RequestListener): RequestListener {
  const queues = new WeakMap<Socket, RequestQueue>();
  return (request, response) => {
    // Node hands over what arrives after the last answer of a connection as well.
    if (!request.socket.writable) return;
    // An answer belongs to the connection at once, unless an earlier one is under way there.
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
    // Node resumes the connection after each answer.
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
      // The connection ended with the answer before.
      this.waiting.length = 0;
      return;
    }
    if (this.waiting.length > 0) response.once('close', this.next);
    else this.socket.resume();
    // Other connections have their turn between two requests of this one.
    setImmediate(() => this.handle(request, response));
  };
}

/** The answer that the connection owes next, if there is one. */
export function answerUnderWay(socket: Socket): ServerResponse | undefined {
  const { _httpMessage: answer } = socket as { _httpMessage?: ServerResponse | null };
  return answer ?? undefined;
}
