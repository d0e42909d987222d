import { describe, expect, it } from 'vitest';
import { nextStep, type RollupState, type Surroundings } from './roll-ups.js';

const time = (second: number): Date => new Date(Date.UTC(2026, 10, 21, 9, 30, second));
const state = (changes: Partial<RollupState> = {}): RollupState => ({
  epoch: 1,
  xid: 100n,
  asOf: time(0),
  mark: null,
  ...changes,
});
const around = (horizon: bigint, begun: bigint, second = 9): Surroundings => ({
  epoch: 1,
  horizon,
  now: { xid: begun, at: time(second) },
});

describe('what roll-ups count next', () => {
  it('all of it, up to now, when no transaction is open', () => {
    const step = nextStep(state(), around(150n, 150n), 1_000n);
    expect(step).toEqual({ until: 150n, next: state({ xid: 150n, asOf: time(9) }), more: false });
  });

  it('nothing behind a transaction that is open, and remembers what has begun by now', () => {
    const step = nextStep(state(), around(120n, 150n), 1_000n);
    expect(step.until).toBe(120n);
    expect(step.next).toEqual(state({ xid: 120n, mark: { xid: 150n, at: time(9) } }));
  });

  it('is as of the time that it has remembered, once what had begun then has ended', () => {
    const waiting = state({ xid: 120n, mark: { xid: 150n, at: time(9) } });
    const early = nextStep(waiting, around(149n, 160n, 12), 1_000n);
    expect(early.next).toEqual(state({ xid: 149n, mark: { xid: 150n, at: time(9) } }));
    const reached = nextStep(waiting, around(155n, 160n, 12), 1_000n);
    expect(reached.next).toEqual(state({ xid: 155n, asOf: time(9), mark: { xid: 160n, at: time(12) } }));
  });

  it('no more than it may at once, and says that there is more', () => {
    const step = nextStep(state(), around(150n, 150n), 20n);
    expect(step).toEqual({ until: 120n, next: state({ xid: 120n, mark: { xid: 150n, at: time(9) } }), more: true });
  });

  it('nothing, where it is further than a snapshot that was taken before', () => {
    expect(nextStep(state(), around(90n, 99n), 1_000n)).toMatchObject({ until: 100n, more: false });
  });

  it('what an earlier life of the database has left, then the next one from its beginning', () => {
    const restored = { ...around(130n, 7n), epoch: 2 };
    const marked = state({ mark: { xid: 200n, at: time(3) } });
    expect(nextStep(marked, restored, 20n).next).toEqual(state({ xid: 120n }));
    expect(nextStep(state({ xid: 120n }), restored, 20n)).toEqual({
      until: 130n,
      next: state({ epoch: 2, xid: 0n }),
      more: true,
    });
  });
});
