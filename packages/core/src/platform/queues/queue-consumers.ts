import { Worker, type Job, type WorkerOptions } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Config } from '../config/config.js';
import { reasonOf } from '../errors/domain-error.js';
import type { Logger } from '../logger.js';
import { connectToRedis, type RedisSettings, reopenWhenSilent } from '../redis-connection.js';
import { retryDelayOf, type JobHandler } from './job-handler.js';
import { QUEUES, type QueueName } from './work-queues.js';

/**
 * Jobs in progress at the same time: more than a few environments have. How much they do is limited by their rows. Each costs
 * 2.5 kB, and 7 µs of Redis every 7 s to renew its lock.
 */
const MAX_JOBS_IN_PROGRESS = 5_000;
/** A job whose worker is gone is given to another one, however often. */
const MAX_STALLED = 1_000;
/** How often to check for waiting jobs that are not taken. */
const WATCH_EVERY_MS = 10_000;
/** A delayed job is due soon after its time; one that is this late was not taken. */
const OVERDUE_MS = 10_000;
/** BullMQ orders delayed jobs by their time in milliseconds, times this. */
const DELAY_SCALE = 0x1000;

interface Consumption {
  readonly handler: JobHandler;
  readonly connection: Redis;
  readonly worker: Worker;
  underWay: number;
  hasTaken: boolean;
  /** Whether jobs were waiting at the last check although none was taken. */
  isSuspect: boolean;
}

export type MakeWorker = (queue: string, read: (job: Job) => Promise<void>, options: WorkerOptions) => Worker;

/**
 * Takes jobs from the queues. A BullMQ worker may silently stop after a connection loss: an idle one is replaced if
 * jobs wait at two checks in a row.
 */
export class QueueConsumers {
  private readonly consumptions = new Map<QueueName, Consumption>();
  private watching: NodeJS.Timeout | undefined;
  private isWatching = false;
  private reported = false;

  constructor(
    private readonly config: RedisSettings & Pick<Config, 'QUEUE_PREFIX'>,
    private readonly logger: Logger,
    private readonly watchEveryMs = WATCH_EVERY_MS,
    private readonly makeWorker: MakeWorker = (...args) => new Worker(...args),
  ) {}

  /** Starts taking jobs. Redis may still be unavailable. */
  consume(handler: JobHandler): void {
    const connection = this.connect();
    const work = async (job: Job): Promise<void> => {
      consumption.hasTaken = true;
      consumption.underWay += 1;
      await handler.handle(job).finally(() => (consumption.underWay -= 1));
    };
    const worker = this.makeWorker(QUEUES[handler.queue], work, {
      connection,
      concurrency: MAX_JOBS_IN_PROGRESS,
      prefix: this.config.QUEUE_PREFIX,
      maxStalledCount: MAX_STALLED,
      settings: { backoffStrategy: retryDelayOf },
    });
    // While Redis responds, an error concerns a single job, whose rows stay due in Postgres.
    worker.on('error', (error) => {
      if (connection.status !== 'ready') this.report(error);
    });
    const consumption: Consumption = { handler, connection, worker, underWay: 0, hasTaken: false, isSuspect: false };
    this.consumptions.set(handler.queue, consumption);
    this.watching ??= setInterval(() => void this.watch(), this.watchEveryMs).unref();
  }

  /** Takes no more jobs and waits for those in progress, unless Redis is unavailable. */
  async close(): Promise<void> {
    clearInterval(this.watching);
    const consumptions = [...this.consumptions.values()];
    await Promise.allSettled(consumptions.map(({ worker, connection }) => worker.close(connection.status !== 'ready')));
    await Promise.allSettled(consumptions.map(({ handler }) => handler.close()));
    for (const { connection } of consumptions) connection.disconnect();
  }

  private async watch(): Promise<void> {
    if (this.isWatching) return;
    this.isWatching = true;
    await this.check().finally(() => (this.isWatching = false));
  }

  private async check(): Promise<void> {
    for (const consumption of [...this.consumptions.values()]) {
      const isIdle = consumption.underWay < MAX_JOBS_IN_PROGRESS && !consumption.hasTaken;
      consumption.hasTaken = false;
      const waits = isIdle && (await hasWaiting(consumption));
      if (waits && consumption.isSuspect) this.replace(consumption);
      else consumption.isSuspect = waits;
    }
  }

  private replace({ handler, worker, connection }: Consumption): void {
    this.logger.warn(
      { event: 'queue_reader_replaced', queue: handler.queue },
      'jobs were waiting but none was taken; the connection that reads them was replaced',
    );
    const closed = worker.close(true).catch(() => {});
    void closed.finally(() => connection.disconnect());
    this.consume(handler);
  }

  private connect(): Redis {
    const connection = connectToRedis(this.config, {
      maxRetriesPerRequest: null,
      retryStrategy: (attempt) => Math.min(attempt * 200, 2_000),
    });
    // A command without a response would also keep the check below from its own.
    reopenWhenSilent(connection);
    connection.on('ready', () => {
      this.reported = false;
    });
    connection.on('error', (error) => this.report(error));
    return connection;
  }

  private report(error: Error): void {
    if (this.reported) return;
    this.reported = true;
    const reason = reasonOf(error);
    this.logger.warn(
      { event: 'queue_error', reason },
      'the queues in Redis (REDIS_URL) cannot be read; work is taken from Postgres',
    );
  }
}

/** Whether jobs wait, or delayed ones are overdue. */
async function hasWaiting({ connection, worker }: Consumption): Promise<boolean> {
  if (connection.status !== 'ready') return false;
  const overdue = (Date.now() - OVERDUE_MS) * DELAY_SCALE;
  const counts = [connection.llen(worker.toKey('wait')), connection.zcount(worker.toKey('delayed'), '-inf', overdue)];
  const [waiting = 0, delayed = 0] = await Promise.all(counts).catch(() => []);
  return waiting + delayed > 0;
}
