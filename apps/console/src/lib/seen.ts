import { useState } from 'react';
import { changesBetween, type Fact } from './facts';
import { ChangedSince, failureOf } from './problem';

/**
 * The version of an object that the person saw, and a function that updates it. If that is no longer the current one, the
 * update fails with what has changed, and the current one is what the person sees.
 */
export function useSeen<Item extends { readonly version: number }>(
  opened: Item,
  read: () => Promise<Item>,
  factsOf: (item: Item) => readonly Fact[],
) {
  const [seen, setSeen] = useState(opened);
  const update = async <Answer>(send: (options: { ifMatch: string }) => Promise<Answer>): Promise<Answer> => {
    try {
      return await send({ ifMatch: `"${seen.version}"` });
    } catch (refusal) {
      if (failureOf(refusal).status !== 412) throw refusal;
      const current = await read();
      setSeen(current);
      throw new ChangedSince(refusal, changesBetween(factsOf(seen), factsOf(current)));
    }
  };
  return [seen, update] as const;
}
