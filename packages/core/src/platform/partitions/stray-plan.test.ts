import { describe, expect, it } from 'vitest';
import { nextStrayStep, type Stretch } from './stray-plan.js';

const WEEK = 100n;

function week(n: number): Stretch {
  return { fromId: BigInt(n) * WEEK, toId: BigInt(n + 1) * WEEK };
}

function weeks(...numbers: number[]): Stretch[] {
  return numbers.map(week);
}

/** Stray rows in week `n`, from the id `first` of it to the id `last`. */
function strays(n: number, count = 10, first = 20, last = 80) {
  const { fromId, toId } = week(n);
  return { fromId, toId, firstId: fromId + BigInt(first), lastId: fromId + BigInt(last), strays: BigInt(count) };
}

/** It is week 10. */
const filling = weeks(10, 11);
const madeAhead = weeks(8, 9, 10, 11, 12, 13, 14);

describe('rows of a default partition', () => {
  it.each([
    ['none', [], madeAhead, undefined],
    ['of a clock that was ahead', [strays(60)], madeAhead, ['becomes', 6000n, 6100n]],
    ['of two weeks together', [strays(60), strays(62)], madeAhead, ['becomes', 6000n, 6300n]],
    ['of two weeks apart: the fewer move', [strays(60, 9), strays(70, 8)], madeAhead, ['move', 7000n, 7100n]],
    ['of two weeks about a partition', [strays(7, 3), strays(15, 4)], madeAhead, ['move', 700n, 800n]],
    [
      'of now, where none was made for weeks: with room for what comes',
      [strays(9), strays(10)],
      weeks(5, 6),
      ['becomes', 900n, 1200n],
    ],
    [
      'of last week, while nothing was made for this one: with room for what comes',
      [strays(9)],
      weeks(5, 6),
      ['becomes', 900n, 1200n],
    ],
    ['of now, before weeks that were made', [strays(10)], weeks(8, 11, 12), ['becomes', 1000n, 1100n]],
    [
      'of far ahead, while nothing was made for this week: that comes first',
      [strays(60)],
      weeks(8),
      ['move', 1000n, 1100n],
    ],
    [
      'of a week that others have been moved from before',
      [strays(60, 10, 50)],
      [...madeAhead, { fromId: 6000n, toId: 6040n }],
      ['becomes', 6040n, 6100n],
    ],
    [
      'about a partition of the same week',
      [strays(60, 10, 10, 90)],
      [...madeAhead, { fromId: 6030n, toId: 6040n }],
      ['move', 6000n, 6030n],
    ],
  ])('%s', (_, stray, partitions, expected) => {
    const step = nextStrayStep(stray, partitions, filling);
    expect(step && [step.how, step.fromId, step.toId]).toEqual(expected);
  });
});
