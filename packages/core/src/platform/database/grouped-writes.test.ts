import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { GroupedWrites, type GroupSettings } from './grouped-writes.js';

/** Writes letters in groups; the test ends each write. */
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

it('writes items that arrive during a write as one group, each with its own outcome', async () => {
  const { add, written, end } = open({ maxPerGroup: 9, maxInFlight: 1 });
  const added = add('abcd');
  end();
  await expect.poll(() => written).toEqual(['a', 'bcd']);
  end();
  expect(await added).toEqual(['a', 'b', 'c', 'd']);
});

it('starts a second concurrent group only when enough items wait', async () => {
  const { add, written, end } = open({ maxPerGroup: 3, maxInFlight: 2, minForParallelGroup: 3 });
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

describe('a group that fails', () => {
  /** Writes one item alone, then four as a group; every write of a group fails with the error. */
  async function failing(error: Error): Promise<{ written: string[]; outcomes: PromiseSettledResult<string>[] }> {
    const written: string[] = [];
    const groups = new GroupedWrites<string, string>(
      (items) => {
        written.push(items.join(''));
        return items.length > 1 ? Promise.reject(error) : Promise.resolve(items);
      },
      { maxPerGroup: 9, maxInFlight: 1 },
    );
    const outcomes = await Promise.allSettled([...'abcde'].map((letter) => groups.add(letter)));
    return { written, outcomes };
  }

  it('is written one by one after Postgres has surely rolled it back', async () => {
    const deadlock = Object.assign(new pg.DatabaseError('deadlock detected', 10, 'error'), { code: '40P01' });
    const { written, outcomes } = await failing(deadlock);
    expect(written).toEqual(['a', 'bcde', 'b', 'c', 'd', 'e']);
    expect(outcomes.every(({ status }) => status === 'fulfilled')).toBe(true);
  });

  it.each([
    { why: 'the host is unreachable', error: Object.assign(new Error('EHOSTUNREACH'), { code: 'EHOSTUNREACH' }) },
    { why: 'no response arrived in time', error: new Error('Query read timeout') },
    {
      why: 'Postgres does not know',
      error: Object.assign(new pg.DatabaseError('?', 1, 'error'), { code: '40003' }),
    },
    { why: 'something else broke', error: new Error('afterwards') },
  ])('is not written again if it may be committed: $why', async ({ error }) => {
    const { written, outcomes } = await failing(error);
    expect(written).toEqual(['a', 'bcde']);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', ...Array<string>(4).fill('rejected')]);
  });
});

it('rejects items that have waited too long, and writes later ones', async () => {
  const { add, written, end } = open({ maxPerGroup: 9, maxInFlight: 1, maxWaitMs: 100 });
  const first = add('a');
  // The wait of each item starts when it is added, so one may be rejected a moment after the other.
  await Promise.all(['b', 'c'].map((late) => expect(add(late)).rejects.toMatchObject({ code: 'unavailable' })));
  const later = add('d');
  end();
  await expect.poll(() => written).toEqual(['a', 'd']);
  end();
  expect([await first, await later]).toEqual([['a'], ['d']]);
});
