import { Worker } from 'bullmq';
import { Redis } from 'ioredis';
import type { Config } from '../config/config.js';
import { reasonOf } from '../errors/reason.js';
import type { Logger } from '../logger.js';
import { QUEUES, type QueueName } from './work-queues.js';
import { decodeWorkRefs, type WorkRef } from './work-ref.js';

/** Handles the rows that a job names. */
export type HintHandler = (refs: WorkRef[]) => Promise<void>;

/** Reads the queues: each job names rows that wait in Postgres. */
export class QueueConsumers {
  private readonly workers: Worker[] = [];
  private readonly connections: Redis[] = [];
  private reported = false;

  constructor(
    private readonly config: Pick<Config, 'REDIS_URL' | 'QUEUE_PREFIX'>,
    private readonly logger: Logger,
  ) {}

  /** Starts reading a queue, `concurrency` jobs at a time. Redis need not be there yet. */
  consume(queue: QueueName, concurrency: number, handle: HintHandler): void {
    const connection = new Redis(this.config.REDIS_URL, {
      maxRetriesPerRequest: null,
      retryStrategy: (attempt) => Math.min(attempt * 200, 2_000),
    });
    connection.on('ready', () => {
      this.reported = false;
    });
    connection.on('error', (error) => this.report(error));
    const worker = new Worker(QUEUES[queue], (job) => handle(decodeWorkRefs(job.data)), {
      connection,
      concurrency,
      prefix: this.config.QUEUE_PREFIX,
      removeOnComplete: { count: 0 },
      removeOnFail: { count: 0 },
    });
    worker.on('error', (error) => this.report(error));
    worker.on('failed', (_job, error) => {
      this.logger.warn({ event: 'hint_failed', queue, err: error }, 'the sweeper will find the rows');
    });
    this.workers.push(worker);
    this.connections.push(connection);
  }

  /** Takes no further job and waits for those under way; where Redis is away, there is nothing to wait for. */
  async close(): Promise<void> {
    const closed = this.workers.map((worker, index) => worker.close(this.connections[index]?.status !== 'ready'));
    await Promise.allSettled(closed);
    for (const connection of this.connections) connection.disconnect();
  }

  private report(error: Error): void {
    if (this.reported) return;
    this.reported = true;
    const reason = reasonOf(error);
    this.logger.warn(
      { event: 'queue_error', reason },
      'the queues in Redis (REDIS_URL) cannot be read; the sweeper goes on from Postgres',
    );
  }
}
