import type { Config } from '../config/config.js';
import type { Logger } from '../logger.js';
import type { LimitVerdict } from './limit-verdict.js';
import { LocalLimiter } from './local-limiter.js';
import { SharedLimiter } from './shared-limiter.js';

/**
 * Requests a minute of each account, counted over all processes in Redis. While Redis is away every process admits its
 * share of them, counted by itself.
 */
export class RateLimiter {
  private readonly shared: SharedLimiter;
  private readonly local = new LocalLimiter();
  private readonly processes: number;

  constructor(config: Pick<Config, 'REDIS_URL' | 'QUEUE_PREFIX' | 'API_PROCESSES'>, logger: Logger) {
    this.shared = new SharedLimiter(config, logger);
    this.processes = config.API_PROCESSES;
  }

  /** Asks for one more request of the account. */
  async take(accountId: string, requestsPerMinute: number): Promise<LimitVerdict> {
    const verdict = await this.shared.take(accountId, requestsPerMinute);
    if (verdict !== undefined) return verdict;
    const share = Math.max(1, Math.floor(requestsPerMinute / this.processes));
    return this.local.take(accountId, share);
  }

  onApplicationBootstrap(): Promise<void> {
    return this.shared.connected();
  }

  onApplicationShutdown(): void {
    this.shared.close();
  }
}
