import { fileURLToPath } from 'node:url';
import { startChild } from '../processes/child.js';
import type { Cleanup } from '../processes/cleanup.js';

/** What an endpoint has received since it last began anew. Moments in milliseconds since 1970. */
export interface Received {
  readonly deliveries: number;
  readonly firstAt: number;
  /** When those that come before the measurement were all there; 0 before that. */
  readonly warmAt: number;
  readonly lastAt: number;
  /** From the creation of the event until it arrived. */
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** An endpoint in a process of its own. */
export interface Receiver {
  readonly port: number;
  /** What has come so far; it goes on counting. */
  soFar(): Promise<Received>;
  /** What has come; then it begins anew. */
  received(): Promise<Received>;
}

/** Starts it; the first `toWarmUp` deliveries are not measured. */
export async function startReceiver(toWarmUp: number, cleanup: Cleanup): Promise<Receiver> {
  const module = fileURLToPath(new URL('./server.js', import.meta.url));
  const child = await startChild({ name: 'receiver', module, args: [String(toWarmUp)] }, cleanup);
  const ask = async (forget: boolean): Promise<Received> => (await child.ask({ forget })) as Received;
  return { port: child.port, soFar: () => ask(false), received: () => ask(true) };
}
