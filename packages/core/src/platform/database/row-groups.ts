import { GroupedWrites } from './grouped-writes.js';
import { namedQuery, type NamedQuery } from './named-query.js';

const MAX_PER_GROUP = 50;
const MAX_IN_FLIGHT = 2;

/** Whether a statement leaves out the rows that others have locked, or waits for them. */
export type Locking = 'skip' | 'wait';

/** The two forms of a statement that locks rows; `sql` gets what follows FOR UPDATE OF. */
export function lockingQueries(name: string, sql: (orSkip: string) => string): Readonly<Record<Locking, NamedQuery>> {
  return { skip: namedQuery(`${name}_group`, sql('SKIP LOCKED')), wait: namedQuery(name, sql('')) };
}

/**
 * Writes to rows in groups: what arrives during a write forms the next one. A group leaves out rows that others have locked, so
 * that it waits for nobody; each of them is then written on its own.
 */
export class RowGroups<Item, Result> {
  private readonly groups: GroupedWrites<Item, { readonly result: Result | undefined }>;

  constructor(
    private readonly idOf: (item: Item) => string,
    /** Writes the rows that it finds, and returns the results by id. */
    private readonly write: (items: readonly Item[], locking: Locking) => Promise<ReadonlyMap<string, Result>>,
  ) {
    this.groups = new GroupedWrites(
      async (items) => {
        const written = await write(items, 'skip');
        return items.map((item) => ({ result: written.get(idOf(item)) }));
      },
      { maxPerGroup: MAX_PER_GROUP, maxInFlight: MAX_IN_FLIGHT },
    );
  }

  /** Writes an item with others; undefined when its row is no longer as expected. */
  async add(item: Item): Promise<Result | undefined> {
    const { result } = await this.groups.add(item);
    return result ?? this.alone(item);
  }

  /** Writes an item on its own. */
  async alone(item: Item): Promise<Result | undefined> {
    return (await this.write([item], 'wait')).get(this.idOf(item));
  }
}
