import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Metrics, type Config, type Logger } from '@svc/core';
import { MetricsSum, type MeteredProcess } from './metrics/metrics-sum.js';
import type { MetricsFromChild } from './metrics/shared-metrics.js';

const FIRST_RESTART_MS = 250;
const MAX_RESTART_MS = 5_000;
/** After this lifetime, a process is restarted with the shortest backoff again. */
const LIVED_MS = 30_000;
/** Slightly longer than their own drain timeout. */
const END_WITHIN_MS = 34_000;

/** Sent by each API process to its parent. */
export type BootMessage =
  | { readonly type: 'ready'; readonly port: number }
  | { readonly type: 'listen_failed'; readonly code: string };

/**
 * API processes that share a port through Node's cluster, which accepts connections here and distributes them
 * round-robin. A process that dies is replaced.
 */
export class ApiProcesses {
  /** Processes that do not handle signals yet. */
  private readonly booting = new Set<Worker>();
  private readonly metrics = new MetricsSum(new Metrics().watchProcess());
  private stopping = false;
  private port = 0;

  constructor(
    private readonly config: Pick<Config, 'API_PROCESSES' | 'HOST' | 'PORT'>,
    private readonly logger: Logger,
  ) {}

  /** Resolves with the port when all processes listen. Rejects when one cannot start. */
  async start(): Promise<number> {
    // Replacements must use the same port, so the system may not choose one per process.
    this.port = this.config.PORT === 0 ? await freePort(this.config.HOST) : this.config.PORT;
    const workers = Array.from({ length: this.config.API_PROCESSES }, () => this.fork());
    try {
      return Math.max(...(await Promise.all(workers.map((worker) => this.keptOnceReady(worker)))));
    } catch (error) {
      this.stopping = true;
      // Processes that still boot would log that their parent is gone.
      await Promise.all(running().map((worker) => kill(worker)));
      throw error;
    }
  }

  /** Drains and ends all processes. Rejects when one did not exit cleanly. */
  async close(): Promise<void> {
    this.stopping = true;
    const serving = running().filter((worker) => !this.booting.has(worker));
    const codes = Promise.all(serving.map((worker) => end(worker)));
    await Promise.all([...this.booting].map((worker) => kill(worker)));
    if ((await codes).some((code) => code !== 0)) throw new Error('an API process did not exit cleanly');
  }

  private fork(): Worker {
    const worker = cluster.fork({ PORT: this.port });
    this.booting.add(worker);
    closeUntaken(worker);
    const metered: MeteredProcess = {
      send: (message) => {
        // A process that has just ended cannot receive messages.
        if (worker.isConnected()) worker.send(message, () => {});
      },
    };
    worker.on('message', (message: BootMessage | MetricsFromChild) => {
      if (message.type === 'listen_failed') return;
      if (message.type !== 'ready') return void this.metrics.receive(metered, message);
      this.booting.delete(worker);
      this.metrics.add(metered);
    });
    worker.once('exit', () => {
      this.booting.delete(worker);
      this.metrics.remove(metered);
    });
    return worker;
  }

  /** Resolves with the port once the process is ready. From then on it is replaced if it dies, also while others still boot. */
  private async keptOnceReady(worker: Worker): Promise<number> {
    const port = await portOf(worker);
    this.keep(worker);
    return port;
  }

  private keep(worker: Worker, waitMs = FIRST_RESTART_MS): void {
    const startedAt = performance.now();
    worker.once('exit', (code: number | null, signal: string | null) => {
      if (this.stopping) return;
      const wait = performance.now() - startedAt > LIVED_MS ? FIRST_RESTART_MS : waitMs;
      const how = signal ?? `exit code ${code}`;
      this.logger.error(
        { event: 'api_process_died', how, restartInMs: wait },
        'an API process exited; starting another',
      );
      void this.restart(wait);
    });
  }

  private async restart(waitMs: number): Promise<void> {
    await sleep(waitMs);
    if (!this.stopping) this.keep(this.fork(), Math.min(waitMs * 2, MAX_RESTART_MS));
  }
}

/** A connection as Node's cluster hands it over. It has no descriptor after it was closed here. */
interface HandedConnection {
  readonly fd: number;
  close(): void;
}

/**
 * Closes connections that a process was assigned and had not accepted when it died. Node would wait for the
 * acknowledgement forever, and the client with it.
 */
function closeUntaken(worker: Worker): void {
  const given = new Set<HandedConnection>();
  const isOpen = ({ fd }: HandedConnection): boolean => fd >= 0;
  const send = worker.process.send.bind(worker.process) as (...parameters: unknown[]) => boolean;
  worker.process.send = (...parameters: unknown[]): boolean => {
    const [, handle] = parameters as [unknown, HandedConnection | undefined];
    for (const connection of given) if (!isOpen(connection)) given.delete(connection);
    if (typeof handle?.close === 'function') given.add(handle);
    return send(...parameters);
  };
  worker.once('exit', () => {
    for (const connection of given) if (isOpen(connection)) connection.close();
  });
}

async function freePort(host: string): Promise<number> {
  const server = createServer().listen(0, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

function running(): Worker[] {
  return Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
}

/** Resolves with the port once the process listens. */
async function portOf(worker: Worker): Promise<number> {
  return new Promise<number>((resolve, reject) => {
    worker.on('message', (message: BootMessage) => {
      if (message.type === 'ready') resolve(message.port);
      if (message.type === 'listen_failed')
        reject(Object.assign(new Error('the port is taken'), { code: message.code }));
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
  const timer = setTimeout(() => worker.process.kill('SIGKILL'), END_WITHIN_MS);
  const [code] = await ended;
  clearTimeout(timer);
  return code;
}
