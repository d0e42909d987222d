import { fileURLToPath } from 'node:url';
import { startChild } from '../processes/child.js';
import type { Cleanup } from '../processes/cleanup.js';

/** The deliveries since the last reset. Times in milliseconds since 1970. */
export interface Received {
  readonly deliveries: number;
  readonly firstAt: number;
  /** When the warm-up was complete; 0 before that. */
  readonly warmAt: number;
  readonly lastAt: number;
  /** From the creation of the event to its arrival. */
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** From the cause of a delivery to its arrival, for endpoints that ask for it; 0 for others. */
  readonly causeP50Ms: number;
  readonly causeP99Ms: number;
}

/**
 * The end of the URL of endpoints that time each delivery from its cause as well: from the creation of the event's payment, or
 * from the milliseconds that `sentAt` of the message names.
 */
export const TIMES = { payments: '?times=payments', messages: '?times=messages' };

/** An endpoint in a separate process. */
export interface Receiver {
  readonly port: number;
  /** Current figures, without a reset. */
  soFar(): Promise<Received>;
  /** Current figures, with a reset. */
  received(): Promise<Received>;
}

/** Starts it; the first `toWarmUp` deliveries are not measured. */
export async function startReceiver(toWarmUp: number, cleanup: Cleanup, atPort = 0): Promise<Receiver> {
  const module = fileURLToPath(new URL('./server.js', import.meta.url));
  const child = await startChild({ name: 'receiver', module, args: [String(toWarmUp), String(atPort)] }, cleanup);
  const ask = async (forget: boolean): Promise<Received> => (await child.ask({ forget })) as Received;
  return { port: child.port, soFar: () => ask(false), received: () => ask(true) };
}
