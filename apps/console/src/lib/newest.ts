/** Lists that a page reads to the end, again and again, end here: 5 requests of 100. */
export const MAX_NEWEST = 500;

export interface Newest<Item> {
  readonly items: readonly Item[];
  /** False if the list goes on with older items, which were not read. */
  readonly isComplete: boolean;
}

/** The newest items of a list, at most MAX_NEWEST and the rest of their page. */
export async function newestOf<Item>(list: {
  pages(): AsyncIterable<{ readonly data: readonly Item[]; readonly hasMore: boolean }>;
}): Promise<Newest<Item>> {
  const items: Item[] = [];
  for await (const { data, hasMore } of list.pages()) {
    items.push(...data);
    if (hasMore && items.length >= MAX_NEWEST) return { items, isComplete: false };
  }
  return { items, isComplete: true };
}
