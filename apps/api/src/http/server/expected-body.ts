import type { IncomingMessage, ServerResponse } from 'node:http';

const held = new WeakMap<IncomingMessage, ServerResponse>();

/** A client that sent `Expect: 100-continue` holds its body back until it is told to go on, or is answered. */
export function holdBody(request: IncomingMessage, response: ServerResponse): void {
  held.set(request, response);
}

/** Whether the client was never told to send its body: then nobody can tell whether it comes. */
export function isBodyHeld(request: IncomingMessage): boolean {
  return held.has(request);
}

/** Tells a client that waits for it to send its body. */
export function letBodyCome(request: IncomingMessage): void {
  held.get(request)?.writeContinue();
  held.delete(request);
}
