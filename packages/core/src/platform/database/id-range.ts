/** Returns the lowest and highest of some ids; for none, a range that contains nothing. */
export function idRangeOf(ids: readonly string[]): readonly [least: string, greatest: string] {
  let [least, greatest] = [ids[0] ?? '1', ids[0] ?? '0'];
  for (const id of ids) {
    if (isLess(id, least)) least = id;
    if (isLess(greatest, id)) greatest = id;
  }
  return [least, greatest];
}

/**
 * SQL for an id range that lets Postgres prune partitions. The upper bound avoids the index on purpose: the planner
 * would scan the range in every partition instead of looking up the few ids that a statement names.
 */
export function inIdRange(id: string, least: string, greatest: string): string {
  return `${id} >= ${least} AND ${id} <= ALL (ARRAY[${greatest}::bigint])`;
}

/** Ids are decimal strings without leading zeros, too large for a double. */
function isLess(one: string, other: string): boolean {
  return one.length === other.length ? one < other : one.length < other.length;
}
