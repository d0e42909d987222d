import pg from 'pg';
import { DomainError } from '../errors/domain-error.js';
import { isDatabaseAway } from './database-away.js';

export interface GroupSettings {
  readonly mostPerGroup: number;
  readonly mostUnderWay: number;
  /** So many have to wait for a group to start while another one is under way; 1 when it is left out. */
  readonly leastBeside?: number;
  /** What has waited longer for its group to start is refused; without a limit where it is left out. */
  readonly longestWaitMs?: number;
}

interface Waiting<Item, Outcome> {
  readonly item: Item;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
  readonly since: number;
}

/**
 * Writes items in groups: what arrives while groups are under way makes up the next one, and each is answered when its
 * group has been written. None waits for a group to fill, and none fails for a neighbour's sake.
 */
export class GroupedWrites<Item, Outcome> {
  private waiting: Waiting<Item, Outcome>[] = [];
  private underWay = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    /** Writes all of them or none, and answers the outcome of each in their order. */
    private readonly write: (items: readonly Item[]) => Promise<readonly Outcome[]>,
    private readonly settings: GroupSettings,
    /** Told when a group could not be written as one; its items are then written one by one. */
    private readonly onSplit: (size: number, error: unknown) => void = () => {},
  ) {}

  /** How many wait for a group. */
  get size(): number {
    return this.waiting.length;
  }

  add(item: Item): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, resolve, reject, since: performance.now() });
      this.start();
      this.watch();
    });
  }

  private watch(): void {
    const { longestWaitMs } = this.settings;
    const [first] = this.waiting;
    if (longestWaitMs === undefined || first === undefined || this.timer !== undefined) return;
    this.timer = setTimeout(() => this.refuse(longestWaitMs), first.since + longestWaitMs - performance.now()).unref();
  }

  private refuse(longestWaitMs: number): void {
    this.timer = undefined;
    const latest = performance.now() - longestWaitMs;
    const late = this.waiting.filter(({ since }) => since <= latest);
    this.waiting = this.waiting.slice(late.length);
    for (const { reject } of late)
      reject(new DomainError('unavailable', 'The service is temporarily unavailable. Try again.'));
    this.watch();
  }

  private start(): void {
    const { mostUnderWay, leastBeside = 1 } = this.settings;
    while (this.underWay < mostUnderWay && this.waiting.length >= (this.underWay === 0 ? 1 : leastBeside)) {
      const group = this.waiting.slice(0, this.settings.mostPerGroup);
      this.waiting = this.waiting.slice(group.length);
      this.underWay++;
      void this.writeGroup(group).finally(() => {
        this.underWay--;
        this.start();
      });
    }
  }

  private async writeGroup(group: readonly Waiting<Item, Outcome>[]): Promise<void> {
    try {
      const outcomes = await this.write(group.map(({ item }) => item));
      for (const [index, { resolve, reject }] of group.entries()) {
        const outcome = outcomes[index];
        if (outcome === undefined) reject(new Error('an item that was written has no outcome'));
        else resolve(outcome);
      }
    } catch (error) {
      // What may have been committed must not be written again; and what is away for all is away for each.
      if (group.length === 1 || isDatabaseAway(error) || !isSurelyRolledBack(error)) {
        for (const { reject } of group) reject(error);
        return;
      }
      this.onSplit(group.length, error);
      // Outside the group's place, so that those who come after it do not wait for its troubles.
      for (const waiting of group) void this.writeGroup([waiting]);
    }
  }
}

/**
 * Whether what was to be written is surely not there, so that it may be written again. The rules of the domain refuse before
 * the commit. Postgres says so by most of its codes, but for those after which a commit may stand: 08, connection; 40003,
 * completion unknown; 57P, shut down or crashed; 58 and XX, a fault of the system or of Postgres.
 */
export function isSurelyRolledBack(error: unknown): boolean {
  if (error instanceof DomainError) return true;
  if (!(error instanceof pg.DatabaseError) || error.code === undefined) return false;
  return !/^(?:08|40003|57P|58|XX)/.test(error.code);
}
