import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createGzip } from 'node:zlib';
import type { ReceivedRequest } from './receiver.js';

/** How a receiver responds: a status, or a function of the response. */
export type Reply = number | Responder;
export type Responder = (
  response: ServerResponse,
  request: ReceivedRequest,
  /** The TCP connection below TLS. */
  connection: Socket,
) => void | Promise<void>;

interface AnswerOptions {
  readonly headers?: Record<string, string>;
  readonly body?: string | Buffer;
  readonly delayMs?: number;
}

export function answer(status: number, { headers = {}, body = '', delayMs = 0 }: AnswerOptions = {}): Responder {
  return async (response) => {
    if (delayMs > 0) await sleep(delayMs);
    if (!response.destroyed) response.writeHead(status, headers).end(body);
  };
}

/** Never responds. */
export const hang: Responder = () => {};

/** Resets the TCP connection. */
export const reset: Responder = (_response, _request, connection) => {
  connection.resetAndDestroy();
};

/** Closes the connection in order, but without a response. */
export const hangUp: Responder = (response) => {
  response.socket?.end();
};

/** Responds, then closes the connection without notice: the next request finds a dead connection. */
export const answerAndClose: Responder = (response) => {
  const { socket } = response;
  response.writeHead(200, { Connection: 'keep-alive' }).end('ok', () => socket?.end());
};

/** Responds with something that is not HTTP. */
export const gibberish: Responder = (response) => {
  response.socket?.end('SMTP ready\r\n\r\n');
};

/** Sends headers at once, then a byte of the body from time to time, forever. */
export function drip(status = 200, everyMs = 50): Responder {
  return (response) => {
    response.writeHead(status);
    const timer = setInterval(() => response.write('.'), everyMs);
    response.once('close', () => clearInterval(timer));
  };
}

/** Sends a body of this size, as fast as it is read. */
export function flood(bytes: number, status = 200): Responder {
  return (response) => {
    const chunk = Buffer.alloc(65_536, 'x');
    let left = bytes;
    const write = (): void => {
      while (left > 0 && !response.destroyed) {
        left -= chunk.length;
        if (!response.write(chunk)) {
          response.once('drain', write);
          return;
        }
      }
      response.end();
    };
    response.writeHead(status);
    write();
  };
}

/** Sends a gzipped body that expands to this many zero bytes. */
export function gzipBomb(bytes: number): Responder {
  return (response) => {
    response.writeHead(200, { 'Content-Encoding': 'gzip' });
    const gzip = createGzip();
    gzip.pipe(response);
    const zeros = Buffer.alloc(1_048_576);
    for (let left = bytes; left > 0; left -= zeros.length) gzip.write(zeros);
    gzip.end();
  };
}
