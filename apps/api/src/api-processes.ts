import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Metrics, type Config, type Logger } from '@svc/core';
import type { FromChild, FromParent } from './handed-connections.js';
import { MetricsSum, type MeteredProcess } from './metrics-sum.js';
import type { MetricsFromChild, MetricsFromParent } from './shared-metrics.js';
import { STILL_LISTEN_MS, stopListening } from './stop-listening.js';

const FIRST_RESTART_MS = 250;
const LONGEST_RESTART_MS = 5_000;
/** One that lived so long starts over with the shortest wait. */
const LIVED_MS = 30_000;
/** A little more than the time after which they end by themselves. */
const END_WITHIN_MS = 34_000;

/**
 * API processes that share one port. This one holds it and hands each connection to the next of them in turn; one that
 * dies is started again. Node's cluster does as much, but drops what it has accepted and not yet handed over when it
 * stops; here the port is closed first, and whoever has connected by then is served.
 */
export class ApiProcesses {
  private readonly server = createServer({ pauseOnConnect: true, noDelay: true }, (socket) => this.accept(socket));
  /** Those that take connections, the next one first. */
  private readonly ready: Worker[] = [];
  private readonly booting = new Set<Worker>();
  /** Connections that came while there was none. */
  private readonly waiting: Socket[] = [];
  private readonly metrics = new MetricsSum(new Metrics().watchProcess());
  /** And those that have not reached the one that they were given to. */
  private readonly onTheirWay = new Map<Socket, Worker>();
  private stopping = false;

  constructor(
    private readonly config: Pick<Config, 'API_PROCESSES' | 'HOST' | 'PORT'>,
    private readonly logger: Logger,
  ) {}

  /** Resolves with the port once it is open and all of them are ready; rejects when one cannot start. */
  async start(): Promise<number> {
    const workers = Array.from({ length: this.config.API_PROCESSES }, () => this.fork());
    try {
      await Promise.all(workers.map((worker) => started(worker)));
      this.server.listen(this.config.PORT, this.config.HOST);
      await once(this.server, 'listening');
    } catch (error) {
      // The others are still booting, and would complain of a parent that is gone.
      await Promise.all(running().map((worker) => kill(worker)));
      throw error;
    }
    for (const worker of workers) this.keep(worker);
    return (this.server.address() as AddressInfo).port;
  }

  /** Closes the port, and ends all of them in order, each finishing what it has. Rejects when one could not. */
  async close(): Promise<void> {
    this.stopping = true;
    const workers = running().filter((worker) => !this.booting.has(worker));
    const codes = Promise.all(workers.map((worker) => end(worker)));
    // They have nothing to finish, and cannot yet be told.
    await Promise.all([...this.booting].map((worker) => kill(worker)));
    // They answer as those who are about to end, and what was sent before anyone could know is still taken.
    await sleep(STILL_LISTEN_MS);
    await stopListening(this.server);
    for (const worker of workers) this.release(worker);
    for (const socket of this.waiting) socket.destroy();
    if ((await codes).some((code) => code !== 0)) throw new Error('an API process did not end in order');
  }

  private fork(): Worker {
    const worker = cluster.fork();
    this.booting.add(worker);
    const metered: MeteredProcess = { send: (message) => tell(worker, message) };
    worker.on('message', (message: FromChild | MetricsFromChild) => {
      switch (message.type) {
        case 'ready':
          this.add(worker);
          return this.metrics.add(metered);
        case 'closing':
          return void this.letGo(worker);
        default:
          return void this.metrics.receive(metered, message);
      }
    });
    worker.once('exit', () => {
      this.remove(worker);
      this.metrics.remove(metered);
      for (const [socket, to] of this.onTheirWay) {
        // Node forgets those that it had not yet begun to send.
        if (to === worker && this.onTheirWay.delete(socket)) this.hand(socket);
      }
    });
    return worker;
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

  private accept(socket: Socket): void {
    // Until it is handed over; then it is another process's.
    socket.on('error', () => socket.destroy());
    this.hand(socket);
  }

  private hand(socket: Socket): void {
    const worker = this.ready.shift();
    if (worker === undefined) {
      this.waiting.push(socket);
      return;
    }
    this.ready.push(worker);
    this.onTheirWay.set(socket, worker);
    // Kept open here until it is under way. Node would close it once the other process has said that it is there: one that
    // is killed does not, and its client would wait for ever.
    worker.send({ type: 'connection' } satisfies FromParent, socket, { keepOpen: true }, (error: Error | null) => {
      if (!this.onTheirWay.delete(socket)) return;
      if (error === null) {
        socket.destroy();
        return;
      }
      this.remove(worker);
      this.hand(socket);
    });
  }

  private add(worker: Worker): void {
    this.booting.delete(worker);
    this.ready.push(worker);
    for (const socket of this.waiting.splice(0)) this.hand(socket);
  }

  private remove(worker: Worker): void {
    this.booting.delete(worker);
    const place = this.ready.indexOf(worker);
    if (place >= 0) this.ready.splice(place, 1);
  }

  /** One of them is about to end. When it is not alone in that, this process has been told, too, or will be at once. */
  private async letGo(worker: Worker): Promise<void> {
    await sleep(STILL_LISTEN_MS);
    if (!this.stopping) this.release(worker);
  }

  private release(worker: Worker): void {
    this.remove(worker);
    tell(worker, { type: 'no_more' });
  }
}

function tell(worker: Worker, message: FromParent | MetricsFromParent): void {
  // Who has just gone is told nothing, and nobody minds.
  if (worker.isConnected()) worker.send(message, () => {});
}

function running(): Worker[] {
  return Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
}

async function started(worker: Worker): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    worker.once('message', resolve);
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
