import { expect, it } from 'vitest';
import { GroupedWrites, type GroupSettings } from './grouped-writes.js';

/** Groups of letters whose writing ends when it is told to. */
function open(settings: GroupSettings) {
  const written: string[] = [];
  const ends: (() => void)[] = [];
  const groups = new GroupedWrites<string, string>((items) => {
    written.push(items.join(''));
    return new Promise((resolve) => ends.push(() => resolve(items)));
  }, settings);
  const add = (letters: string) => Promise.all([...letters].map((letter) => groups.add(letter)));
  return { add, written, end: () => ends.shift()?.() };
}

it('writes those that arrive while a group is under way together, each with its own outcome', async () => {
  const { add, written, end } = open({ mostPerGroup: 9, mostUnderWay: 1 });
  const added = add('abcd');
  end();
  await expect.poll(() => written).toEqual(['a', 'bcd']);
  end();
  expect(await added).toEqual(['a', 'b', 'c', 'd']);
});

it('starts no second group before as many wait as it is worth', async () => {
  const { add, written, end } = open({ mostPerGroup: 3, mostUnderWay: 2, leastBeside: 3 });
  const added = add('abc');
  expect(written).toEqual(['a']);
  const others = add('defgh');
  expect(written).toEqual(['a', 'bcd']);
  for (let n = 0; n < 2; n++) end();
  await expect.poll(() => written).toEqual(['a', 'bcd', 'efg']);
  end();
  await expect.poll(() => written).toEqual(['a', 'bcd', 'efg', 'h']);
  end();
  expect([await added, await others].flat().join('')).toBe('abcdefgh');
});
