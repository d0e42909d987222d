import pg from 'pg';
import { DomainError, temporarilyUnavailable } from '../errors/domain-error.js';
import { isDatabaseAway } from './database-away.js';

export interface GroupSettings {
  readonly maxPerGroup: number;
  readonly maxInFlight: number;
  /** How many items must wait for a group to start while another one is in progress; 1 by default. */
  readonly minForParallelGroup?: number;
  /** Items that wait longer for their group to start are rejected; no limit by default. */
  readonly maxWaitMs?: number;
}

interface Waiting<Item, Outcome> {
  readonly item: Item;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
  readonly since: number;
}

/** Writes items in groups: those that arrive during a write form the next one. A rolled-back group is split. */
export class GroupedWrites<Item, Outcome> {
  private waiting: Waiting<Item, Outcome>[] = [];
  private underWay = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    /** Writes all items or none, and returns their outcomes in order. */
    private readonly write: (items: readonly Item[]) => Promise<readonly Outcome[]>,
    private readonly settings: GroupSettings,
    /** Called when a group could not be written as one; its items are then written one by one. */
    private readonly onSplit: (size: number, error: unknown) => void = () => {},
  ) {}

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
    const { maxWaitMs } = this.settings;
    const [first] = this.waiting;
    if (maxWaitMs === undefined || first === undefined || this.timer !== undefined) return;
    this.timer = setTimeout(() => this.refuse(maxWaitMs), first.since + maxWaitMs - performance.now()).unref();
  }

  private refuse(maxWaitMs: number): void {
    this.timer = undefined;
    const latest = performance.now() - maxWaitMs;
    const late = this.waiting.filter(({ since }) => since <= latest);
    this.waiting = this.waiting.slice(late.length);
    for (const { reject } of late) reject(temporarilyUnavailable());
    this.watch();
  }

  private start(): void {
    const { maxInFlight, minForParallelGroup = 1 } = this.settings;
    while (this.underWay < maxInFlight && this.waiting.length >= (this.underWay === 0 ? 1 : minForParallelGroup)) {
      const group = this.waiting.slice(0, this.settings.maxPerGroup);
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
      // What may be committed must not be written again; an outage hits single items as well.
      if (group.length === 1 || isDatabaseAway(error) || !isSurelyRolledBack(error)) {
        for (const { reject } of group) reject(error);
        return;
      }
      this.onSplit(group.length, error);
      // Not counted in underWay: later groups do not wait for these retries.
      for (const waiting of group) void this.writeGroup([waiting]);
    }
  }
}

/**
 * Whether a write was surely rolled back and may be retried. After these codes a commit may stand: 08, connection;
 * 40003, completion unknown; 57P, shutdown or crash; 58 and XX, a system or internal error.
 */
export function isSurelyRolledBack(error: unknown): boolean {
  if (error instanceof DomainError) return true;
  if (!(error instanceof pg.DatabaseError) || error.code === undefined) return false;
  return !/^(?:08|40003|57P|58|XX)/.test(error.code);
}
