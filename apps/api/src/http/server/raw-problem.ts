import { type IncomingMessage, STATUS_CODES, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { problems, serializeProblem } from '@svc/contract';
import { type Config, DomainError, type Logger, newRequestId } from '@svc/core';
import { answerUnderWay } from './requests-in-flight.js';
import { breakOff, brokenOff, isBodyHeld } from './request-head.js';
import { problemType } from '../public-url.js';
import { NO_STORE } from '../security-headers.js';

const LINGER_MS = 2_000;

/** Closes the connection after this response. Later requests on it are dropped. */
export function closeAfter(response: ServerResponse): void {
  const { socket } = response.req;
  response.shouldKeepAlive = false;
  socket.destroySoon = () => closeGently(socket);
}

/** Reads for a while: closing at once would reset the connection, and the client might lose the response. */
function closeGently(socket: Socket): void {
  if (!socket.writable) return;
  socket.end();
  socket.resume();
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(timer));
}

/** Responses that are written and wait for the rest of their request, with the function that ends them. */
const waiting = new WeakMap<ServerResponse, () => void>();

/**
 * Ends a response that may precede the end of its request. The rest of the request is read and discarded for a while:
 * closing at once would reset the connection, and the client might lose the response.
 */
export function endWithText(request: IncomingMessage, response: ServerResponse, text: string): void {
  if (request.complete || !hasBody(request) || brokenOff(request) !== undefined) {
    response.end(text);
    return;
  }
  if (isBodyHeld(request)) response.shouldKeepAlive = false;
  response.write(text);
  const timer = setTimeout(() => request.socket.destroy(), LINGER_MS);
  const end = (): void => {
    clearTimeout(timer);
    waiting.delete(response);
    response.end();
  };
  waiting.set(response, end);
  request.once('close', () => clearTimeout(timer));
  request.once('end', end);
  request.resume();
}

/** Ends a response that waits for the rest of its request. Returns false for any other response. */
function endWaiting(response: ServerResponse): boolean {
  const end = waiting.get(response);
  end?.();
  return end !== undefined;
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Connections with their last response; further input is discarded. */
const closing = new WeakSet<Socket>();

/** Responds to input that is not a complete request, and closes the connection. */
export class RawProblems {
  constructor(
    private readonly config: Pick<Config, 'PUBLIC_URL'>,
    private readonly log: Pick<Logger, 'info' | 'debug'>,
  ) {}

  /** Handles input that Node could not parse as a request. */
  refuseBroken(error: NodeJS.ErrnoException, socket: Socket): void {
    if (closing.has(socket)) return;
    if (error.code === 'ECONNRESET' || !socket.writable) {
      this.log.debug({ event: 'connection_lost', code: error.code }, 'connection closed during a request');
      socket.destroy();
      return;
    }
    const isHead = answerUnderWay(socket)?.req.complete !== false;
    this.refuse(socket, problemOf(error.code, isHead));
  }

  /** Handles CONNECT. */
  refuseTunnel(socket: Socket): void {
    socket.on('error', () => socket.destroy());
    this.refuse(socket, new DomainError('invalid_header', 'This service is not a proxy and does not accept CONNECT.'));
  }

  private refuse(socket: Socket, problem: DomainError): void {
    closing.add(socket);
    const underWay = answerUnderWay(socket);
    if (underWay?.req.complete === true) {
      // This response belongs to an earlier request; a refusal in its place would be read as its response.
      underWay.once('close', () => this.refuse(socket, problem));
      return;
    }
    if (underWay === undefined) {
      if (!socket.writable) return;
      socket.write(this.answer(socket, problem));
      closeGently(socket);
      return;
    }
    closeAfter(underWay);
    underWay.once('close', () => closeGently(socket));
    if (underWay.headersSent && !underWay.writableEnded && !endWaiting(underWay)) {
      // The client would read further bytes as part of the other body.
      socket.destroy();
      return;
    }
    breakOff(underWay.req, problem);
  }

  private answer(socket: Socket, { code, detail }: DomainError): string {
    const { status, title } = problems[code];
    const requestId = newRequestId();
    const type = problemType(this.config, undefined, socket, code);
    const json = serializeProblem({ type, title, status, code, detail, requestId });
    this.log.info({ event: 'request_refused', requestId, status, code }, 'refused a broken HTTP request');
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
      'Connection: close',
      `Cache-Control: ${NO_STORE}`,
      'Content-Type: application/problem+json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(json)}`,
      'X-Content-Type-Options: nosniff',
      `Date: ${new Date().toUTCString()}`,
      `Request-Id: ${requestId}`,
    ];
    return `${head.join('\r\n')}\r\n\r\n${json}`;
  }
}

function problemOf(errorCode: string | undefined, isHead: boolean): DomainError {
  if (errorCode === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new DomainError('request_timeout', 'The request did not arrive in time.');
  }
  return isHead && errorCode === 'HPE_HEADER_OVERFLOW'
    ? new DomainError('headers_too_large', 'The request line and headers exceed 16384 bytes.')
    : new DomainError('invalid_header', 'The request is not valid HTTP.');
}
