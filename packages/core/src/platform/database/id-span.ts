/** The least and the greatest of some ids; nothing lies between the two that it answers of none. */
export function spanOf(ids: readonly string[]): readonly [least: string, greatest: string] {
  let [least, greatest] = [ids[0] ?? '1', ids[0] ?? '0'];
  for (const id of ids) {
    if (isLess(id, least)) least = id;
    if (isLess(greatest, id)) greatest = id;
  }
  return [least, greatest];
}

/** Ids are decimal numbers without leading zeros, larger than what a double holds. */
function isLess(one: string, other: string): boolean {
  return one.length === other.length ? one < other : one.length < other.length;
}
