import type { IncomingMessage, ServerResponse } from 'node:http';
import { brokenOff } from './broken-request.js';
import { isBodyHeld } from './expected-body.js';

const LINGER_MS = 2_000;

/** Of the answers that are written and wait for the rest of their request, what ends them. */
const waiting = new WeakMap<ServerResponse, () => void>();

/**
 * Ends an answer that may come before the whole request has: what is still on its way is read and thrown away for a
 * while. Closing at once would reset the connection, and the client might never see the answer.
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

/** Ends an answer that is written already and waits for the rest of its request. False for any other. */
export function endWaiting(response: ServerResponse): boolean {
  const end = waiting.get(response);
  end?.();
  return end !== undefined;
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
