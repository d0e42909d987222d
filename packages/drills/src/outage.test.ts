import { describe, expect, it } from 'vitest';
import { longestPause, longPauses, span } from './outage.js';
import type { TroubleKind } from './troubles.js';

const at = (...times: number[]): { at: number }[] => times.map((time) => ({ at: time }));

describe('the longest pause of writes', () => {
  it.each([
    ['between two writes', at(1_100, 1_200, 9_200, 9_300), 8],
    ['before the first write', at(7_000, 9_000), 6],
    ['after the last write', at(1_100, 4_000), 6],
    ['without any write', [], 9],
    ['with writes in another order', at(9_300, 1_100, 9_200, 1_200), 8],
    ['with writes outside of the time', at(500, 5_000, 12_000), 5],
  ])('is %s', (_what, writes, seconds) => {
    expect(longestPause(writes, 1_000, 10_000)).toBe(seconds);
  });
});

it('the span of moments counts those within the time', () => {
  expect(span([500, 2_000, 3_000, 6_500, 20_000], 1_000, 10_000)).toBe(4.5);
  expect(span([500, 20_000], 1_000, 10_000)).toBe(0);
});

describe('a pause is too long', () => {
  const trouble = (kind: TroubleKind, writesPausedSeconds: number) => ({
    kind,
    from: 'a',
    to: 'b',
    writesPausedSeconds,
  });

  it.each([
    ['kill', 30],
    ['cut', 30],
    ['separate', 30],
    ['switchover', 10],
  ] as const)('after a %s if it takes more than %i s', (kind, most) => {
    expect(longPauses([trouble(kind, most)])).toEqual([]);
    expect(longPauses([trouble(kind, most + 0.1)])).toEqual([
      `writes paused for ${most + 0.1} s, not at most ${most} s: ${kind}, a -> b`,
    ]);
  });
});
