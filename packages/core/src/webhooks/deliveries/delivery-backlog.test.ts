import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DeliveryBacklog, endpointOf, type DueDelivery } from './delivery-backlog.js';

const due = (environmentId: number, webhookId: number, id: number): DueDelivery => ({
  environmentId,
  id: String(id),
  webhookId: String(webhookId),
});

/** 99 deliveries, each to another endpoint. The ids of environment n start at 100 * n. */
const fanOut = (environmentId: number): DueDelivery[] =>
  Array.from({ length: 99 }, (_, n) => due(environmentId, n, environmentId * 100 + n));

const all = (each: DueDelivery): DueDelivery => each;
const ids = (taken: readonly DueDelivery[]): number[] => taken.map(({ id }) => Number(id));

function backlogOf(...waiting: DueDelivery[]): DeliveryBacklog {
  const backlog = new DeliveryBacklog();
  for (const each of waiting) backlog.add(each);
  return backlog;
}

describe('DeliveryBacklog', () => {
  it('takes turns between environments, and between the endpoints of each', () => {
    const backlog = backlogOf(due(1, 10, 1), due(1, 10, 2), due(1, 11, 3), due(1, 10, 4), due(2, 20, 5), due(3, 30, 6));
    expect(backlog.take(9, all).map(({ id }) => id)).toEqual(['1', '3', '2', '4', '5', '6']);
    expect(backlog.size).toBe(0);
  });

  it('takes ten deliveries per turn, each to the next endpoint', () => {
    const backlog = backlogOf(...fanOut(1), ...fanOut(2), ...fanOut(3));
    expect(ids(backlog.take(4, all))).toEqual([100, 101, 102, 103]);
    backlog.take(56, all);
    const taken = backlog.take(100, all).map(({ environmentId }) => environmentId);
    const begins = taken.flatMap((environmentId, n) => (environmentId === taken[n - 1] ? [] : n)).slice(1);
    expect(begins.length).toBeGreaterThan(7);
    expect(new Set(begins.slice(1).map((at, n) => at - (begins[n] ?? 0)))).toEqual(new Set([10]));
  });

  it('gives every other place to environments that had nothing waiting, and no more', () => {
    const backlog = backlogOf(...fanOut(1), ...fanOut(2), ...fanOut(3));
    backlog.take(60, all);
    for (const environment of [4, 5, 6, 7, 8]) {
      backlog.add(due(environment, 1, 1));
      backlog.add(due(environment, 1, 2));
    }
    const taken = backlog.take(20, all).map(({ environmentId }) => environmentId);
    expect(taken.filter((_, n) => n % 2 === 0).sort()).toEqual([4, 4, 5, 5, 6, 6, 7, 7, 8, 8]);
    expect(Math.max(...taken.filter((_, n) => n % 2 === 1))).toBeLessThanOrEqual(3);
  });

  it('gives environments with many deliveries equal shares, to within a turn', () => {
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

  it('skips endpoints that are not admitted, and keeps their order', () => {
    const backlog = backlogOf(due(1, 10, 1), due(1, 10, 2), due(2, 20, 3), due(2, 21, 4));
    const but10 = (each: DueDelivery) => (each.webhookId === '10' ? undefined : each.id);
    expect(backlog.take(9, but10)).toEqual(['3', '4']);
    expect(backlog.take(9, all).map(({ id }) => id)).toEqual(['1', '2']);
  });

  it('holds a delivery once, however often it is added, and again after it was taken', () => {
    const backlog = backlogOf(due(1, 10, 1), due(1, 10, 1));
    expect(backlog.take(9, all)).toHaveLength(1);
    expect(backlog.add(due(1, 10, 1))).toBe(true);
    expect(backlog.size).toBe(1);
  });

  it('refuses more than one environment may have, and accepts those of others', () => {
    const backlog = new DeliveryBacklog();
    let refused = 0;
    for (let n = 0; n < 30_000; n++) if (!backlog.add(due(1, 10, n))) refused++;
    expect(refused).toBe(10_000);
    expect(backlog.add(due(2, 20, 1))).toBe(true);
  });

  it('has room for another environment, however many exceed their share', () => {
    const backlog = new DeliveryBacklog();
    for (let environment = 1; environment < 5; environment++) {
      for (let n = 0; n < 30_000; n++) backlog.add(due(environment, 10, environment * 100_000 + n));
    }
    expect(backlog.isFull).toBe(false);
    expect(backlog.add(due(5, 10, 1))).toBe(true);
  });

  it('loses no delivery when the callback throws', () => {
    const backlog = backlogOf(due(1, 10, 1), due(1, 10, 2), due(2, 20, 3));
    const fail = (): never => {
      throw new Error('not now');
    };
    expect(() => backlog.take(9, fail)).toThrow('not now');
    expect(backlog.take(9, all).map(({ id }) => id)).toEqual(['3', '1', '2']);
  });

  it('cuts the deliveries of an endpoint behind the first ones', () => {
    const backlog = backlogOf(...Array.from({ length: 5 }, (_, n) => due(1, 10, n)), due(1, 11, 9));
    expect(backlog.cut(endpointOf(due(1, 10, 0)), 3).map(({ id }) => id)).toEqual(['3', '4']);
    expect(backlog.waitingFor(due(1, 10, 0))).toBe(3);
    expect(backlog.add(due(1, 10, 4))).toBe(true);
    expect(backlog.take(9, all)).toHaveLength(5);
  });

  it('continues with the next environment when all of one was cut', () => {
    const backlog = backlogOf(due(1, 10, 1), due(2, 20, 2), due(3, 30, 3));
    expect(backlog.cut(endpointOf(due(1, 10, 1)), 0)).toHaveLength(1);
    expect(ids(backlog.take(9, (each) => (each.environmentId === 2 ? undefined : each)))).toEqual([3]);
  });

  it('returns each delivery once, whichever endpoints are admitted meanwhile', () => {
    const one = fc.record({ environment: fc.nat(3), webhook: fc.nat(3), id: fc.nat(50) });
    const step = fc.oneof(
      one.map((each) => ({ kind: 'add' as const, ...each })),
      fc.record({ kind: fc.constant('take' as const), most: fc.nat(5), shut: fc.nat(3) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const backlog = new DeliveryBacklog();
        const waiting = new Set<string>();
        for (const each of steps) {
          if (each.kind === 'add') {
            // An id belongs to one endpoint.
            backlog.add(due(each.environment, each.id % 4, each.id));
            waiting.add(`${each.environment}-${each.id}`);
            continue;
          }
          const shut = String(each.shut);
          for (const taken of backlog.take(each.most, (next) => (next.webhookId === shut ? undefined : next))) {
            expect(taken.webhookId).not.toBe(shut);
            expect(waiting.delete(`${taken.environmentId}-${taken.id}`)).toBe(true);
          }
          expect(backlog.size).toBe(waiting.size);
        }
        expect(backlog.take(1_000, all)).toHaveLength(waiting.size);
      }),
    );
  });
});
