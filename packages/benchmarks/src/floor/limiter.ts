import { Redis } from 'ioredis';

const IN_FLIGHT = 64;

// 61 one-second buckets on Redis's clock: never more than the limit in any 60 seconds.
const TAKE = `
  local second = tonumber(redis.call('TIME')[1])
  local buckets = redis.call('HGETALL', KEYS[1])
  local used = 0
  for i = 1, #buckets, 2 do
    if tonumber(buckets[i]) > second - 61 then used = used + tonumber(buckets[i + 1])
    else redis.call('HDEL', KEYS[1], buckets[i]) end
  end
  if used >= tonumber(ARGV[1]) then return -1 end
  redis.call('HINCRBY', KEYS[1], second, 1)
  redis.call('EXPIRE', KEYS[1], 62)
  return used + 1
`;

/** A sliding-window rate limit in one Lua call: its duration alone, and its rate with 64 in flight. */
export async function measureLimiter(redisUrl: string, seconds: number) {
  const redis = new Redis(redisUrl);
  try {
    const digest = (await redis.script('LOAD', TAKE)) as string;
    const take = (n: number): Promise<unknown> => redis.evalsha(digest, 1, `limit:${n % 60}`, 1_000_000_000);
    const rate = async (inFlight: number): Promise<number> => {
      const started = performance.now();
      let taken = 0;
      const keepBusy = async (): Promise<void> => {
        while (performance.now() - started < seconds * 1_000) await take(taken++);
      };
      await Promise.all(Array.from({ length: inFlight }, keepBusy));
      return taken / ((performance.now() - started) / 1_000);
    };
    const alone = await rate(1);
    const together = await rate(IN_FLIGHT);
    return { aloneMs: Math.round((1_000 / alone) * 1_000) / 1_000, perSecondWith64InFlight: Math.round(together) };
  } finally {
    redis.disconnect();
  }
}
