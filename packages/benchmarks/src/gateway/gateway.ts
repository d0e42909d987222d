import { fileURLToPath } from 'node:url';
import { startChild } from '../processes/child.js';
import type { Cleanup } from '../processes/cleanup.js';

/** A gateway in a separate process. */
export interface Gateway {
  readonly url: string;
  /** How many authorizations it has had in progress at most. */
  mostInProgress(): Promise<number>;
}

/** Starts a gateway that approves each authorization after so many milliseconds. */
export async function startGateway(answerMs: number, cleanup: Cleanup): Promise<Gateway> {
  const module = fileURLToPath(new URL('./server.js', import.meta.url));
  const child = await startChild({ name: 'gateway', module, args: [String(answerMs)] }, cleanup);
  return { url: `http://127.0.0.1:${child.port}`, mostInProgress: async () => (await child.ask({})) as number };
}
