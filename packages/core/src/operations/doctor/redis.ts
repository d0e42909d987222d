import type { RedisSettings } from '../../platform/redis-connection.js';
import { readRedis, RedisUnreadable } from '../read-redis.js';
import { failed, ok, type Finding } from './finding.js';

/** Checks Redis: reachable, and never evicting keys. */
export async function examineRedis(settings: RedisSettings): Promise<Finding[]> {
  try {
    const info = await readRedis(settings, (redis) => redis.info());
    const read = (name: string): string | undefined => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1];
    const version = read('valkey_version') ?? read('redis_version') ?? 'unknown';
    return [ok('redis', `reachable, version ${version}`), examinePolicy(read('maxmemory_policy') ?? 'unknown')];
  } catch (error) {
    if (!(error instanceof RedisUnreadable)) throw error;
    if (error.reason === 'invalid_url') return [failed('redis', error.message)];
    const where = settings.REDIS_SENTINELS?.length ? 'The primary of REDIS_SENTINELS' : 'REDIS_URL';
    return [failed('redis', `${where} is not reachable: ${error.message}`)];
  }
}

function examinePolicy(policy: string): Finding {
  if (policy === 'noeviction') return ok('redis memory', 'maxmemory-policy is noeviction');
  return failed('redis memory', `maxmemory-policy is ${policy}, which may evict queues; set it to noeviction`);
}
