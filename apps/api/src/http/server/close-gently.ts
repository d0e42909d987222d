import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

const LINGER_MS = 2_000;

/** Makes an answer the last one on its connection. Requests that follow it there are dropped. */
export function closeAfter(response: ServerResponse): void {
  const { socket } = response.req;
  response.shouldKeepAlive = false;
  socket.destroySoon = () => closeGently(socket);
}

/** Reads on for a while: closing at once would reset the connection, and the client might never see the answer. */
export function closeGently(socket: Socket): void {
  if (!socket.writable) return;
  socket.end();
  socket.resume();
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(timer));
}
