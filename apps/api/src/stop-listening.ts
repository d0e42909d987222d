import type { Server } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** What was sent before anyone could know of the end is still taken; /readyz says 503 meanwhile. */
export const STILL_LISTEN_MS = 1_000;

/** A turn of the loop that takes no longer has had nothing else to do. */
const QUIET_TURN_MS = 0.5;
/** Against connections that come as fast as they are accepted. */
const LONGEST_MS = 2_000;

/**
 * Closes the port once nobody stands at the door. The loop accepts one connection a turn, and those that the system has
 * accepted but not the loop are reset when the port is closed. So it is closed at the end of a turn that has brought none
 * and was short: whoever came during a longer one is still waiting. What comes in the last fraction of a millisecond is
 * lost all the same; no system call closes a port to new connections alone.
 */
export async function stopListening(server: Server): Promise<void> {
  let accepted = 0;
  server.on('connection', () => (accepted += 1));
  const latest = performance.now() + LONGEST_MS;
  for (let isQuiet = false; !isQuiet && performance.now() < latest;) {
    const before = accepted;
    const began = performance.now();
    await nextTurn();
    isQuiet = accepted === before && performance.now() - began <= QUIET_TURN_MS;
  }
  server.close();
}
