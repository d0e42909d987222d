import type { Redis } from 'ioredis';
import { createHash } from 'node:crypto';

/** A script that Redis runs at once, without other commands between its own. */
export class RedisScript {
  private readonly digest: string;

  constructor(readonly text: string) {
    this.digest = createHash('sha1').update(text).digest('hex');
  }

  /** Sends the digest, and the text only if Redis does not know it. Rejects if Redis is unavailable. */
  async run(redis: Redis, keys: readonly string[], values: readonly (string | number)[]): Promise<unknown> {
    return redis.evalsha(this.digest, keys.length, ...keys, ...values).catch((error: unknown) => {
      if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error;
      return redis.eval(this.text, keys.length, ...keys, ...values);
    });
  }
}
