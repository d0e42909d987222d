import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Config } from '../config/config.js';
import { reasonOf } from '../errors/domain-error.js';
import type { Logger } from '../logger.js';
import { connectToRedis, type RedisSettings, reopenWhenSilent } from '../redis-connection.js';
import { withTimeout } from '../with-timeout.js';
import { aheadOfTime, inTime, LaterJobs } from './later-jobs.js';
import { depthOf, type QueueDepth } from './queue-depth.js';
import { type CommittedRef, encodeWorkRef, MAX_REFS_PER_JOB, type WorkRef } from './work-ref.js';
import { WorkWindows } from './work-windows.js';

export const QUEUES = { payments: 'payments', deliveries: 'deliveries', refunds: 'refunds' } as const;
export type QueueName = keyof typeof QUEUES;
export const QUEUE_NAMES = Object.keys(QUEUES) as QueueName[];

/** The names of jobs: due rows together, or one row that is repeated until it is done. */
export const DUE = 'due';
export const RETRY = 'retry';

export interface NamedDepth extends QueueDepth {
  readonly queue: QueueName;
}

/** Rows to add at the end of this turn of the event loop. */
interface Gathered {
  readonly refs: WorkRef[];
  readonly sent: Promise<void>;
}

const SEND_BUDGET_MS = 50;
/** A worker that feeds jobs from Postgres waits longer, before it does the work without Redis. */
const FEED_BUDGET_MS = 2_000;
/** A delayed job should arrive a little late rather than before the row is due by the database's clock. */
export const DELAY_MARGIN_MS = 50;
/** Failed jobs are kept for a look at them; the truth about their rows is in Postgres. */
const KEPT_FAILED = { age: 86_400, count: 1_000 };

/**
 * Adds jobs for due rows: after the commit, best effort and with a timeout. The background task finds rows whose job was
 * lost, and those that did not fit into the window of their environment.
 */
export class WorkQueues {
  private readonly redis: Redis;
  private readonly queues: Record<QueueName, Queue>;
  private readonly windows: Record<QueueName, WorkWindows>;
  private readonly later: Record<QueueName, LaterJobs>;
  /** Rows of commits until they are due. Then they enter their windows. */
  private readonly awaited: Record<QueueName, LaterJobs>;
  private readonly gathered: Partial<Record<QueueName, Gathered>> = {};

  constructor(config: RedisSettings & Pick<Config, 'QUEUE_PREFIX'>, logger: Logger) {
    this.redis = connectToRedis(config, {
      enableOfflineQueue: false,
      maxRetriesPerRequest: 1,
      connectTimeout: 2_000,
      retryStrategy: (attempt) => Math.min(attempt * 200, 2_000),
    });
    reopenWhenSilent(this.redis);
    warnOnce(this.redis, logger);
    const { redis } = this;
    const prefix = config.QUEUE_PREFIX;
    this.queues = ofEach((name) => openQueue(redis, prefix, name));
    this.windows = ofEach((name) => new WorkWindows(redis, prefix, QUEUES[name]));
    this.later = ofEach((name) => new LaterJobs(aheadOfTime, (refs, delayMs) => this.sendLater(name, refs, delayMs)));
    this.awaited = ofEach((name) => new LaterJobs(inTime, (refs, delayMs) => this.sendAwaited(name, refs, delayMs)));
  }

  get ready(): boolean {
    return this.redis.status === 'ready';
  }

  /**
   * Adds jobs for rows that a commit made due, now or later. Later ones are kept until they are due, also while Redis is
   * unreachable. Resolves within 50 ms, even if adding fails.
   */
  add(queue: QueueName, refs: readonly CommittedRef[]): Promise<void> {
    const due: WorkRef[] = [];
    for (const ref of refs) {
      const { dueInMs = 0 } = ref;
      if (dueInMs > 0) this.awaited[queue].add(ref, dueInMs);
      else due.push(ref);
    }
    return this.addDue(queue, due);
  }

  /**
   * Adds jobs for rows that Postgres says are due, without those that have one. Resolves to the rows that got one, or to
   * undefined if Redis takes none.
   */
  async feed(queue: QueueName, refs: readonly WorkRef[]): Promise<readonly WorkRef[] | undefined> {
    if (!this.ready) return undefined;
    return refs.length === 0 ? [] : withTimeout(FEED_BUDGET_MS, this.send(queue, refs, true));
  }

  /** Names a row that is due after `delayMs`; rows that are due together share a job. */
  addLater(queue: QueueName, ref: WorkRef, delayMs: number): void {
    if (this.ready) this.later[queue].add(ref, delayMs);
  }

  /**
   * Adds a job for one row that is due after `delayMs`. BullMQ repeats it up to `attempts` times, each time after the delay of
   * the error that the worker throws.
   */
  async addRetry(queue: QueueName, ref: WorkRef, delayMs: number, attempts: number): Promise<void> {
    if (!this.ready) return;
    const adding = async (): Promise<void> => {
      if (!(await this.windows[queue].enterLater(ref, delayMs))) return;
      const opts = { delay: delayMs + DELAY_MARGIN_MS, attempts, backoff: { type: 'custom' } };
      await this.queues[queue].add(RETRY, dataOf([ref]), opts);
    };
    await withTimeout(SEND_BUDGET_MS, adding());
  }

  /** Called before the job of a row is repeated after `delayMs`. */
  async reserveRetry(queue: QueueName, ref: WorkRef, delayMs: number): Promise<void> {
    if (this.ready) await withTimeout(SEND_BUDGET_MS, this.windows[queue].enterLater(ref, delayMs));
  }

  /** Called every second with the rows that this process holds. */
  async touch(queue: QueueName, refs: readonly WorkRef[]): Promise<void> {
    if (this.ready && refs.length > 0) await withTimeout(SEND_BUDGET_MS, this.windows[queue].touch(refs));
  }

  /** Called with rows that are claimed, or left to the background task. Returns environments whose due rows now fit. */
  async leave(queue: QueueName, refs: readonly WorkRef[]): Promise<number[]> {
    return this.ready ? this.windows[queue].leave(refs).catch(() => []) : [];
  }

  /** Returns the numbers of jobs in Redis; rejects if it is unreachable. */
  async depths(): Promise<NamedDepth[]> {
    if (!this.ready) throw new Error('Redis is unreachable');
    return Promise.all(QUEUE_NAMES.map(async (queue) => ({ queue, ...(await depthOf(this.queues[queue])) })));
  }

  /** Sends what was gathered, then disconnects. */
  async close(): Promise<void> {
    const gathered = Object.values(this.gathered).map(({ sent }) => sent);
    const kept = [...Object.values(this.later), ...Object.values(this.awaited)];
    await Promise.all([...gathered, ...kept.map((jobs) => jobs.flush())]);
    await Promise.allSettled(Object.values(this.queues).map((queue) => queue.close()));
    this.redis.disconnect();
  }

  private addDue(queue: QueueName, refs: readonly WorkRef[]): Promise<void> {
    if (refs.length === 0 || !this.ready) return Promise.resolve();
    const gathered = this.gathered[queue] ?? this.gather(queue);
    gathered.refs.push(...refs);
    return gathered.sent;
  }

  /** Rows that become due in the same turn of the event loop share jobs. */
  private gather(queue: QueueName): Gathered {
    const refs: WorkRef[] = [];
    const sent = new Promise<void>((resolve) => {
      setImmediate(() => {
        delete this.gathered[queue];
        void withTimeout(SEND_BUDGET_MS, this.send(queue, refs, false)).then(() => resolve());
      });
    });
    const gathered = { refs, sent };
    this.gathered[queue] = gathered;
    return gathered;
  }

  private async send(queue: QueueName, refs: readonly WorkRef[], fed: boolean): Promise<readonly WorkRef[]> {
    const entered = await this.windows[queue].enter(refs, fed);
    await this.addJobs(queue, entered);
    return entered;
  }

  /** Only a process that ends sends them before they are due. */
  private sendAwaited(queue: QueueName, refs: readonly WorkRef[], delayMs: number): Promise<void> {
    return delayMs > 0 ? this.sendLater(queue, refs, delayMs) : this.addDue(queue, refs);
  }

  private async sendLater(queue: QueueName, refs: readonly WorkRef[], delayMs: number): Promise<void> {
    const delay = Math.round(delayMs) + DELAY_MARGIN_MS;
    if (this.ready) await withTimeout(SEND_BUDGET_MS, this.addJobs(queue, refs, { delay }));
  }

  private async addJobs(queue: QueueName, refs: readonly WorkRef[], opts: { delay?: number } = {}): Promise<void> {
    const jobs = [];
    for (let start = 0; start < refs.length; start += MAX_REFS_PER_JOB) {
      jobs.push({ name: DUE, data: dataOf(refs.slice(start, start + MAX_REFS_PER_JOB)), opts });
    }
    const [only] = jobs;
    if (jobs.length === 1 && only !== undefined) await this.queues[queue].add(only.name, only.data, opts);
    else if (jobs.length > 1) await this.queues[queue].addBulk(jobs);
  }
}

function ofEach<Part>(make: (name: QueueName) => Part): Record<QueueName, Part> {
  return { payments: make('payments'), deliveries: make('deliveries'), refunds: make('refunds') };
}

function openQueue(connection: Redis, prefix: string, name: QueueName): Queue {
  const queue = new Queue(QUEUES[name], {
    connection,
    prefix,
    skipVersionCheck: true,
    skipWaitingForReady: true,
    defaultJobOptions: { removeOnComplete: true, removeOnFail: KEPT_FAILED, stackTraceLimit: 0 },
  });
  // Errors of the connection are logged once, below.
  queue.on('error', () => {});
  return queue;
}

/** Logs once that Redis is unreachable, until it is reachable again. */
function warnOnce(redis: Redis, logger: Pick<Logger, 'warn'>): void {
  let isReported = false;
  redis.on('error', (error: Error) => {
    if (isReported) return;
    isReported = true;
    logger.warn(
      { event: 'redis_unreachable', reason: reasonOf(error) },
      'Redis (REDIS_URL) is unreachable; workers find new work a moment later, in Postgres',
    );
  });
  redis.on('ready', () => {
    isReported = false;
  });
}

function dataOf(refs: readonly WorkRef[]): { refs: string[] } {
  return { refs: refs.map(encodeWorkRef) };
}
