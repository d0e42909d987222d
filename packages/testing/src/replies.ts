import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { createGzip } from 'node:zlib';
import type { ReceivedRequest } from './receiver.js';

/** What a receiver does with a request: answers with a status, or whatever a function does to the response. */
export type Reply = number | Responder;
export type Responder = (
  response: ServerResponse,
  request: ReceivedRequest,
  /** The TCP connection, beneath TLS. */
  connection: Socket,
) => void | Promise<void>;

export interface AnswerOptions {
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

/** Never answers. */
export const hang: Responder = () => {};

/** Cuts the connection with a TCP reset. */
export const reset: Responder = (_response, _request, connection) => {
  connection.resetAndDestroy();
};

/** Closes the connection properly, but without an answer. */
export const hangUp: Responder = (response) => {
  response.socket?.end();
};

/** Answers, and closes the connection without having announced it: the next request meets a dead connection. */
export const answerAndClose: Responder = (response) => {
  const { socket } = response;
  response.writeHead(200, { Connection: 'keep-alive' }).end('ok', () => socket?.end());
};

/** Something that is not HTTP. */
export const gibberish: Responder = (response) => {
  response.socket?.end('SMTP ready\r\n\r\n');
};

/** A head at once, then a byte of the body now and then, for ever. */
export function drip(status = 200, everyMs = 50): Responder {
  return (response) => {
    response.writeHead(status);
    const timer = setInterval(() => response.write('.'), everyMs);
    response.once('close', () => clearInterval(timer));
  };
}

/** A body of so many bytes, as fast as they are read. */
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

/** A gzipped body that unpacks to so many zeros. */
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

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
