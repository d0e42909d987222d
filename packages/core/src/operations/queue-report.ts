import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { isRedisUrl } from '../platform/config/redis-fields.js';
import { reasonOf } from '../platform/errors/domain-error.js';
import { redactLine } from '../platform/logger.js';
import { depthOf, failedCodes } from '../platform/queues/queue-depth.js';
import { QUEUE_NAMES, QUEUES, type QueueName } from '../platform/queues/work-queues.js';
import { connectToRedis, ONE_ATTEMPT } from '../platform/redis-connection.js';
import { redisSettingsOf, settingOf } from './doctor/settings.js';

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
export class QueuesUnreadable extends Error {}

/** Reads the queues of an installation from outside. Changes nothing. Throws QueuesUnreadable. */
export async function readQueues(environment: NodeJS.ProcessEnv): Promise<QueueReport[]> {
  const prefix = settingOf('QUEUE_PREFIX', environment);
  if (prefix === undefined) throw new QueuesUnreadable('QUEUE_PREFIX is invalid: see npm run config.');
  const settings = redisSettingsOf(environment);
  // ioredis would throw an error that contains the URL with its password.
  if (!isRedisUrl(settings.REDIS_URL))
    throw new QueuesUnreadable('REDIS_URL is invalid: expected redis://:password@host:port.');
  const redis = connectToRedis(settings, ONE_ATTEMPT);
  let reason = '';
  for (const event of ['sentinelError', 'error']) redis.on(event, (error: Error) => (reason ||= reasonOf(error)));
  try {
    await redis.connect();
    return await Promise.all(QUEUE_NAMES.map((name) => reportOn(name, redis, prefix)));
  } catch (error) {
    throw new QueuesUnreadable(redactLine(`Redis (REDIS_URL) is not reachable: ${reason || reasonOf(error)}`));
  } finally {
    redis.disconnect();
  }
}

async function reportOn(name: QueueName, redis: Redis, prefix: string): Promise<QueueReport> {
  const queue = new Queue(QUEUES[name], { connection: redis, prefix, skipVersionCheck: true, skipMetasUpdate: true });
  queue.on('error', () => {});
  const [{ jobs, oldestSeconds }, codes] = await Promise.all([depthOf(queue), failedCodes(queue, NEWEST_FAILED)]);
  await queue.close();
  return { queue: name, ...jobs, oldestWaitingSeconds: oldestSeconds, failedCodes: codes };
}
