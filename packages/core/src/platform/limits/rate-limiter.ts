import type { Config } from '../config/config.js';
import type { Logger } from '../logger.js';
import { AccountStanding } from './account-standing.js';
import type { LimitVerdict } from './limit-verdict.js';
import { SharedLimiter } from './shared-limiter.js';

const MOST_ACCOUNTS = 10_000;
const CHARGES_AT_ONCE = 100;
const SOON_SECONDS = 2;

/**
 * Requests a minute of each account, counted over all processes in Redis. While Redis is slow or away every process
 * admits its share, and Redis is told of it as soon as it can be.
 */
export class RateLimiter {
  private readonly shared: SharedLimiter;
  private readonly processes: number;
  // The map keeps the order in which accounts were set: the first is the one unused longest, and makes room.
  private readonly accounts = new Map<string, AccountStanding>();
  private readonly owing = new Set<string>();
  private charging = false;

  constructor(
    config: Pick<Config, 'REDIS_URL' | 'QUEUE_PREFIX' | 'API_PROCESSES'>,
    logger: Logger,
    private readonly monotonicNow: () => number = () => performance.now(),
    private readonly mostAccounts = MOST_ACCOUNTS,
  ) {
    this.shared = new SharedLimiter(config, logger);
    this.shared.onReachable(() => void this.charge());
    this.processes = config.API_PROCESSES;
  }

  /** How many accounts it knows. */
  get size(): number {
    return this.accounts.size;
  }

  /** Asks for one more request of the account. */
  async take(accountId: string, requestsPerMinute: number): Promise<LimitVerdict> {
    const account = this.standingOf(accountId);
    account.askedUnder(requestsPerMinute);
    const authority = account.owes ? 'process' : this.shared.authority;
    const refusedHere = authority === 'both' && account.shareLeft(this.second(), this.processes) === 0;
    if (authority === 'process' || refusedHere) return this.decide(accountId, account);
    const answer = await this.shared.take(accountId, requestsPerMinute);
    if ('late' in answer) return this.decide(accountId, account, answer.late);
    account.decided(this.second(), answer.verdict);
    return answer.verdict;
  }

  /** What the account has left; nothing is counted. */
  async peek(accountId: string, requestsPerMinute: number): Promise<LimitVerdict> {
    const account = this.standingOf(accountId);
    account.askedUnder(requestsPerMinute);
    const asked = this.shared.authority === 'redis' ? await this.shared.peek(accountId, requestsPerMinute) : undefined;
    return asked ?? account.peek(this.second(), this.processes);
  }

  onApplicationBootstrap(): Promise<void> {
    return this.shared.connected();
  }

  onApplicationShutdown(): void {
    this.shared.close();
  }

  private standingOf(accountId: string): AccountStanding {
    const account = this.accounts.get(accountId) ?? new AccountStanding(this.second());
    this.accounts.delete(accountId);
    if (this.accounts.size >= this.mostAccounts) this.forgetOne();
    this.accounts.set(accountId, account);
    return account;
  }

  private forgetOne(): void {
    const [unusedLongest] = this.accounts.keys();
    if (unusedLongest === undefined) return;
    this.accounts.delete(unusedLongest);
    this.owing.delete(unusedLongest);
  }

  /** Decides here. What is admitted Redis must be told of, unless it turns out to have counted it after all. */
  private decide(accountId: string, account: AccountStanding, late?: Promise<LimitVerdict | undefined>): LimitVerdict {
    const second = this.second();
    const verdict = account.take(second, this.processes);
    const settle = (answer: LimitVerdict | undefined): void => {
      if (verdict.allowed && answer?.allowed !== true && this.accounts.get(accountId) === account) {
        account.owe(second);
        this.owing.add(accountId);
      }
      void this.charge();
    };
    if (late === undefined) settle(undefined);
    else void late.then(settle);
    // Who has a connection to Redis will ask it again in a moment.
    return verdict.allowed || !this.shared.reachable ? verdict : { ...verdict, resetSeconds: SOON_SECONDS };
  }

  /** Tells Redis of what was admitted without it, while there is a connection. No request waits for this. */
  private async charge(): Promise<void> {
    if (this.charging) return;
    this.charging = true;
    try {
      while (this.owing.size > 0 && this.shared.reachable) {
        const some = [...this.owing].slice(0, CHARGES_AT_ONCE);
        const charged = await Promise.all(some.map((accountId) => this.chargeAccount(accountId)));
        if (charged.includes(false)) return;
      }
    } finally {
      this.charging = false;
    }
  }

  private async chargeAccount(accountId: string): Promise<boolean> {
    this.owing.delete(accountId);
    const account = this.accounts.get(accountId);
    const second = this.second();
    const charges = account?.takeCharges(second) ?? [];
    if (account === undefined || charges.length === 0) return true;
    try {
      const { remaining } = await this.shared.charge(accountId, account.currentLimit, charges);
      account.charged(this.second(), remaining);
      return true;
    } catch {
      account.notCharged(second, charges);
      if (this.accounts.get(accountId) === account) this.owing.add(accountId);
      return false;
    }
  }

  private second(): number {
    return Math.floor(this.monotonicNow() / 1_000);
  }
}
