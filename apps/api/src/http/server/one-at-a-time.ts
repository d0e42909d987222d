import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { answerUnderWay } from './answer-under-way.js';

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
