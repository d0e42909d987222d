import { Worker, type Job, type WorkerOptions } from 'bullmq';
import { Redis } from 'ioredis';
import type { Config } from '../config/config.js';
import { reasonOf } from '../errors/domain-error.js';
import type { Logger } from '../logger.js';
import { QUEUES, type QueueName } from './work-queues.js';
import { type WorkRef, decodeWorkRefs } from './work-ref.js';

export type HintHandler = (refs: WorkRef[]) => Promise<void> | void;

/** How often to check for waiting jobs that are not taken. */
const WATCH_EVERY_MS = 10_000;

interface Consumption {
  readonly queue: QueueName;
  readonly concurrency: number;
  readonly handle: HintHandler;
  readonly connection: Redis;
  readonly worker: Worker;
  underWay: number;
  hasTaken: boolean;
  /** Whether jobs were waiting at the last check although none was taken. */
  isSuspect: boolean;
}

export type MakeWorker = (queue: string, read: (job: Job) => Promise<void>, options: WorkerOptions) => Worker;

/**
 * Reads the queues of row ids. A BullMQ worker may silently stop after a connection loss: an idle one is replaced if
 * jobs wait at two checks in a row.
 */
export class QueueConsumers {
  private readonly consumptions = new Map<QueueName, Consumption>();
  private watching: NodeJS.Timeout | undefined;
  private reported = false;

  constructor(
    private readonly config: Pick<Config, 'REDIS_URL' | 'QUEUE_PREFIX'>,
    private readonly logger: Logger,
    private readonly watchEveryMs = WATCH_EVERY_MS,
    private readonly makeWorker: MakeWorker = (...args) => new Worker(...args),
  ) {}

  /** Starts reading a queue, `concurrency` jobs at a time. Redis may still be unavailable. */
  consume(queue: QueueName, concurrency: number, handle: HintHandler): void {
    const connection = this.connect();
    const read = async (job: Job): Promise<void> => {
      consumption.hasTaken = true;
      consumption.underWay += 1;
      await Promise.resolve(handle(decodeWorkRefs(job.data))).finally(() => (consumption.underWay -= 1));
    };
    const worker = this.makeWorker(QUEUES[queue], read, {
      connection,
      concurrency,
      prefix: this.config.QUEUE_PREFIX,
      removeOnComplete: { count: 0 },
      removeOnFail: { count: 0 },
    });
    worker.on('error', (error) => this.report(error));
    worker.on('failed', (_job, error) => {
      this.logger.warn({ event: 'hint_failed', queue, err: error }, 'the background task will find the rows');
    });
    const state = { underWay: 0, hasTaken: false, isSuspect: false };
    const consumption: Consumption = { queue, concurrency, handle, connection, worker, ...state };
    this.consumptions.set(queue, consumption);
    this.watching ??= setInterval(() => void this.watch(), this.watchEveryMs).unref();
  }

  /** Takes no more jobs and waits for those in progress, unless Redis is unavailable. */
  async close(): Promise<void> {
    clearInterval(this.watching);
    const consumptions = [...this.consumptions.values()];
    await Promise.allSettled(consumptions.map(({ worker, connection }) => worker.close(connection.status !== 'ready')));
    for (const { connection } of consumptions) connection.disconnect();
  }

  private async watch(): Promise<void> {
    for (const consumption of [...this.consumptions.values()]) {
      const isIdle = consumption.underWay === 0 && !consumption.hasTaken;
      consumption.hasTaken = false;
      const waits = isIdle && (await hasWaiting(consumption));
      if (waits && consumption.isSuspect) this.replace(consumption);
      else consumption.isSuspect = waits;
    }
  }

  private replace({ queue, concurrency, handle, worker, connection }: Consumption): void {
    this.logger.warn({ event: 'queue_reader_replaced', queue }, 'jobs are waiting and none was taken');
    const closed = worker.close(true).catch(() => {});
    void closed.finally(() => connection.disconnect());
    this.consume(queue, concurrency, handle);
  }

  private connect(): Redis {
    const connection = new Redis(this.config.REDIS_URL, {
      maxRetriesPerRequest: null,
      retryStrategy: (attempt) => Math.min(attempt * 200, 2_000),
    });
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

async function hasWaiting({ connection, worker }: Consumption): Promise<boolean> {
  if (connection.status !== 'ready') return false;
  const waiting = await connection.llen(worker.toKey('wait')).catch(() => 0);
  return waiting > 0;
}
