import { WINDOW_SECONDS, type LimitVerdict } from './limit-verdict.js';
import type { Charge } from './shared-limiter.js';
import { SlidingWindow } from './sliding-window.js';

/** What Redis has said of an account, and what the process has admitted by itself since. */
interface Heard {
  readonly remaining: number;
  /** The second in which all that was counted when it was said has left the window. */
  readonly until: number;
  since: number;
}

/**
 * What one process knows of an account: what it has admitted itself, what Redis last said was left, and what was admitted
 * that Redis has yet to be told of.
 */
export class AccountStanding {
  private readonly admitted: SlidingWindow;
  /** What it said when it last decided, and when it was last told of what it had not decided. */
  private heard: { decision?: Heard; charge?: Heard } = {};
  private readonly owed = new Map<number, number>();
  private owedCount = 0;
  private underWay = 0;
  private limit = 0;

  constructor(second: number) {
    this.admitted = new SlidingWindow(second);
  }

  /** The limit that it was last asked under. */
  get currentLimit(): number {
    return this.limit;
  }

  /** Whether something was admitted that Redis is not known to have counted. */
  get owes(): boolean {
    return this.owedCount > 0 || this.underWay > 0;
  }

  askedUnder(limit: number): void {
    this.limit = limit;
  }

  /** Redis has decided, knowing of all that this process admitted but for what it is still owed. */
  decided(second: number, { allowed, remaining }: LimitVerdict): void {
    if (allowed) this.admitted.add(second);
    this.heard = { decision: this.hear(second, remaining) };
  }

  /**
   * How many more the process may admit without Redis: its share of the limit, less what it has admitted already, and of
   * what Redis last said was left. As long as no process had more than its share, all together keep the limit.
   */
  shareLeft(second: number, processes: number): number {
    const share = Math.max(1, Math.floor(this.limit / processes)) - this.admitted.usedIn(second);
    const shares = this.stillTrue(second).map(({ remaining, since }) => Math.floor(remaining / processes) - since);
    return Math.max(0, Math.min(share, ...shares));
  }

  /** What is left without Redis, and when there is more at the latest. */
  peek(second: number, processes: number): LimitVerdict {
    const remaining = this.shareLeft(second, processes);
    return { allowed: remaining > 0, remaining, resetSeconds: WINDOW_SECONDS };
  }

  /** Asks for one more without Redis. */
  take(second: number, processes: number): LimitVerdict {
    const left = this.shareLeft(second, processes);
    const known = this.stillTrue(second);
    const used = this.admitted.usedIn(second);
    const verdict = this.admitted.take(second, used + left);
    if (verdict.allowed) for (const heard of known) heard.since += 1;
    if (left > 0 || known.length === 0) return verdict;
    const forgotten = known.map(({ until }) => until - second);
    return { ...verdict, resetSeconds: Math.max(used > 0 ? verdict.resetSeconds : 0, ...forgotten) };
  }

  /** One that was admitted in that second is Redis's to count. */
  owe(second: number, count = 1): void {
    this.owed.set(second, (this.owed.get(second) ?? 0) + count);
    this.owedCount += count;
  }

  /** Takes what Redis is to be told now; what has left the window is forgotten. */
  takeCharges(second: number): Charge[] {
    const charges = [...this.owed].flatMap(([since, count]): Charge[] =>
      second - since < WINDOW_SECONDS ? [[second - since, count]] : [],
    );
    this.owed.clear();
    this.owedCount = 0;
    this.underWay = charges.reduce((sum, [, count]) => sum + count, 0);
    return charges;
  }

  /** Redis has counted them, and says what is left. */
  charged(second: number, remaining: number): void {
    this.underWay = 0;
    this.heard.charge = this.hear(second, remaining);
  }

  /** Whether Redis has counted them is unknown: it is told again, since twice is better than never. */
  notCharged(second: number, charges: readonly Charge[]): void {
    this.underWay = 0;
    for (const [age, count] of charges) this.owe(second - age, count);
  }

  private hear(second: number, remaining: number): Heard {
    const left = Math.max(0, remaining - this.owedCount - this.underWay);
    return { remaining: left, until: second + WINDOW_SECONDS, since: 0 };
  }

  private stillTrue(second: number): Heard[] {
    const { decision, charge } = this.heard;
    return [decision, charge].filter((heard) => heard !== undefined).filter(({ until }) => second < until);
  }
}
