import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { redactLine } from '../platform/logger.js';
import { depthOf, failedCodes } from '../platform/queues/queue-depth.js';
import { QUEUE_NAMES, QUEUES, type QueueName } from '../platform/queues/work-queues.js';
import { redisSettingsOf, settingOf } from './doctor/settings.js';
import { readRedis, RedisUnreadable } from './read-redis.js';

/** As many as a queue keeps: see work-queues.ts. */
const NEWEST_FAILED = 1_000;

export interface QueueReport {
  readonly queue: QueueName;
  readonly waiting: number;
  readonly delayed: number;
  readonly active: number;
  readonly failed: number;
  /** Null if no job waits, apart from repeated ones. */
  readonly oldestWaitingSeconds: number | null;
  /** The newest failed jobs by code. */
  readonly failedCodes: Readonly<Record<string, number>>;
}

/** Why there is no report, for the operator. */
class QueuesUnreadable extends Error {
  override readonly name = 'QueuesUnreadable';
}

/** Reads the queues of an installation from outside. Changes nothing. Throws QueuesUnreadable. */
export async function readQueues(environment: NodeJS.ProcessEnv): Promise<QueueReport[]> {
  const prefix = settingOf('QUEUE_PREFIX', environment);
  if (prefix === undefined) throw new QueuesUnreadable('QUEUE_PREFIX is invalid: see npm run config.');
  try {
    return await readRedis(redisSettingsOf(environment), (redis) =>
      Promise.all(QUEUE_NAMES.map((name) => reportOn(name, redis, prefix))),
    );
  } catch (error) {
    if (!(error instanceof RedisUnreadable)) throw error;
    throw new QueuesUnreadable(
      error.reason === 'invalid_url'
        ? 'REDIS_URL is invalid: expected redis://:password@host:port.'
        : redactLine(`Redis (REDIS_URL) is not reachable: ${error.message}`),
    );
  }
}

async function reportOn(name: QueueName, redis: Redis, prefix: string): Promise<QueueReport> {
  const queue = new Queue(QUEUES[name], { connection: redis, prefix, skipVersionCheck: true, skipMetasUpdate: true });
  queue.on('error', () => {});
  const [{ jobs, oldestSeconds }, codes] = await Promise.all([depthOf(queue), failedCodes(queue, NEWEST_FAILED)]);
  await queue.close();
  return { queue: name, ...jobs, oldestWaitingSeconds: oldestSeconds, failedCodes: codes };
}
