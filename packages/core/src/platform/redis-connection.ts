import { setTimeout as sleep } from 'node:timers/promises';
import { Redis, type RedisOptions } from 'ioredis';
import type { SentinelAddress } from './config/redis-fields.js';

/** Where Redis is: at its URL, or where the Sentinels say. */
export interface RedisSettings {
  readonly REDIS_URL: string;
  readonly REDIS_SENTINELS?: readonly SentinelAddress[] | undefined;
  readonly REDIS_SENTINEL_NAME?: string | undefined;
  readonly REDIS_SENTINEL_PASSWORD?: string | undefined;
}

const TIMEOUT_MS = 5_000;
/** How often a connection is asked whether it still responds, and how long it may take. */
const ASK_EVERY_MS = 2_000;
const ANSWER_WITHIN_MS = 3_000;
/** In a process that was busy, an answer that is here is read first. */
const READ_WITHIN_MS = 100;

/** Options of a connection that reads once: it fails instead of trying again. */
export const ONE_ATTEMPT: RedisOptions = {
  lazyConnect: true,
  connectTimeout: TIMEOUT_MS,
  commandTimeout: TIMEOUT_MS,
  maxRetriesPerRequest: 0,
  retryStrategy: null,
  sentinelRetryStrategy: () => null,
};

/** Opens a connection to the primary. All connections to Redis are opened here. */
export function connectToRedis(settings: RedisSettings, options: RedisOptions): Redis {
  return new Redis(settings.REDIS_URL, {
    ...options,
    ...sentinelOptions(settings),
    // A primary that has become a replica keeps its connections if it was only cut off.
    reconnectOnError: (error) => error.message.startsWith('READONLY'),
  });
}

/**
 * Closes and reopens a connection that is open but does not respond: its machine is frozen or cut off. Without this, commands
 * would gather in memory until TCP gives up, which takes a quarter of an hour. The kernel of a frozen process still opens
 * connections, so that one which is not ready soon is reopened too.
 */
export function reopenWhenSilent(redis: Redis): void {
  let isAsking = false;
  const ask = async (): Promise<void> => {
    const { status, stream } = redis;
    if (isAsking || (status !== 'ready' && status !== 'connect')) return;
    isAsking = true;
    const late = sleep(ANSWER_WITHIN_MS, undefined, NO_HOLD).then(() => sleep(READ_WITHIN_MS, false, NO_HOLD));
    const hasAnswered = await (status === 'ready' ? Promise.race([redis.ping().then(isDone, isDone), late]) : late);
    isAsking = false;
    if (!hasAnswered && redis.status === status && redis.stream === stream) redis.disconnect(true);
  };
  const timer = setInterval(() => void ask(), ASK_EVERY_MS).unref();
  redis.once('end', () => clearInterval(timer));
}

const NO_HOLD = { ref: false };
const isDone = (): true => true;

/** The Sentinels are asked again for each new connection. The URL's user, password, database and TLS hold for the primary. */
function sentinelOptions(settings: RedisSettings): RedisOptions {
  const { REDIS_SENTINELS: sentinels = [], REDIS_SENTINEL_PASSWORD: password, REDIS_URL: url } = settings;
  if (sentinels.length === 0) return {};
  return {
    sentinels: sentinels.map(({ host, port }) => ({ host, port })),
    name: settings.REDIS_SENTINEL_NAME ?? 'mymaster',
    sentinelCommandTimeout: TIMEOUT_MS,
    ...(password === undefined ? {} : { sentinelPassword: password }),
    ...(url.startsWith('rediss:') ? { enableTLSForSentinelMode: true, sentinelTLS: {} } : {}),
  };
}
