import type { Redis } from 'ioredis';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../config/config.js';
import { reasonOf } from '../errors/domain-error.js';
import type { Logger } from '../logger.js';
import { connectToRedis, type RedisSettings } from '../redis-connection.js';
import { RedisScript } from '../redis-script.js';
import { type Cost, type LimitVerdict, LocalLimiter, WINDOW_SECONDS } from './local-limiter.js';

/** Redis's own clock, so that all processes count by the same one. */
const REDIS_CLOCK = "redis.call('TIME')[1]";

/**
 * The sliding window KEYS[1] in Redis, with the limit ARGV[1] and the cost ARGV[2], 1, 0 or -1. Returns {1 or 0, remaining,
 * seconds until more are allowed}. The hash has a field per second with requests, the first and last of them and the
 * sum. If the clock goes back by less than the window (failover), counting continues in the latest second; otherwise a
 * new window starts.
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
    if cost < 0 and used > 0 then
      local newest = second
      while not redis.call('HGET', KEYS[1], newest) do newest = newest - 1 end
      if redis.call('HINCRBY', KEYS[1], newest, cost) == 0 then redis.call('HDEL', KEYS[1], newest) end
      used = used + cost
    end
    redis.call('HSET', KEYS[1], 'oldest', oldest, 'latest', second, 'used', used)
    redis.call('EXPIRE', KEYS[1], ${WINDOW_SECONDS + 1})
    return { allowed and 1 or 0, math.max(0, limit - used), oldest + ${WINDOW_SECONDS} - second }
  `;
  return new RedisScript(text);
}

const CONNECT_WITHIN_MS = 1_000;
const BOOT_WAIT_MS = 2 * CONNECT_WITHIN_MS;
/** Closes a connection that does not respond for this long: longer than a busy machine needs, short for a client. */
const ANSWER_WITHIN_MS = 500;
/** At least ANSWER_WITHIN_MS: ioredis does not clear the socket timer of a lost connection. */
const RECONNECT_AFTER_MS = 500;

const WINDOW = windowScript();

/** Limits the requests per minute of each account, and the like, in Redis; without Redis, each process enforces its share. */
export class RateLimiter {
  // A separate connection: no command queues behind another pipeline.
  private readonly redis: Redis;
  private readonly local = new LocalLimiter();
  private readonly processes: number;
  private readonly prefix: string;
  private isLocal = false;
  private corked: Redis['stream'] | undefined;

  constructor(
    config: RedisSettings & Pick<Config, 'QUEUE_PREFIX' | 'API_PROCESSES'>,
    private readonly logger: Logger,
  ) {
    this.processes = config.API_PROCESSES;
    this.prefix = config.QUEUE_PREFIX;
    this.redis = connectToRedis(config, {
      lazyConnect: true,
      enableOfflineQueue: false,
      // A command that is sent again would count its request twice.
      autoResendUnfulfilledCommands: false,
      maxRetriesPerRequest: 0,
      connectTimeout: CONNECT_WITHIN_MS,
      socketTimeout: ANSWER_WITHIN_MS,
      retryStrategy: () => RECONNECT_AFTER_MS,
    });
    this.redis.on('error', (error: Error) => this.reportLocal(reasonOf(error)));
  }

  /** Requests one more request for the account. */
  take(bucket: string, requestsPerMinute: number): Promise<LimitVerdict> {
    return this.ask(bucket, requestsPerMinute, 1);
  }

  /** Returns what is left for the account, without counting. */
  peek(bucket: string, requestsPerMinute: number): Promise<LimitVerdict> {
    return this.ask(bucket, requestsPerMinute, 0);
  }

  /** Takes one back that was allowed, within a minute. */
  async giveBack(bucket: string): Promise<void> {
    await this.ask(bucket, 0, -1);
  }

  /** Waits a moment for the first connection, so that the first requests are counted in Redis too. Workers need none. */
  async connect(): Promise<void> {
    // While no Sentinel responds, connect() does not end.
    await Promise.race([this.redis.connect().catch(() => {}), sleep(BOOT_WAIT_MS, undefined, { ref: false })]);
  }

  onApplicationShutdown(): void {
    this.redis.disconnect();
  }

  private async ask(bucket: string, limit: number, cost: Cost): Promise<LimitVerdict> {
    if (this.redis.status !== 'ready') return this.askLocally('no connection', bucket, limit, cost);
    try {
      const verdict = await this.run(bucket, limit, cost);
      this.reportShared();
      return verdict;
    } catch (error) {
      return this.askLocally(reasonOf(error), bucket, limit, cost);
    }
  }

  private askLocally(reason: string, bucket: string, limit: number, cost: Cost): LimitVerdict {
    this.reportLocal(reason);
    return this.local.take(bucket, Math.max(1, Math.floor(limit / this.processes)), cost);
  }

  private async run(bucket: string, limit: number, cost: Cost): Promise<LimitVerdict> {
    const key = `${this.prefix}:limit:{${bucket}}`;
    this.cork();
    const reply = await WINDOW.run(this.redis, [key], [limit, cost]);
    const [allowed, remaining, resetSeconds] = reply as [number, number, number];
    return { allowed: allowed === 1, remaining, resetSeconds };
  }

  /** Sends all checks of one turn of the event loop in one write, so that their payments share a batch. */
  private cork(): void {
    const { stream } = this.redis;
    if (this.corked === stream) return;
    this.corked = stream;
    stream.cork();
    setImmediate(() => {
      this.corked = undefined;
      stream.uncork();
    });
  }

  private reportLocal(reason: string): void {
    if (this.isLocal) return;
    this.isLocal = true;
    this.logger.warn(
      { event: 'limits_local', reason },
      'Redis (REDIS_URL) is not responding; each process enforces its share of the limits',
    );
  }

  private reportShared(): void {
    if (!this.isLocal) return;
    this.isLocal = false;
    this.logger.info({ event: 'limits_shared' }, 'Redis is back; limits are enforced over all processes');
  }
}
