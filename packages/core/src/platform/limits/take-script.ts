import { createHash } from 'node:crypto';
import { WINDOW_SECONDS } from './limit-verdict.js';

export interface RedisScript {
  readonly text: string;
  readonly digest: string;
}

/** Redis's own clock, so that processes whose clocks differ count alike. */
const REDIS_CLOCK = "redis.call('TIME')[1]";

/**
 * The script that asks a window for one more: KEYS[1] the window, ARGV[1] the limit; it answers {1 or 0, remaining,
 * seconds until there are more}. The window is a hash with one field a second that counted something, and the first and
 * last of them and their sum, so that a request costs the same however many there were.
 *
 * A clock that goes back a little (another Redis took over) stays in the latest second, which keeps the limit; one that
 * goes back further starts anew.
 */
export function takeScript(clock: string = REDIS_CLOCK): RedisScript {
  return overWindow(
    clock,
    `
    local allowed = used < limit
    if allowed then
      redis.call('HINCRBY', KEYS[1], second, 1)
      used = used + 1
    end`,
  );
}

/**
 * The script that counts what was admitted without asking, however many there are already: ARGV[2] on, in pairs, how
 * many seconds ago and how many. It answers like the other. The two clocks tick at different moments, so that an age is
 * up to a second too great; what is counted a second later than it came is on the safe side.
 */
export function chargeScript(clock: string = REDIS_CLOCK): RedisScript {
  return overWindow(
    clock,
    `
    for index = 2, #ARGV, 2 do
      local at = math.min(second, second - tonumber(ARGV[index]) + 1)
      if at > second - ${WINDOW_SECONDS} then
        redis.call('HINCRBY', KEYS[1], at, ARGV[index + 1])
        used = used + tonumber(ARGV[index + 1])
        oldest = math.min(oldest, at)
      end
    end
    local allowed = used <= limit`,
  );
}

/** A script that first lets go of what has left the window, and afterwards keeps its sums. */
function overWindow(clock: string, count: string): RedisScript {
  const text = `
    local second = tonumber(${clock})
    local limit = tonumber(ARGV[1])
    local state = redis.call('HMGET', KEYS[1], 'oldest', 'latest', 'used')
    local oldest, latest, used = tonumber(state[1]), tonumber(state[2]), tonumber(state[3])
    if not used or math.abs(second - latest) >= ${WINDOW_SECONDS} then
      redis.call('DEL', KEYS[1])
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
    end${count}
    redis.call('HSET', KEYS[1], 'oldest', oldest, 'latest', second, 'used', used)
    redis.call('EXPIRE', KEYS[1], ${WINDOW_SECONDS + 1})
    return { allowed and 1 or 0, math.max(0, limit - used), oldest + ${WINDOW_SECONDS} - second }
  `;
  return { text, digest: createHash('sha1').update(text).digest('hex') };
}
