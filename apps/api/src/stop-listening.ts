import type { Server } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Against connections that come as fast as they are accepted. */
const MOST_TURNS = 10_000;

/**
 * Closes the port once nobody stands at the door. The loop accepts one connection a turn, and those that the system has
 * accepted but not the loop are reset when the port is closed.
 */
export async function stopListening(server: Server): Promise<void> {
  let accepted = 0;
  server.on('connection', () => (accepted += 1));
  for (let turn = 0, before = -1; turn < MOST_TURNS && accepted > before; turn += 1) {
    before = accepted;
    await nextTurn();
  }
  server.close();
}
