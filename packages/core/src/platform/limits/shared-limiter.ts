import { Redis } from 'ioredis';
import type { Config } from '../config/config.js';
import type { Logger } from '../logger.js';
import type { LimitVerdict } from './limit-verdict.js';
import { takeScript } from './take-script.js';

const ANSWER_WITHIN_MS = 50;
/** After an answer that did not come in time, Redis is left alone for so long. */
const PAUSE_MS = 1_000;
const HUNG_AFTER_MS = 2_000;
const CONNECT_WITHIN_MS = 1_000;

const TAKE = takeScript();

/**
 * Limits that all processes share, in Redis. No request waits for Redis longer than 50 ms, and while Redis is slow only
 * one a second waits at all.
 */
export class SharedLimiter {
  // A connection of its own: no command queues behind another's pipeline.
  private readonly redis: Redis;
  private readonly prefix: string;
  private pausedUntil = 0;
  private away = false;

  constructor(
    config: Pick<Config, 'REDIS_URL' | 'QUEUE_PREFIX'>,
    private readonly logger: Logger,
  ) {
    this.prefix = config.QUEUE_PREFIX;
    this.redis = new Redis(config.REDIS_URL, {
      enableAutoPipelining: false,
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      connectTimeout: 2_000,
      socketTimeout: HUNG_AFTER_MS,
      retryStrategy: (attempt) => Math.min(attempt * 200, 2_000),
    });
    this.redis.on('error', (error: Error) => this.report(error.message));
  }

  /** Resolves when Redis can be asked, or after a second without it. */
  async connected(): Promise<void> {
    if (this.redis.status === 'ready') return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, CONNECT_WITHIN_MS);
      this.redis.once('ready', () => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  /** Asks for one more; undefined when Redis does not answer now. */
  async take(key: string, limit: number): Promise<LimitVerdict | undefined> {
    if (this.redis.status !== 'ready' || performance.now() < this.pausedUntil) return undefined;
    const reply = await inTime(this.ask(`${this.prefix}:limit:{${key}}`, limit));
    if (reply === undefined) {
      this.pausedUntil = performance.now() + PAUSE_MS;
      this.report('no answer in time');
      return undefined;
    }
    if (this.away) {
      this.away = false;
      this.logger.info({ event: 'limits_shared' }, 'Redis is back; limits hold over all processes');
    }
    const [allowed, remaining, resetSeconds] = reply;
    return { allowed: allowed === 1, remaining, resetSeconds };
  }

  close(): void {
    this.redis.disconnect();
  }

  private async ask(key: string, limit: number): Promise<[number, number, number]> {
    try {
      return (await this.redis.evalsha(TAKE.digest, 1, key, limit)) as [number, number, number];
    } catch (error) {
      if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error;
      return (await this.redis.eval(TAKE.text, 1, key, limit)) as [number, number, number];
    }
  }

  private report(reason: string): void {
    if (this.away) return;
    this.away = true;
    this.logger.warn({ event: 'limits_local', reason }, 'Redis does not answer; every process limits by itself');
  }
}

/** What the promise resolves with; undefined when it rejects or takes too long. */
function inTime<Value>(promise: Promise<Value>): Promise<Value | undefined> {
  return new Promise((resolve) => {
    // A process that was busy itself first reads what has arrived meanwhile, and only then gives up.
    const timer = setTimeout(() => setImmediate(resolve, undefined), ANSWER_WITHIN_MS);
    promise.then(
      (value) => {
        clearTimeout(timer);
        resolve(value);
      },
      () => {
        clearTimeout(timer);
        resolve(undefined);
      },
    );
  });
}
