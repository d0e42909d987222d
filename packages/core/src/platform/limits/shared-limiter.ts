import { Redis } from 'ioredis';
import type { Config } from '../config/config.js';
import { reasonOf } from '../errors/reason.js';
import type { Logger } from '../logger.js';
import type { LimitVerdict } from './limit-verdict.js';
import { chargeScript, takeScript, type RedisScript } from './take-script.js';

const ANSWER_WITHIN_MS = 50;
/** After an answer that came late, Redis is not asked for so long. */
const SILENCE_MS = 1_000;
/** A connection is so old before Redis decides alone: until then the other processes have told it of theirs as well. */
const RETURN_MS = 1_500;
const HUNG_AFTER_MS = 2_000;
const CONNECT_WITHIN_MS = 1_000;
/** Short and the same for all, so that the processes are back at about the same time. */
const RECONNECT_AFTER_MS = 250;

const TAKE = takeScript();
const CHARGE = chargeScript();

/**
 * Who decides: Redis; Redis and the process both, since others may not yet have told Redis of all that they admitted while
 * it was away; the process alone.
 */
export type Authority = 'redis' | 'both' | 'process';

/** How many seconds ago, and how many. */
export type Charge = readonly [age: number, count: number];

/** What became of a request for one more. */
export type SharedAnswer =
  | { readonly verdict: LimitVerdict }
  /** Not in time. Whether Redis has counted it turns out later; undefined: it never will, and may have or not. */
  | { readonly late: Promise<LimitVerdict | undefined> };

/**
 * Limits that all processes share, in Redis. No request waits for Redis longer than 50 ms, and while Redis is slow or
 * away none does, but for one now and then that finds it so.
 */
export class SharedLimiter {
  // A connection of its own: no command queues behind another's pipeline.
  private readonly redis: Redis;
  private readonly prefix: string;
  private outstanding = 0;
  private silentUntil = 0;
  private sharedUntil = 0;
  private away = false;
  private gathering: Redis['stream'] | undefined;

  constructor(
    config: Pick<Config, 'REDIS_URL' | 'QUEUE_PREFIX'>,
    private readonly logger: Logger,
  ) {
    this.prefix = config.QUEUE_PREFIX;
    this.redis = new Redis(config.REDIS_URL, {
      enableAutoPipelining: false,
      enableOfflineQueue: false,
      // A request that is sent again would be counted twice.
      autoResendUnfulfilledCommands: false,
      maxRetriesPerRequest: 0,
      connectTimeout: CONNECT_WITHIN_MS,
      socketTimeout: HUNG_AFTER_MS,
      retryStrategy: () => RECONNECT_AFTER_MS,
    });
    this.redis.on('error', (error: Error) => this.report(reasonOf(error)));
    this.redis.on('close', () => {
      this.sharedUntil = Infinity;
    });
    this.redis.on('ready', () => {
      if (this.sharedUntil === Infinity) this.sharedUntil = performance.now() + RETURN_MS;
    });
  }

  /** Calls back whenever Redis can be told things again. */
  onReachable(listener: () => void): void {
    this.redis.on('ready', listener);
  }

  /** Whether there is a connection; Redis may be slow all the same. */
  get reachable(): boolean {
    return this.redis.status === 'ready';
  }

  get authority(): Authority {
    const now = performance.now();
    if (!this.reachable || this.outstanding > 0 || now < this.silentUntil) return 'process';
    return now < this.sharedUntil ? 'both' : 'redis';
  }

  /** Resolves when Redis can be asked, or after a second without it. */
  async connected(): Promise<void> {
    if (this.reachable) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, CONNECT_WITHIN_MS);
      this.redis.once('ready', () => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  /** Asks for one more. */
  async take(key: string, limit: number): Promise<SharedAnswer> {
    const asked = this.run(TAKE, key, [limit]);
    const verdict = await inTime(asked);
    if (verdict === undefined) return { late: this.awaitLate(asked) };
    if (this.away) {
      this.away = false;
      this.logger.info({ event: 'limits_shared' }, 'Redis is back; limits hold over all processes');
    }
    return { verdict };
  }

  /** Counts what was admitted without asking. Resolves however long it takes, or rejects: then it may be counted or not. */
  charge(key: string, limit: number, charges: readonly Charge[]): Promise<LimitVerdict> {
    return this.run(CHARGE, key, [limit, ...charges.flat()]);
  }

  /** What is left; undefined when Redis does not say so in time. */
  peek(key: string, limit: number): Promise<LimitVerdict | undefined> {
    return inTime(this.charge(key, limit, []));
  }

  close(): void {
    this.redis.disconnect();
  }

  /** What Redis says in the end. Until then, and a while longer, it is not asked: nothing queues up behind it. */
  private async awaitLate(asked: Promise<LimitVerdict>): Promise<LimitVerdict | undefined> {
    this.report('no answer in time');
    this.outstanding += 1;
    try {
      const verdict = await asked;
      this.silentUntil = performance.now() + SILENCE_MS;
      return verdict;
    } catch {
      return undefined;
    } finally {
      this.outstanding -= 1;
    }
  }

  private async run(script: RedisScript, key: string, values: readonly number[]): Promise<LimitVerdict> {
    const window = `${this.prefix}:limit:{${key}}`;
    this.gather();
    const reply = await this.redis.evalsha(script.digest, 1, window, ...values).catch((error: unknown) => {
      if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error;
      return this.redis.eval(script.text, 1, window, ...values);
    });
    const [allowed, remaining, resetSeconds] = reply as [number, number, number];
    return { allowed: allowed === 1, remaining, resetSeconds };
  }

  /**
   * Has what is asked in this turn of the event loop go out in one write: requests that came in together go on together,
   * and their payments find themselves in one batch.
   */
  private gather(): void {
    const { stream } = this.redis;
    if (!this.reachable || this.gathering === stream) return;
    this.gathering = stream;
    stream.cork();
    setImmediate(() => {
      if (this.gathering === stream) this.gathering = undefined;
      stream.uncork();
    });
  }

  private report(reason: string): void {
    if (this.away) return;
    this.away = true;
    this.logger.warn(
      { event: 'limits_local', reason },
      'Redis (REDIS_URL) does not answer; every process limits by itself',
    );
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
