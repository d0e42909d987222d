import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import type { Config } from '../config/config.js';
import { reasonOf } from '../errors/domain-error.js';
import type { Logger } from '../logger.js';
import { MAX_ENVIRONMENT_ID } from '../ids.js';

/** A row as queues refer to it. Redis stores nothing else about a row. */
export interface WorkRef {
  readonly environmentId: number;
  readonly id: string;
  /** The endpoint of a delivery: a worker can check its limits without a query. */
  readonly webhookId?: string;
  /** The event of a delivery: its id tells the age, and so where the event is stored. */
  readonly eventId?: string;
}

/** The maximum of a Postgres bigint. */
export const MAX_ID = 2n ** 63n - 1n;
// Only the canonical spelling: Postgres would find a row by another spelling, but lookups by the text would miss it.
const ID = '(0|[1-9]\\d{0,18})';
const SHAPE = new RegExp(`^(0|[1-9]\\d{0,9})-${ID}(?:-${ID}(?:-${ID})?)?$`);

export function encodeWorkRef({ environmentId, id, webhookId, eventId }: WorkRef): string {
  const delivery = webhookId === undefined ? [] : [webhookId, ...(eventId === undefined ? [] : [eventId])];
  return [environmentId, id, ...delivery].join('-');
}

/** Returns the rows of a job. Invalid references are dropped, since Redis is not trusted. */
export function decodeWorkRefs(data: unknown): WorkRef[] {
  const refs = (data as { refs?: unknown } | null)?.refs;
  if (!Array.isArray(refs)) return [];
  return refs.flatMap((ref: unknown) => (typeof ref === 'string' ? (decodeWorkRef(ref) ?? []) : []));
}

/** Parses a reference; undefined if it is invalid. */
export function decodeWorkRef(text: string): WorkRef | undefined {
  const [, environmentId, id, webhookId, eventId] = SHAPE.exec(text) ?? [];
  if (environmentId === undefined || id === undefined || Number(environmentId) > MAX_ENVIRONMENT_ID) return undefined;
  if ([id, eventId].some((each) => each !== undefined && BigInt(each) > MAX_ID)) return undefined;
  return {
    environmentId: Number(environmentId),
    id,
    ...(webhookId === undefined ? {} : { webhookId }),
    ...(eventId === undefined ? {} : { eventId }),
  };
}

export const QUEUES = { payments: 'payments', deliveries: 'deliveries', refunds: 'refunds' } as const;
export type QueueName = keyof typeof QUEUES;

export interface QueueDepth {
  readonly queue: QueueName;
  readonly state: 'waiting' | 'active' | 'delayed';
  readonly jobs: number;
}

export const MAX_REFS_PER_JOB = 50;
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
    this.queues = { payments: open('payments'), deliveries: open('deliveries'), refunds: open('refunds') };
  }

  get ready(): boolean {
    return this.redis.status === 'ready';
  }

  /** Tells the workers that rows are due now. Resolves within 50 ms, even if sending fails. */
  async hint(queue: QueueName, refs: readonly WorkRef[]): Promise<void> {
    if (refs.length === 0 || !this.ready) return;
    const jobs = [];
    for (let start = 0; start < refs.length; start += MAX_REFS_PER_JOB) {
      jobs.push({ name: 'due', data: { refs: refs.slice(start, start + MAX_REFS_PER_JOB).map(encodeWorkRef) } });
    }
    const [only] = jobs;
    const sent =
      jobs.length === 1 && only !== undefined
        ? this.queues[queue].add(only.name, only.data)
        : this.queues[queue].addBulk(jobs);
    await bounded(sent);
  }

  /** Tells the workers that rows are due in `delayMs`. `jobId` deduplicates the hint. */
  async hintLater(queue: QueueName, refs: readonly WorkRef[], delayMs: number, jobId: string): Promise<void> {
    if (!this.ready) return;
    const options = { delay: Math.round(delayMs) + DELAY_MARGIN_MS, jobId };
    await bounded(this.queues[queue].add('due', { refs: refs.map(encodeWorkRef) }, options));
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

  async close(): Promise<void> {
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
