import type { Socket } from 'node:net';
import { problems, serializeProblem, type ProblemCode } from '@svc/contract';
import { newRequestId, type Config } from '@svc/core';
import { answerUnderWay } from './answer-under-way.js';
import { problemType } from './problem-type.js';

type Settings = Pick<Config, 'PUBLIC_URL'>;

const TIMED_OUT = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';

/** Answers what never became a request, on the bare connection, and closes it. */
export function refuseRaw(error: NodeJS.ErrnoException, socket: Socket, config: Settings): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const underway = answerUnderWay(socket);
  if (underway?.req.complete === true) {
    // It came before the broken one on this connection; a refusal in its place would be taken for its answer.
    underway.once('close', () => refuseRaw(error, socket, config));
    return;
  }
  if (underway?.headersSent === true) {
    // Bytes in the middle of another answer would be taken for its body.
    socket.destroy();
    return;
  }
  socket.end(answerTo(error.code, socket, config), () => socket.destroy());
}

/** Answers a client that takes the service for a proxy, and closes the connection. */
export function refuseConnect(socket: Socket, config: Settings): void {
  socket.on('error', () => socket.destroy());
  const answer = problemAnswer('invalid_header', 'The service is no proxy: CONNECT is not taken.', socket, config);
  socket.end(answer, () => socket.destroy());
}

function answerTo(errorCode: string | undefined, socket: Socket, config: Settings): string {
  if (errorCode === 'ERR_HTTP_REQUEST_TIMEOUT') return TIMED_OUT;
  return errorCode === 'HPE_HEADER_OVERFLOW'
    ? problemAnswer('headers_too_large', 'The request line and headers exceed 16384 bytes.', socket, config)
    : problemAnswer('invalid_header', 'The request is not valid HTTP.', socket, config);
}

function problemAnswer(code: ProblemCode, detail: string, socket: Socket, config: Settings): string {
  const { status, title } = problems[code];
  const requestId = newRequestId();
  const type = problemType(config, undefined, socket, code);
  const json = serializeProblem({ type, title, status, code, detail, requestId });
  const head = [
    `HTTP/1.1 ${status} ${status === 431 ? 'Request Header Fields Too Large' : 'Bad Request'}`,
    'Connection: close',
    'Content-Type: application/problem+json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(json)}`,
    `Request-Id: ${requestId}`,
  ];
  return `${head.join('\r\n')}\r\n\r\n${json}`;
}
