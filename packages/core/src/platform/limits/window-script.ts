import { createHash } from 'node:crypto';
import { WINDOW_SECONDS } from './limit-verdict.js';

export interface RedisScript {
  readonly text: string;
  readonly digest: string;
}

/** Redis's own clock, so that processes whose clocks differ count alike. */
const REDIS_CLOCK = "redis.call('TIME')[1]";

/**
 * The sliding window in Redis. KEYS[1] is the window, ARGV[1] the limit, ARGV[2] how many requests to count: 1 or 0. It
 * answers {1 or 0, remaining, seconds until there are more}. The hash has one field per second that counted something. It
 * also keeps the first and the last of those seconds and their sum, so a request costs the same at any load.
 *
 * A clock that goes back by less than the window (another Redis took over) stays in the latest second, which keeps the
 * limit. One that goes back further starts a new window.
 */
export function windowScript(clock: string = REDIS_CLOCK): RedisScript {
  const text = `
    local second = tonumber(${clock})
    local limit, cost = tonumber(ARGV[1]), tonumber(ARGV[2])
    local state = redis.call('HMGET', KEYS[1], 'oldest', 'latest', 'used')
    local oldest, latest, used = tonumber(state[1]), tonumber(state[2]), tonumber(state[3])
    if not used or math.abs(second - latest) >= ${WINDOW_SECONDS} then
      if used then redis.call('DEL', KEYS[1]) end
      oldest, latest, used = second, second, 0
    end
    if second < latest then second = latest end
    while oldest < second do
      local count = tonumber(redis.call('HGET', KEYS[1], oldest))
      if count and oldest > second - ${WINDOW_SECONDS} then break end
      if count then
        redis.call('HDEL', KEYS[1], oldest)
        used = used - count
      end
      oldest = oldest + 1
    end
    local allowed = used < limit
    if allowed and cost > 0 then
      redis.call('HINCRBY', KEYS[1], second, cost)
      used = used + cost
    end
    redis.call('HSET', KEYS[1], 'oldest', oldest, 'latest', second, 'used', used)
    redis.call('EXPIRE', KEYS[1], ${WINDOW_SECONDS + 1})
    return { allowed and 1 or 0, math.max(0, limit - used), oldest + ${WINDOW_SECONDS} - second }
  `;
  return { text, digest: createHash('sha1').update(text).digest('hex') };
}
