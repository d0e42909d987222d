import { fileURLToPath } from 'node:url';
import { Pool } from 'undici';
import type { LoadGenerator } from '../load/load-generator.js';
import { startChild } from '../processes/child.js';
import type { Cleanup } from '../processes/cleanup.js';

const WARM_UP_REQUESTS = 20_000;
const IN_FLIGHT = 100;

/** Requests per second of a JSON POST to a server that does nothing else. */
export async function measureHttp(
  server: 'bare' | 'express',
  generator: LoadGenerator,
  load: { connections: number; seconds: number },
  cleanup: Cleanup,
) {
  const port = await startFloorServer(server, cleanup);
  const plan = { port, connections: load.connections, traffic: { kind: 'json' } } as const;
  await generator.run({ ...plan, until: { requests: WARM_UP_REQUESTS } });
  const { perSecond, p50Ms, p99Ms, errors } = await generator.run({ ...plan, until: { seconds: load.seconds } });
  return { perSecond, p50Ms, p99Ms, errors };
}

/** Requests per second of 500-byte POSTs through one undici Pool with 100 in flight. */
export async function measureUndiciPool(seconds: number, cleanup: Cleanup): Promise<number> {
  const port = await startFloorServer('bare', cleanup);
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections: IN_FLIGHT, pipelining: 1 });
  const body = JSON.stringify({ amount: { value: 1_000, currency: 'USD' }, description: 'x'.repeat(430) });
  const headers = { 'content-type': 'application/json' };
  const keepBusy = async (moment: number): Promise<number> => {
    let answered = 0;
    while (performance.now() < moment) {
      const answer = await pool.request({ method: 'POST', path: '/', headers, body });
      await answer.body.dump();
      answered += 1;
    }
    return answered;
  };
  const rate = async (length: number): Promise<number> => {
    const started = performance.now();
    const moment = started + length * 1_000;
    const counts = await Promise.all(Array.from({ length: IN_FLIGHT }, () => keepBusy(moment)));
    const answered = counts.reduce((sum, count) => sum + count, 0);
    return Math.round(answered / ((performance.now() - started) / 1_000));
  };
  await rate(1);
  const perSecond = await rate(seconds);
  await pool.close();
  return perSecond;
}

async function startFloorServer(kind: string, cleanup: Cleanup): Promise<number> {
  const module = fileURLToPath(new URL('./server.js', import.meta.url));
  const { port } = await startChild({ name: `${kind} HTTP server`, module, args: [kind] }, cleanup);
  return port;
}
