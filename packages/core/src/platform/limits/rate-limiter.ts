import { Redis } from 'ioredis';
import type { Config } from '../config/config.js';
import { reasonOf } from '../errors/reason.js';
import type { Logger } from '../logger.js';
import type { Cost, LimitVerdict } from './limit-verdict.js';
import { LocalLimiter } from './local-limiter.js';
import { windowScript } from './window-script.js';

const CONNECT_WITHIN_MS = 1_000;
/** A connection without an answer for this long is closed. Longer than a busy machine takes, short for a client. */
const ANSWER_WITHIN_MS = 500;
/** No shorter than ANSWER_WITHIN_MS: ioredis does not clear the timer of the connection that was lost. */
const RECONNECT_AFTER_MS = 500;

const WINDOW = windowScript();

/**
 * Limits the requests a minute of each account, over all processes, in Redis. While Redis is away, each process admits its
 * share of the limit by itself.
 */
export class RateLimiter {
  // A connection of its own: no command queues behind another's pipeline.
  private readonly redis: Redis;
  private readonly local = new LocalLimiter();
  private readonly processes: number;
  private readonly prefix: string;
  private isLocal = false;
  private corked: Redis['stream'] | undefined;

  constructor(
    config: Pick<Config, 'REDIS_URL' | 'QUEUE_PREFIX' | 'API_PROCESSES'>,
    private readonly logger: Logger,
  ) {
    this.processes = config.API_PROCESSES;
    this.prefix = config.QUEUE_PREFIX;
    this.redis = new Redis(config.REDIS_URL, {
      lazyConnect: true,
      enableOfflineQueue: false,
      // A request that is sent again would be counted twice.
      autoResendUnfulfilledCommands: false,
      maxRetriesPerRequest: 0,
      connectTimeout: CONNECT_WITHIN_MS,
      socketTimeout: ANSWER_WITHIN_MS,
      retryStrategy: () => RECONNECT_AFTER_MS,
    });
    this.redis.on('error', (error: Error) => this.reportLocal(reasonOf(error)));
  }

  /** Asks for one more request of the account. */
  take(accountId: string, requestsPerMinute: number): Promise<LimitVerdict> {
    return this.ask(accountId, requestsPerMinute, 1);
  }

  /** What the account has left. Counts nothing. */
  peek(accountId: string, requestsPerMinute: number): Promise<LimitVerdict> {
    return this.ask(accountId, requestsPerMinute, 0);
  }

  /** Waits for the first connection, so that the first requests are counted in Redis too. */
  async onApplicationBootstrap(): Promise<void> {
    await this.redis.connect().catch(() => {});
  }

  onApplicationShutdown(): void {
    this.redis.disconnect();
  }

  private async ask(accountId: string, limit: number, cost: Cost): Promise<LimitVerdict> {
    if (this.redis.status !== 'ready') return this.askLocally('no connection', accountId, limit, cost);
    try {
      const verdict = await this.run(accountId, limit, cost);
      this.reportShared();
      return verdict;
    } catch (error) {
      return this.askLocally(reasonOf(error), accountId, limit, cost);
    }
  }

  private askLocally(reason: string, accountId: string, limit: number, cost: Cost): LimitVerdict {
    this.reportLocal(reason);
    return this.local.take(accountId, Math.max(1, Math.floor(limit / this.processes)), cost);
  }

  private async run(accountId: string, limit: number, cost: Cost): Promise<LimitVerdict> {
    const key = `${this.prefix}:limit:{${accountId}}`;
    this.cork();
    const reply = await this.redis.evalsha(WINDOW.digest, 1, key, limit, cost).catch((error: unknown) => {
      if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error;
      return this.redis.eval(WINDOW.text, 1, key, limit, cost);
    });
    const [allowed, remaining, resetSeconds] = reply as [number, number, number];
    return { allowed: allowed === 1, remaining, resetSeconds };
  }

  /**
   * Sends what is asked in one turn of the event loop in one write: requests that arrived together go on together, and
   * their payments land in one batch.
   */
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
      'Redis (REDIS_URL) does not answer; every process limits by itself',
    );
  }

  private reportShared(): void {
    if (!this.isLocal) return;
    this.isLocal = false;
    this.logger.info({ event: 'limits_shared' }, 'Redis is back; limits hold over all processes');
  }
}
