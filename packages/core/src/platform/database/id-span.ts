/** The least and the greatest of some ids; nothing lies between the two that it answers of none. */
export function spanOf(ids: readonly string[]): readonly [least: string, greatest: string] {
  let [least, greatest] = [ids[0] ?? '1', ids[0] ?? '0'];
  for (const id of ids) {
    if (isLess(id, least)) least = id;
    if (isLess(greatest, id)) greatest = id;
  }
  return [least, greatest];
}

/**
 * SQL that holds for ids from one parameter to another, by which Postgres leaves out the partitions of all others before
 * it begins. No index serves the upper bound as it is written: the planner, who does not know what will be left out, would
 * rather read all between the two in every partition than look up the few that a statement names.
 */
export function within(id: string, least: string, greatest: string): string {
  return `${id} >= ${least} AND ${id} <= ALL (ARRAY[${greatest}::bigint])`;
}

/** Ids are decimal numbers without leading zeros, larger than what a double holds. */
function isLess(one: string, other: string): boolean {
  return one.length === other.length ? one < other : one.length < other.length;
}
