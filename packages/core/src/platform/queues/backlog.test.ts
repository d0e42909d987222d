import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Backlog, type Waiting } from './backlog.js';

interface Row extends Waiting {
  readonly id: string;
}

const due = (environmentId: number, line: number, id: number): Row => ({
  environmentId,
  line: String(line),
  id: String(id),
});

/** 99 rows, each in another line. */
const fanOut = (environmentId: number): Row[] =>
  Array.from({ length: 99 }, (_, n) => due(environmentId, n, environmentId * 100 + n));

const all = (each: Row): Row => each;
const ids = (taken: readonly Row[]): number[] => taken.map(({ id }) => Number(id));

function backlogOf(...waiting: Row[]): Backlog<Row> {
  const backlog = new Backlog<Row>();
  for (const each of waiting) backlog.add(each);
  return backlog;
}

describe('Backlog', () => {
  it('takes turns between environments, and between the lines of each', () => {
    const backlog = backlogOf(due(1, 10, 1), due(1, 10, 2), due(1, 11, 3), due(1, 10, 4), due(2, 20, 5), due(3, 30, 6));
    expect(backlog.take(9, all).map(({ id }) => id)).toEqual(['1', '3', '2', '4', '5', '6']);
    expect(backlog.size).toBe(0);
  });

  it('takes ten rows per turn, each of the next line', () => {
    const backlog = backlogOf(...fanOut(1), ...fanOut(2), ...fanOut(3));
    expect(ids(backlog.take(12, all))).toEqual([100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 200, 201]);
  });

  it('takes a newcomer after one turn of the others, however many wait before it', () => {
    const backlog = backlogOf(...fanOut(1), ...fanOut(2), ...fanOut(3));
    backlog.take(60, all);
    backlog.add(due(4, 1, 1));
    const taken = backlog.take(31, all).map(({ environmentId }) => environmentId);
    expect(taken.at(-1)).toBe(4);
  });

  it('cuts lines, and continues with the others', () => {
    const backlog = backlogOf(...Array.from({ length: 5 }, (_, n) => due(1, 10, n)), due(1, 11, 9), due(2, 20, 7));
    const cut = backlog.cut((environmentId, line) => (environmentId === 2 || line === '10' ? 0 : Infinity));
    expect(ids(cut)).toEqual([0, 1, 2, 3, 4, 7]);
    expect([backlog.size, backlog.sizeOf(1, '10'), backlog.sizeOf(1, '11')]).toEqual([1, 0, 1]);
    backlog.add(due(1, 10, 3));
    expect(ids(backlog.take(9, all)).sort()).toEqual([3, 9]);
  });

  it('cuts what waits behind the first rows of a line', () => {
    const backlog = backlogOf(...Array.from({ length: 5 }, (_, n) => due(1, 10, n)), due(1, 11, 9));
    expect(backlog.linesOf(1)).toBe(2);
    expect(ids(backlog.cut((_, line) => (line === '10' ? 3 : 1)))).toEqual([3, 4]);
    expect(ids(backlog.take(9, all)).sort()).toEqual([0, 1, 2, 9]);
  });

  it('gives environments with many rows equal shares', () => {
    const backlog = backlogOf(...fanOut(1), ...Array.from({ length: 99 }, (_, n) => due(2, 20, n)));
    const taken = backlog.take(100, all).map(({ environmentId }) => environmentId);
    const first = taken.filter((environmentId) => environmentId === 1);
    expect(Math.abs(first.length - 50)).toBeLessThanOrEqual(10);
  });

  it('tries all environments, new ones and others, before it stops', () => {
    for (const [before, after] of [
      [3, 1],
      [1, 3],
      [0, 4],
      [4, 0],
      [2, 2],
    ] as const) {
      const backlog = backlogOf();
      for (let n = 1; n <= before; n++) backlog.add(due(n, 1, n));
      backlog.take(9, () => undefined);
      for (let n = 1; n <= after; n++) backlog.add(due(before + n, 1, before + n));
      for (let n = 0; n < 3; n++) {
        const tried = new Set<number>();
        backlog.take(9, (each) => void tried.add(each.environmentId));
        expect(tried.size).toBe(4);
      }
    }
  });

  it('skips lines that are not admitted, and keeps their order', () => {
    const backlog = backlogOf(due(1, 10, 1), due(1, 10, 2), due(2, 20, 3), due(2, 21, 4));
    const but10 = (each: Row) => (each.line === '10' ? undefined : each.id);
    expect(backlog.take(9, but10)).toEqual(['3', '4']);
    expect(backlog.take(9, all).map(({ id }) => id)).toEqual(['1', '2']);
  });

  it('loses no row when the callback throws', () => {
    const backlog = backlogOf(due(1, 10, 1), due(1, 10, 2), due(2, 20, 3));
    const fail = (): never => {
      throw new Error('not now');
    };
    expect(() => backlog.take(9, fail)).toThrow('not now');
    expect(backlog.take(9, all).map(({ id }) => id)).toEqual(['3', '1', '2']);
  });

  it('returns each row once, whichever lines are admitted meanwhile', () => {
    const one = fc.record({ environment: fc.nat(3), webhook: fc.nat(3), id: fc.nat(50) });
    const step = fc.oneof(
      one.map((each) => ({ kind: 'add' as const, ...each })),
      fc.record({ kind: fc.constant('take' as const), most: fc.nat(5), shut: fc.nat(3) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const backlog = new Backlog<Row>();
        const waiting = new Set<string>();
        for (const each of steps) {
          if (each.kind === 'add') {
            const name = `${each.environment}-${each.id}`;
            if (!waiting.has(name)) backlog.add(due(each.environment, each.id % 4, each.id));
            waiting.add(name);
            continue;
          }
          const shut = String(each.shut);
          for (const taken of backlog.take(each.most, (next) => (next.line === shut ? undefined : next))) {
            expect(taken.line).not.toBe(shut);
            expect(waiting.delete(`${taken.environmentId}-${taken.id}`)).toBe(true);
          }
          expect(backlog.size).toBe(waiting.size);
        }
        expect(backlog.take(1_000, all)).toHaveLength(waiting.size);
      }),
    );
  });
});
