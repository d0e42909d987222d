import { connect, type Socket } from 'node:net';

const HEAD_END = Buffer.from('\r\n\r\n');

export interface Answer {
  readonly status: number;
  readonly body: Buffer;
}

/**
 * One HTTP/1.1 connection with one request in flight. A full client would use a large part of the CPU that is measured.
 */
export class KeepAliveConnection {
  private received: Buffer = Buffer.alloc(0);
  private waiting: { resolve(answer: Answer): void; reject(error: Error): void } | undefined;

  private constructor(private readonly socket: Socket) {
    socket.setNoDelay(true);
    socket.on('data', (chunk) => this.take(chunk));
    socket.on('error', (error) => this.fail(error));
    socket.on('close', () => this.fail(new Error('the server closed the connection')));
  }

  static open(port: number): Promise<KeepAliveConnection> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1');
      socket.once('error', reject);
      socket.once('connect', () => {
        socket.off('error', reject);
        resolve(new KeepAliveConnection(socket));
      });
    });
  }

  send(request: string): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.waiting = { resolve, reject };
      this.socket.write(request, 'latin1');
    });
  }

  close(): void {
    this.waiting = undefined;
    this.socket.destroy();
  }

  private take(chunk: Buffer): void {
    this.received = this.received.length === 0 ? chunk : Buffer.concat([this.received, chunk]);
    const headLength = this.received.indexOf(HEAD_END);
    if (headLength === -1) return;
    const head = this.received.toString('latin1', 0, headLength);
    const bodyLength = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
    if (bodyLength === undefined) {
      this.fail(new Error(`the response has no Content-Length: ${head}`));
      return;
    }
    const start = headLength + HEAD_END.length;
    const end = start + Number(bodyLength);
    if (this.received.length < end) return;
    const answer = { status: Number(head.slice(9, 12)), body: this.received.subarray(start, end) };
    this.received = this.received.subarray(end);
    const { waiting } = this;
    this.waiting = undefined;
    waiting?.resolve(answer);
  }

  private fail(error: Error): void {
    const { waiting } = this;
    this.waiting = undefined;
    waiting?.reject(error);
  }
}
