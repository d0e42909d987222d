import { isDatabaseAway } from './database-away.js';

export interface GroupSettings {
  readonly mostPerGroup: number;
  readonly mostUnderWay: number;
  /** So many have to wait for a group to start while another one is under way; 1 when it is left out. */
  readonly leastBeside?: number;
}

interface Waiting<Item, Outcome> {
  readonly item: Item;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Writes items in groups: what arrives while groups are under way makes up the next one, and each is answered when its
 * group has been written. None waits for a group to fill, and none fails for a neighbour's sake.
 */
export class GroupedWrites<Item, Outcome> {
  private waiting: Waiting<Item, Outcome>[] = [];
  private underWay = 0;

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
      this.waiting.push({ item, resolve, reject });
      this.start();
    });
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
      // Who loses the connection cannot know whether the group was committed: written again, it might be there twice.
      if (group.length === 1 || isDatabaseAway(error)) {
        for (const { reject } of group) reject(error);
        return;
      }
      this.onSplit(group.length, error);
      // Outside the group's place, so that those who come after it do not wait for its troubles.
      for (const waiting of group) void this.writeGroup([waiting]);
    }
  }
}
