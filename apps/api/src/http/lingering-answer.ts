import type { IncomingMessage, ServerResponse } from 'node:http';
import { isBodyHeld } from './expected-body.js';

const LINGER_MS = 2_000;

/**
 * Ends an answer that may come before the whole request has: what is still on its way is read and thrown away for a
 * while. Closing at once would reset the connection, and the client might never see the answer.
 */
export function endWithText(request: IncomingMessage, response: ServerResponse, text: string): void {
  if (request.complete || !hasBody(request)) {
    response.end(text);
    return;
  }
  if (isBodyHeld(request)) response.shouldKeepAlive = false;
  response.write(text);
  const timer = setTimeout(() => request.socket.destroy(), LINGER_MS);
  request.once('close', () => clearTimeout(timer));
  request.once('end', () => {
    clearTimeout(timer);
    response.end();
  });
  request.resume();
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
