import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TenantConcurrency } from './tenant-concurrency.js';

/** Starts as many rows of an environment as allowed, up to `most`. Returns how many. */
function fill(tenants: TenantConcurrency, environmentId: number, most = 1_000): number {
  let begun = 0;
  while (begun < most && tenants.take({ environmentId }) !== undefined) begun += 1;
  return begun;
}

describe('the share of an environment', () => {
  it('is two thirds of the limit for a single environment, and two thirds of the rest for the next', () => {
    const tenants = new TenantConcurrency();
    expect([1, 2, 3].map((environmentId) => fill(tenants, environmentId))).toEqual([64, 22, 7]);
  });

  it('becomes equal for all busy environments as their work ends', () => {
    const tenants = new TenantConcurrency();
    const own = new Map([1, 2, 3].map((environmentId) => [environmentId, fill(tenants, environmentId)]));
    for (let round = 0; round < 500; round++) {
      for (const environmentId of [1, 2, 3]) {
        tenants.free(environmentId);
        own.set(environmentId, (own.get(environmentId) ?? 0) - 1 + fill(tenants, environmentId, 2));
      }
    }
    const shared = [...own.values()];
    expect(Math.max(...shared) - Math.min(...shared)).toBeLessThanOrEqual(2);
    expect(Math.min(...shared)).toBeGreaterThan(24);
  });

  it('is at least one while there is room, and all rows but the first ones stay within the limit', () => {
    const step = fc.record({ environmentId: fc.integer({ min: 1, max: 300 }), isBegun: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 2_000 }), (steps) => {
        const tenants = new TenantConcurrency();
        const own = new Map<number, number>();
        for (const { environmentId, isBegun } of steps) {
          const mine = own.get(environmentId) ?? 0;
          const all = [...own.values()].reduce((sum, n) => sum + n, 0);
          if (isBegun) {
            const isAdmitted = tenants.take({ environmentId }) !== undefined;
            if (mine === 0) expect(isAdmitted).toBe(all < 192);
            if (isAdmitted) own.set(environmentId, mine + 1);
          } else if (mine > 0) {
            tenants.free(environmentId);
            own.set(environmentId, mine - 1);
          }
          const beyondTheFirst = [...own.values()].reduce((sum, n) => sum + Math.max(0, n - 1), 0);
          expect(beyondTheFirst).toBeLessThanOrEqual(96);
        }
      }),
    );
  });
});
