import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** A connection that has just been made may still bring a request. */
const IDLE_GRACE_MS = 2_000;
/** Whatever is unfinished then, such as a body that never ends, is cut, in time for an orderly exit. */
const CUT_AFTER_MS = 30_000;

/** What is being answered. It lets go of the answer when that is done: see docs/decisions/0022. */
interface Answering {
  answer: ServerResponse | undefined;
}

/** Knows what is being answered, so that the process can end without cutting it off. */
export class RequestsInFlight {
  private readonly sockets = new Set<Socket>();
  private readonly answers = new Set<Answering>();
  private ending = false;
  private onEmpty: (() => void) | undefined;

  /** Whether the process is about to end. */
  get draining(): boolean {
    return this.ending;
  }

  /** How many requests are being answered. */
  get answering(): number {
    return this.answers.size;
  }

  /** How many connections are open. */
  get connections(): number {
    return this.sockets.size;
  }

  watch(server: Server): void {
    server.on('connection', (socket: Socket) => {
      this.sockets.add(socket);
      socket.once('close', () => {
        this.sockets.delete(socket);
        if (this.sockets.size === 0) this.onEmpty?.();
      });
    });
  }

  /** From here until it is closed, the answer counts as in flight. */
  add(answer: ServerResponse): void {
    const answering: Answering = { answer };
    this.answers.add(answering);
    answer.once('close', () => {
      this.answers.delete(answering);
      answering.answer = undefined;
    });
    if (this.ending) answer.shouldKeepAlive = false;
  }

  /** From now on every answer is the last on its connection. */
  drain(): void {
    this.ending = true;
    for (const { answer } of this.answers) if (answer !== undefined) answer.shouldKeepAlive = false;
    setTimeout(() => this.sockets.forEach((socket) => socket.destroy()), CUT_AFTER_MS).unref();
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
    const busy = new Set([...this.answers].map(({ answer }) => answer?.socket));
    for (const socket of this.sockets) {
      if (!busy.has(socket)) socket.destroy();
    }
  }
}
