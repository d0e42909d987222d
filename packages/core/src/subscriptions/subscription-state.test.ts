import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  afterBegin,
  afterCancel,
  afterCancelAtPeriodEnd,
  afterNewRhythm,
  afterOutcome,
  afterRetry,
  dueAt,
  dueStep,
  nextPaymentAt,
  nextPeriod,
  type PeriodState,
  type BillingStep,
  type SubscriptionState,
} from './subscription-state.js';

const DAY_MS = 86_400_000;
const at = (text: string) => new Date(`${text}T00:00:00.000Z`);

const scheduled: SubscriptionState = {
  status: 'scheduled',
  interval: 'month',
  intervalCount: 1,
  anchorAt: at('2027-01-31'),
  anchorPeriod: 0,
  anchorDay: 31,
  period: null,
  currentPeriodStart: null,
  currentPeriodEnd: null,
  retryAt: null,
  cancelAtPeriodEnd: false,
};
const active: SubscriptionState = {
  ...scheduled,
  status: 'active',
  period: 0,
  currentPeriodStart: at('2027-01-31'),
  currentPeriodEnd: at('2027-02-28'),
};
const pastDue: SubscriptionState = { ...active, status: 'past_due', retryAt: at('2027-02-01') };
const ending: SubscriptionState = { ...active, cancelAtPeriodEnd: true };
const cancelled: SubscriptionState = { ...active, status: 'cancelled' };

describe('dueStep', () => {
  const none = undefined;
  it.each<[string, SubscriptionState, PeriodState | undefined, string, BillingStep['kind']]>([
    ['before its start', scheduled, none, '2027-01-30', 'wait'],
    ['at its start', scheduled, none, '2027-01-31', 'begin'],
    ['long after its start', scheduled, none, '2027-05-01', 'begin'],
    ['paid, in its period', active, 'paid', '2027-02-27', 'wait'],
    ['paid, at the end of its period', active, 'paid', '2027-02-28', 'begin'],
    ['unpaid yet, in its period', active, 'open', '2027-02-01', 'wait'],
    ['unpaid yet at the end: the next one waits', active, 'open', '2027-03-15', 'wait'],
    ['failed, before the next try', pastDue, 'failed', '2027-01-31', 'wait'],
    ['failed, at the next try', pastDue, 'failed', '2027-02-01', 'retry'],
    ['tried again and under way', { ...pastDue, retryAt: null }, 'open', '2027-04-01', 'wait'],
    ['ending, in its period', ending, 'paid', '2027-02-27', 'wait'],
    ['ending, at the end', ending, 'paid', '2027-02-28', 'cancel'],
    ['ending and unpaid, at the end', ending, 'open', '2027-02-28', 'cancel'],
    ['ending and failed, at the next try', { ...pastDue, cancelAtPeriodEnd: true }, 'failed', '2027-02-01', 'retry'],
    ['ending and failed, at the end', { ...pastDue, cancelAtPeriodEnd: true }, 'failed', '2027-02-28', 'cancel'],
    ['cancelled', cancelled, 'paid', '2030-01-01', 'wait'],
    ['cancelled and failed', cancelled, 'failed', '2030-01-01', 'wait'],
  ])('%s', (_, state, current, now, kind) => {
    expect(dueStep(state, current, at(now)).kind).toBe(kind);
  });

  it('begins the period after the current one, however late: none is left out', () => {
    const step = dueStep(active, 'paid', at('2027-12-24'));
    expect(step).toEqual({
      kind: 'begin',
      period: { n: 1, startsAt: at('2027-02-28'), endsAt: at('2027-03-31') },
    });
  });
});

describe('dueAt and nextPaymentAt', () => {
  it.each<[string, SubscriptionState, PeriodState | undefined, string | null, string | null]>([
    ['scheduled', scheduled, undefined, '2027-01-31', '2027-01-31'],
    ['paid', active, 'paid', '2027-02-28', '2027-02-28'],
    ['under way', active, 'open', null, '2027-02-28'],
    ['failed', pastDue, 'failed', '2027-02-01', '2027-02-01'],
    ['ending', ending, 'paid', '2027-02-28', null],
    ['ending, under way', ending, 'open', '2027-02-28', null],
    ['ending, failed', { ...pastDue, cancelAtPeriodEnd: true }, 'failed', '2027-02-01', '2027-02-01'],
    [
      'ending, failed, with the next try after the end',
      { ...pastDue, cancelAtPeriodEnd: true, retryAt: at('2027-03-02') },
      'failed',
      '2027-02-28',
      null,
    ],
    ['cancelled', cancelled, 'paid', null, null],
  ])('%s', (_, state, current, due, charged) => {
    expect(dueAt(state, current)).toEqual(due === null ? null : at(due));
    expect(nextPaymentAt(state)).toEqual(charged === null ? null : at(charged));
  });
});

describe('afterOutcome', () => {
  const due = at('2027-01-31');
  it.each<[string, number, Date, Date, string | null]>([
    ['the first, failed at once', 1, due, new Date(due.getTime() + 1_000), '2027-02-01'],
    ['the second', 2, at('2027-02-01'), at('2027-02-01'), '2027-02-03'],
    ['the third', 3, at('2027-02-03'), at('2027-02-03'), '2027-02-05'],
    ['the fourth is the last', 4, at('2027-02-05'), at('2027-02-05'), null],
    ['the first, failed after ten days with a person', 1, due, at('2027-02-10'), '2027-02-11'],
  ])('%s: sets the time of the retry, or cancels', (_, attempts, attemptDueAt, now, retry) => {
    const after = afterOutcome(active, 'failed', { attempts, attemptDueAt }, now);
    expect([after.status, after.retryAt]).toEqual(retry === null ? ['cancelled', null] : ['past_due', at(retry)]);
  });

  it('completed ends past_due, and keeps the period', () => {
    const after = afterOutcome({ ...pastDue, retryAt: null }, 'completed', { attempts: 2, attemptDueAt: due }, due);
    expect(after).toEqual(active);
  });

  it.each(['completed', 'failed'] as const)('%s does not change a cancelled subscription', (outcome) => {
    expect(afterOutcome(cancelled, outcome, { attempts: 1, attemptDueAt: due }, due)).toEqual(cancelled);
  });
});

describe('afterCancelAtPeriodEnd', () => {
  it('keeps the subscription until the end of its period', () => {
    expect(afterCancelAtPeriodEnd(active)).toEqual(ending);
  });

  it('cancels now if no period has begun', () => {
    expect(afterCancelAtPeriodEnd(scheduled)).toEqual({ ...scheduled, status: 'cancelled' });
  });
});

describe('afterNewRhythm', () => {
  it('counts from the end of the current period', () => {
    const after = afterNewRhythm(active, { interval: 'week', intervalCount: 2 });
    expect(after.currentPeriodEnd).toEqual(at('2027-02-28'));
    expect(nextPeriod(after)).toEqual({ n: 1, startsAt: at('2027-02-28'), endsAt: at('2027-03-14') });
  });

  it('counts from the start if no period has begun', () => {
    const after = afterNewRhythm(scheduled, { interval: 'year', intervalCount: 1 });
    expect(nextPeriod(after)).toEqual({ n: 0, startsAt: at('2027-01-31'), endsAt: at('2028-01-31') });
  });

  it('changes nothing for the same interval: the 31st comes back', () => {
    const february = afterBegin(active, nextPeriod(active));
    expect(afterNewRhythm(february, { interval: 'month', intervalCount: 1 })).toBe(february);
  });

  it('keeps the day of the start if the interval is changed and changed back', () => {
    const weekly = afterNewRhythm(active, { interval: 'week', intervalCount: 1 });
    const monthly = afterNewRhythm(weekly, { interval: 'month', intervalCount: 1 });
    expect(nextPeriod(monthly)).toEqual(nextPeriod(active));
  });

  it('takes the day of the last week for months that follow weeks', () => {
    const weekly = { ...active, interval: 'week' as const, currentPeriodStart: at('2027-02-21'), period: 3 };
    const monthly = afterNewRhythm(weekly, { interval: 'month', intervalCount: 1 });
    expect(nextPeriod(monthly)).toEqual({ n: 4, startsAt: at('2027-02-28'), endsAt: at('2027-03-28') });
  });
});

/** Runs a subscription as the service does, from due time to due time. */
function live(outcomes: readonly ('completed' | 'failed')[], lateMs: number) {
  let state = scheduled;
  let current: PeriodState | undefined;
  let tries = { attempts: 0, attemptDueAt: scheduled.anchorAt };
  const paid: { n: number; attempts: number; at: Date }[] = [];
  let completed = 0;
  for (const outcome of outcomes) {
    const due = dueAt(state, current);
    if (due === null) break;
    const now = new Date(due.getTime() + lateMs);
    const step = dueStep(state, current, now);
    if (step.kind === 'begin') {
      state = afterBegin(state, step.period);
      tries = { attempts: 1, attemptDueAt: step.period.startsAt };
    } else if (step.kind === 'retry') {
      state = afterRetry(state);
      tries = { attempts: tries.attempts + 1, attemptDueAt: step.dueAt };
    } else throw new Error(`nothing to do when due: ${step.kind}`);
    paid.push({ n: state.period ?? -1, attempts: tries.attempts, at: now });
    current = outcome === 'completed' ? 'paid' : 'failed';
    if (outcome === 'completed') completed++;
    state = afterOutcome(state, outcome, tries, new Date(now.getTime() + 1));
  }
  return { state, paid, completed };
}

describe('any course of a subscription', () => {
  const outcomes = fc.array(fc.constantFrom('completed' as const, 'failed' as const), { maxLength: 60 });

  it('has at most four payments per period, at most one of them completed, and its periods in order', () => {
    fc.assert(
      fc.property(outcomes, fc.integer({ min: 0, max: 40 * DAY_MS }), (all, lateMs) => {
        const { state, paid, completed } = live(all, lateMs);
        for (const [index, { n, attempts }] of paid.entries()) {
          const before = paid[index - 1];
          if (before === undefined) expect([n, attempts]).toEqual([0, 1]);
          else if (all[index - 1] === 'completed') expect([n, attempts]).toEqual([before.n + 1, 1]);
          else expect([n, attempts]).toEqual([before.n, before.attempts + 1]);
          expect(attempts).toBeLessThanOrEqual(4);
        }
        expect(completed).toBeLessThanOrEqual((state.period ?? -1) + 1);
      }),
    );
  });

  it('has nothing due once it is cancelled', () => {
    expect(dueAt(afterCancel(pastDue), 'failed')).toBeNull();
  });
});
