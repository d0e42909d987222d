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
  nextEpoch: 1,
  horizon,
  now: { xid: begun, at: time(second) },
});

describe('nextStep', () => {
  it('counts everything up to now if no transaction is open', () => {
    const step = nextStep(state(), around(150n, 150n), 1_000n);
    expect(step).toEqual({ until: 150n, next: state({ xid: 150n, asOf: time(9) }), more: false });
  });

  it('counts nothing behind an open transaction, and marks what has started by now', () => {
    const step = nextStep(state(), around(120n, 150n), 1_000n);
    expect(step.until).toBe(120n);
    expect(step.next).toEqual(state({ xid: 120n, mark: { xid: 150n, at: time(9) } }));
  });

  it('is as of the marked time once the transactions of then have ended', () => {
    const waiting = state({ xid: 120n, mark: { xid: 150n, at: time(9) } });
    const early = nextStep(waiting, around(149n, 160n, 12), 1_000n);
    expect(early.next).toEqual(state({ xid: 149n, mark: { xid: 150n, at: time(9) } }));
    const reached = nextStep(waiting, around(155n, 160n, 12), 1_000n);
    expect(reached.next).toEqual(state({ xid: 155n, asOf: time(9), mark: { xid: 160n, at: time(12) } }));
  });

  it('counts no more than its width, and returns that there is more', () => {
    const step = nextStep(state(), around(150n, 150n), 20n);
    expect(step).toEqual({ until: 120n, next: state({ xid: 120n, mark: { xid: 150n, at: time(9) } }), more: true });
  });

  it('counts nothing if the progress is ahead of an older snapshot', () => {
    expect(nextStep(state(), around(90n, 99n), 1_000n)).toMatchObject({ until: 100n, more: false });
  });

  it('counts the rest of an earlier life, then the next one from its start', () => {
    const restored = { ...around(130n, 7n), epoch: 9, nextEpoch: 5 };
    const marked = state({ mark: { xid: 200n, at: time(3) } });
    expect(nextStep(marked, restored, 20n).next).toEqual(state({ xid: 120n }));
    expect(nextStep(state({ xid: 120n }), restored, 20n)).toEqual({
      until: 130n,
      next: state({ epoch: 5, xid: 0n }),
      more: true,
    });
  });
});
