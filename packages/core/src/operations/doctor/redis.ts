import { isRedisUrl } from '../../platform/config/redis-fields.js';
import { reasonOf } from '../../platform/errors/domain-error.js';
import { connectToRedis, ONE_ATTEMPT, type RedisSettings } from '../../platform/redis-connection.js';
import { failed, ok, type Finding } from './finding.js';

/** Checks Redis: reachable, and never evicting keys. */
export async function examineRedis(settings: RedisSettings): Promise<Finding[]> {
  // ioredis would throw an error that contains the URL with its password.
  if (!isRedisUrl(settings.REDIS_URL)) return [failed('redis', 'REDIS_URL is invalid')];
  const redis = connectToRedis(settings, ONE_ATTEMPT);
  let reason = '';
  for (const event of ['sentinelError', 'error']) redis.on(event, (error: Error) => (reason ||= reasonOf(error)));
  const where = settings.REDIS_SENTINELS?.length ? 'The primary of REDIS_SENTINELS' : 'REDIS_URL';
  try {
    await redis.connect();
    const info = await redis.info();
    const read = (name: string): string => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1] ?? 'unknown';
    return [
      ok(
        'redis',
        `reachable, version ${read('valkey_version') === 'unknown' ? read('redis_version') : read('valkey_version')}`,
      ),
      examinePolicy(read('maxmemory_policy')),
    ];
  } catch (error) {
    return [failed('redis', `${where} is not reachable: ${reason || reasonOf(error)}`)];
  } finally {
    redis.disconnect();
  }
}

function examinePolicy(policy: string): Finding {
  if (policy === 'noeviction') return ok('redis memory', 'maxmemory-policy is noeviction');
  return failed('redis memory', `maxmemory-policy is ${policy}, which may evict queues; set it to noeviction`);
}
