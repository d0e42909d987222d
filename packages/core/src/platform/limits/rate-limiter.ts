import type { Config } from '../config/config.js';
import type { Logger } from '../logger.js';
import type { LimitVerdict } from './limit-verdict.js';
import { LocalLimiter } from './local-limiter.js';
import { SharedLimiter } from './shared-limiter.js';

const WINDOW_MS = 61_000;
const MOST_REMEMBERED = 10_000;

/**
 * Requests a minute of each account, counted over all processes in Redis. While Redis is away every process admits its
 * share of them, counted by itself.
 */
export class RateLimiter {
  private readonly shared: SharedLimiter;
  private readonly local = new LocalLimiter();
  private readonly processes: number;
  private readonly lastShared = new Map<string, { remaining: number; until: number }>();

  constructor(
    config: Pick<Config, 'REDIS_URL' | 'QUEUE_PREFIX' | 'API_PROCESSES'>,
    logger: Logger,
    private readonly monotonicNow: () => number = () => performance.now(),
  ) {
    this.shared = new SharedLimiter(config, logger);
    this.processes = config.API_PROCESSES;
  }

  /** Asks for one more request of the account. */
  async take(accountId: string, requestsPerMinute: number): Promise<LimitVerdict> {
    const verdict = await this.shared.take(accountId, requestsPerMinute);
    if (verdict !== undefined) {
      this.remember(accountId, verdict.remaining);
      return verdict;
    }
    return this.takeLocally(accountId, requestsPerMinute);
  }

  /** What Redis last said was left bounds what is admitted without it, until all that it had counted is a minute old. */
  private takeLocally(accountId: string, requestsPerMinute: number): LimitVerdict {
    const share = Math.max(1, Math.floor(requestsPerMinute / this.processes));
    const known = this.lastShared.get(accountId);
    const secondsLeft = known === undefined ? 0 : Math.ceil((known.until - this.monotonicNow()) / 1_000);
    if (known === undefined || secondsLeft <= 0) return this.local.take(accountId, share);
    const left = Math.min(share, Math.floor(known.remaining / this.processes));
    const verdict = this.local.take(accountId, left);
    return left === 0 ? { ...verdict, resetSeconds: secondsLeft } : verdict;
  }

  private remember(accountId: string, remaining: number): void {
    if (this.lastShared.size >= MOST_REMEMBERED && !this.lastShared.has(accountId)) this.lastShared.clear();
    this.lastShared.set(accountId, { remaining, until: this.monotonicNow() + WINDOW_MS });
  }

  onApplicationBootstrap(): Promise<void> {
    return this.shared.connected();
  }

  onApplicationShutdown(): void {
    this.shared.close();
  }
}
