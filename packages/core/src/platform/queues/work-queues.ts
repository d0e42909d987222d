import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import type { Config } from '../config/config.js';
import { reasonOf } from '../errors/domain-error.js';
import type { Logger } from '../logger.js';
import { LaterHints } from './later-hints.js';
import { encodeWorkRef, MAX_REFS_PER_JOB, type WorkRef } from './work-ref.js';

export const QUEUES = { payments: 'payments', deliveries: 'deliveries', refunds: 'refunds' } as const;
export type QueueName = keyof typeof QUEUES;

export interface QueueDepth {
  readonly queue: QueueName;
  readonly state: 'waiting' | 'active' | 'delayed';
  readonly jobs: number;
}

/** Rows to hint at the end of this turn of the event loop. */
interface Gathered {
  readonly refs: WorkRef[];
  readonly sent: Promise<void>;
}

const HINT_BUDGET_MS = 50;
/** A delayed job should arrive a little late rather than before the row is due by the database's clock. */
const DELAY_MARGIN_MS = 50;

/**
 * Sends jobs, which are only hints about due rows: after the commit, best effort and with a timeout. The background
 * task finds rows whose hint was lost.
 */
export class WorkQueues {
  private readonly redis: Redis;
  private readonly queues: Record<QueueName, Queue>;
  private readonly gathered: Partial<Record<QueueName, Gathered>> = {};
  private readonly later: Record<QueueName, LaterHints>;

  constructor(config: Pick<Config, 'REDIS_URL' | 'QUEUE_PREFIX'>, logger: Logger) {
    this.redis = new Redis(config.REDIS_URL, {
      enableOfflineQueue: false,
      maxRetriesPerRequest: 1,
      connectTimeout: 2_000,
      retryStrategy: (attempt) => Math.min(attempt * 200, 2_000),
    });
    let reported = false;
    this.redis.on('error', (error: Error) => {
      if (reported) return;
      reported = true;
      logger.warn(
        { event: 'redis_unreachable', reason: reasonOf(error) },
        'Redis (REDIS_URL) is unreachable; workers find new work a moment later, in Postgres',
      );
    });
    this.redis.on('ready', () => {
      reported = false;
    });
    const open = (name: QueueName): Queue => {
      const queue = new Queue(QUEUES[name], {
        connection: this.redis,
        prefix: config.QUEUE_PREFIX,
        skipVersionCheck: true,
        skipWaitingForReady: true,
        defaultJobOptions: { removeOnComplete: true, removeOnFail: true, attempts: 1 },
      });
      queue.on('error', () => {});
      return queue;
    };
    const later = (name: QueueName): LaterHints =>
      new LaterHints((refs, delayMs) => this.send(name, refs, Math.round(delayMs) + DELAY_MARGIN_MS));
    this.queues = { payments: open('payments'), deliveries: open('deliveries'), refunds: open('refunds') };
    this.later = { payments: later('payments'), deliveries: later('deliveries'), refunds: later('refunds') };
  }

  get ready(): boolean {
    return this.redis.status === 'ready';
  }

  /** Tells the workers that rows are due now. Resolves within 50 ms, even if sending fails. */
  hint(queue: QueueName, refs: readonly WorkRef[]): Promise<void> {
    if (refs.length === 0 || !this.ready) return Promise.resolve();
    const gathered = this.gathered[queue] ?? this.gather(queue);
    gathered.refs.push(...refs);
    return gathered.sent;
  }

  /** Tells the workers that a row is due in `delayMs`. */
  hintLater(queue: QueueName, ref: WorkRef, delayMs: number): void {
    if (this.ready) this.later[queue].add(ref, delayMs);
  }

  /** Rows that become due in the same turn of the event loop share jobs. */
  private gather(queue: QueueName): Gathered {
    const refs: WorkRef[] = [];
    const sent = new Promise<void>((resolve) => {
      setImmediate(() => {
        delete this.gathered[queue];
        void this.send(queue, refs, 0).then(resolve);
      });
    });
    const gathered = { refs, sent };
    this.gathered[queue] = gathered;
    return gathered;
  }

  private async send(queue: QueueName, refs: readonly WorkRef[], delay: number): Promise<void> {
    if (!this.ready) return;
    const jobs = [];
    for (let start = 0; start < refs.length; start += MAX_REFS_PER_JOB) {
      const data = { refs: refs.slice(start, start + MAX_REFS_PER_JOB).map(encodeWorkRef) };
      jobs.push({ name: 'due', data, opts: delay === 0 ? {} : { delay } });
    }
    const [only] = jobs;
    const sent =
      jobs.length === 1 && only !== undefined
        ? this.queues[queue].add(only.name, only.data, only.opts)
        : this.queues[queue].addBulk(jobs);
    await bounded(sent);
  }

  /** Returns the numbers of jobs in Redis; rejects if it is unreachable. */
  async depths(): Promise<QueueDepth[]> {
    if (!this.ready) throw new Error('Redis is unreachable');
    const names = Object.keys(QUEUES) as QueueName[];
    const depths = names.map(async (queue): Promise<QueueDepth[]> => {
      const {
        waiting = 0,
        active = 0,
        delayed = 0,
      } = await this.queues[queue].getJobCounts('waiting', 'active', 'delayed');
      const told = { waiting, active, delayed };
      return (Object.keys(told) as (keyof typeof told)[]).map((state) => ({ queue, state, jobs: told[state] }));
    });
    return (await Promise.all(depths)).flat();
  }

  /** Sends what was gathered, then disconnects. */
  async close(): Promise<void> {
    const gathered = Object.values(this.gathered).map(({ sent }) => sent);
    await Promise.all([...gathered, ...Object.values(this.later).map((hints) => hints.flush())]);
    await Promise.allSettled(Object.values(this.queues).map((queue) => queue.close()));
    this.redis.disconnect();
  }
}

async function bounded(sent: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const budget = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, HINT_BUDGET_MS);
  });
  await Promise.race([sent.catch(() => {}), budget]);
  clearTimeout(timer);
}
