import { Redis } from 'ioredis';
import type { Stack } from './stack.js';

/** The name and the value of every key of the stack in Redis: as it is stored, and as text, since DUMP compresses values. */
export async function redisContents(stack: Stack): Promise<string[]> {
  const redis = new Redis(stack.env['REDIS_URL'] ?? '');
  const readers: Readonly<Record<string, (key: string) => Promise<unknown>>> = {
    string: (key) => redis.get(key),
    hash: (key) => redis.hgetall(key),
    list: (key) => redis.lrange(key, 0, -1),
    set: (key) => redis.smembers(key),
    zset: (key) => redis.zrange(key, 0, -1),
    stream: (key) => redis.xrange(key, '-', '+'),
  };
  try {
    const keys = await redis.keys(`*${stack.env['QUEUE_PREFIX'] ?? ''}*`);
    const contents = keys.map(async (key) => {
      const value = await readers[await redis.type(key)]?.(key);
      // Null if the key has expired meanwhile.
      const dump = (await redis.dumpBuffer(key)) as Buffer | null;
      return [`${key} ${dump?.toString('latin1') ?? ''}`, `${key} ${JSON.stringify(value)}`];
    });
    return (await Promise.all(contents)).flat();
  } finally {
    redis.disconnect();
  }
}
