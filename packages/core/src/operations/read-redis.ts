import type { Redis } from 'ioredis';
import { isRedisUrl } from '../platform/config/redis-fields.js';
import { reasonOf } from '../platform/errors/domain-error.js';
import { connectToRedis, ONE_ATTEMPT, type RedisSettings } from '../platform/redis-connection.js';

/** Why Redis cannot be read. */
export class RedisUnreadable extends Error {
  constructor(
    readonly reason: 'invalid_url' | 'unreachable',
    detail: string,
  ) {
    super(detail);
  }
}

/** Reads from Redis once, over a connection of its own. Throws RedisUnreadable. */
export async function readRedis<Result>(
  settings: RedisSettings,
  read: (redis: Redis) => Promise<Result>,
): Promise<Result> {
  // ioredis would throw an error that contains the URL with its password.
  if (!isRedisUrl(settings.REDIS_URL)) throw new RedisUnreadable('invalid_url', 'REDIS_URL is invalid');
  const redis = connectToRedis(settings, ONE_ATTEMPT);
  let reason = '';
  for (const event of ['sentinelError', 'error']) redis.on(event, (error: Error) => (reason ||= reasonOf(error)));
  try {
    await redis.connect();
    return await read(redis);
  } catch (error) {
    throw new RedisUnreadable('unreachable', reason || reasonOf(error));
  } finally {
    redis.disconnect();
  }
}
