import type { Duplex } from 'node:stream';
import { problems, serializeProblem, type ProblemCode } from '@svc/contract';
import type { Config } from '@svc/core';
import { newRequestId } from './request-id.js';
import { problemType } from './problem-type.js';

const TIMED_OUT = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';

/** Answers what never became a request, on the bare connection, and closes it. */
export function refuseRaw(error: NodeJS.ErrnoException, socket: Duplex, config: Pick<Config, 'PUBLIC_URL'>): void {
  if (error.code === 'ECONNRESET' || !socket.writable || hasBegunAnswer(socket)) {
    socket.destroy();
    return;
  }
  socket.end(answerTo(error.code, config), () => socket.destroy());
}

function answerTo(errorCode: string | undefined, config: Pick<Config, 'PUBLIC_URL'>): string {
  if (errorCode === 'ERR_HTTP_REQUEST_TIMEOUT') return TIMED_OUT;
  return errorCode === 'HPE_HEADER_OVERFLOW'
    ? problemAnswer('headers_too_large', 'The request line and headers exceed 16384 bytes.', config)
    : problemAnswer('invalid_header', 'The request is not valid HTTP.', config);
}

function problemAnswer(code: ProblemCode, detail: string, config: Pick<Config, 'PUBLIC_URL'>): string {
  const { status, title } = problems[code];
  const requestId = newRequestId();
  const type = problemType(config, undefined, code);
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

/** Bytes in the middle of another answer would be taken for its body. */
function hasBegunAnswer(socket: Duplex): boolean {
  const { _httpMessage: answer } = socket as { _httpMessage?: { headersSent: boolean } | null };
  return answer?.headersSent === true;
}
