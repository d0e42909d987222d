import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config, Logger } from '@svc/core';

const FIRST_RESTART_MS = 250;
const LONGEST_RESTART_MS = 5_000;
/** One that lived so long starts over with the shortest wait. */
const LIVED_MS = 30_000;
/** A little more than the time after which they end by themselves. */
const END_WITHIN_MS = 34_000;

/** What an API process tells the one that started it. */
type Message = { type: 'ready'; port: number } | { type: 'listen_failed'; code: string };

/** API processes that share one port. One that dies is started again. */
export class ApiProcesses {
  private stopping = false;
  private port = 0;

  constructor(
    private readonly config: Pick<Config, 'API_PROCESSES' | 'HOST' | 'PORT'>,
    private readonly logger: Logger,
  ) {}

  /** Resolves with the port once all of them listen; rejects when one cannot start. */
  async start(): Promise<number> {
    this.port = this.config.PORT === 0 ? await freePort(this.config.HOST) : this.config.PORT;
    const workers = Array.from({ length: this.config.API_PROCESSES }, () => this.fork());
    try {
      await Promise.all(workers.map((worker) => ready(worker)));
    } catch (error) {
      // The others are still booting, and would complain of a parent that is gone.
      await Promise.all(running().map((worker) => kill(worker)));
      throw error;
    }
    for (const worker of workers) this.keep(worker);
    return this.port;
  }

  /** Ends all of them in order, each finishing what it has in flight. Rejects when one could not. */
  async close(): Promise<void> {
    this.stopping = true;
    const codes = await Promise.all(running().map((worker) => end(worker)));
    if (codes.some((code) => code !== 0)) throw new Error('an API process did not end in order');
  }

  private fork(): Worker {
    return cluster.fork({ PORT: String(this.port) });
  }

  private keep(worker: Worker, waitMs = FIRST_RESTART_MS): void {
    const startedAt = performance.now();
    worker.once('exit', (code: number | null, signal: string | null) => {
      if (this.stopping) return;
      const wait = performance.now() - startedAt > LIVED_MS ? FIRST_RESTART_MS : waitMs;
      const how = signal ?? `exit code ${code}`;
      this.logger.error({ event: 'api_process_died', how, restartInMs: wait }, 'an API process died; another follows');
      void this.restart(wait);
    });
  }

  private async restart(waitMs: number): Promise<void> {
    await sleep(waitMs);
    if (!this.stopping) this.keep(this.fork(), Math.min(waitMs * 2, LONGEST_RESTART_MS));
  }
}

function running(): Worker[] {
  return Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
}

async function ready(worker: Worker): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    worker.on('message', (message: Message) => {
      if (message.type === 'ready') resolve();
      else reject(Object.assign(new Error('the port is taken'), { code: message.code }));
    });
    worker.once('exit', () => reject(new Error('an API process ended before it was ready')));
  });
}

async function kill(worker: Worker): Promise<void> {
  if (worker.isDead()) return;
  const ended = once(worker, 'exit');
  worker.process.kill('SIGKILL');
  await ended;
}

/** Resolves with the exit code. */
async function end(worker: Worker): Promise<number | null> {
  if (worker.isDead()) return worker.process.exitCode;
  const ended = once(worker, 'exit') as Promise<[number | null]>;
  worker.process.kill('SIGTERM');
  const kill = setTimeout(() => worker.process.kill('SIGKILL'), END_WITHIN_MS);
  const [code] = await ended;
  clearTimeout(kill);
  return code;
}

/** A port that is free now. All processes must be given the same one, also those that replace others later. */
async function freePort(host: string): Promise<number> {
  const server = createServer().listen(0, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
