import { Redis } from 'ioredis';
import { isRedisUrl } from '../../platform/config/config-fields.js';
import { reasonOf } from '../../platform/errors/domain-error.js';
import { failed, ok, type Finding } from './finding.js';

const TIMEOUT_MS = 5_000;

/** Checks Redis: reachable, and never evicting keys. */
export async function examineRedis(url: string): Promise<Finding[]> {
  // ioredis would throw an error that contains the URL with its password.
  if (!isRedisUrl(url)) return [failed('redis', 'REDIS_URL is invalid')];
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: TIMEOUT_MS,
    commandTimeout: TIMEOUT_MS,
    maxRetriesPerRequest: 0,
    retryStrategy: null,
  });
  let reason = '';
  redis.on('error', (error: Error) => (reason ||= reasonOf(error)));
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
    return [failed('redis', `REDIS_URL is not reachable: ${reason || reasonOf(error)}`)];
  } finally {
    redis.disconnect();
  }
}

function examinePolicy(policy: string): Finding {
  if (policy === 'noeviction') return ok('redis memory', 'maxmemory-policy is noeviction');
  return failed('redis memory', `maxmemory-policy is ${policy}, which may evict queues; set it to noeviction`);
}
