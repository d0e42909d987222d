import { periodStart, withInterval, type Rhythm } from './billing-calendar.js';

export type SubscriptionStatus = 'scheduled' | 'active' | 'past_due' | 'cancelled';

/** The payment of a period: one is in flight, one was completed, or the last one failed. */
export type PeriodState = 'open' | 'paid' | 'failed';

/** The input of the rules. All times are the environment's, which a test clock may have advanced. */
export interface SubscriptionState extends Rhythm {
  readonly status: SubscriptionStatus;
  /** The number of the current period; null before the first. */
  readonly period: number | null;
  readonly currentPeriodStart: Date | null;
  readonly currentPeriodEnd: Date | null;
  /** When the failed payment of the current period is retried. */
  readonly retryAt: Date | null;
  readonly cancelAtPeriodEnd: boolean;
}

export interface Period {
  readonly n: number;
  readonly startsAt: Date;
  readonly endsAt: Date;
}

/** What to do with a subscription now. */
export type BillingStep =
  | { readonly kind: 'wait' }
  | { readonly kind: 'cancel' }
  | { readonly kind: 'begin'; readonly period: Period }
  /** `dueAt`: when this retry was due. */
  | { readonly kind: 'retry'; readonly dueAt: Date };

const DAY_MS = 86_400_000;

/** Days from one try to the next: a failed payment is retried 1, 3 and 5 days after it was due. */
const RETRY_AFTER_DAYS = [1, 2, 2];

const WAIT: BillingStep = { kind: 'wait' };

/** The period after the current one. */
export function nextPeriod(state: SubscriptionState): Period {
  const n = state.period === null ? state.anchorPeriod : state.period + 1;
  return { n, startsAt: periodStart(state, n), endsAt: periodStart(state, n + 1) };
}

/** What to do now. The next period begins only when the current one is paid. */
export function dueStep(state: SubscriptionState, current: PeriodState | undefined, now: Date): BillingStep {
  if (state.status === 'cancelled') return WAIT;
  if (state.currentPeriodEnd !== null && state.cancelAtPeriodEnd && state.currentPeriodEnd <= now) {
    return { kind: 'cancel' };
  }
  if (current === 'open') return WAIT;
  if (current === 'failed') {
    return state.retryAt !== null && state.retryAt <= now ? { kind: 'retry', dueAt: state.retryAt } : WAIT;
  }
  const period = nextPeriod(state);
  return period.startsAt <= now ? { kind: 'begin', period } : WAIT;
}

/** When {@link dueStep} has something to do; null while only a payment's outcome can change that. */
export function dueAt(state: SubscriptionState, current: PeriodState | undefined): Date | null {
  if (state.status === 'cancelled') return null;
  const end = state.cancelAtPeriodEnd ? state.currentPeriodEnd : null;
  if (current === 'open') return end;
  const next = current === 'failed' ? state.retryAt : nextPeriod(state).startsAt;
  return end !== null && (next === null || end < next) ? end : next;
}

/** When the customer is charged next, as far as it is known; null for never. */
export function nextPaymentAt(state: SubscriptionState): Date | null {
  if (state.status === 'cancelled') return null;
  const end = state.cancelAtPeriodEnd ? state.currentPeriodEnd : null;
  const next = state.retryAt ?? nextPeriod(state).startsAt;
  return end !== null && end <= next ? null : next;
}

export function afterBegin<State extends SubscriptionState>(state: State, period: Period): State {
  const { n, startsAt, endsAt } = period;
  return { ...state, status: 'active', period: n, currentPeriodStart: startsAt, currentPeriodEnd: endsAt };
}

export function afterRetry<State extends SubscriptionState>(state: State): State {
  return { ...state, retryAt: null };
}

/** The state after the `attempts`th payment of the current period, which was due at `attemptDueAt`. */
export function afterOutcome<State extends SubscriptionState>(
  state: State,
  outcome: 'completed' | 'failed',
  { attempts, attemptDueAt }: { readonly attempts: number; readonly attemptDueAt: Date },
  now: Date,
): State {
  if (state.status === 'cancelled') return state;
  if (outcome === 'completed') return { ...state, status: 'active', retryAt: null };
  const days = RETRY_AFTER_DAYS[attempts - 1];
  if (days === undefined) return afterCancel(state);
  return { ...state, status: 'past_due', retryAt: retryMoment(attemptDueAt, days * DAY_MS, now) };
}

export function afterCancel<State extends SubscriptionState>(state: State): State {
  return { ...state, status: 'cancelled', retryAt: null };
}

/** Cancels at the end of the current period, or now if there is none. */
export function afterCancelAtPeriodEnd<State extends SubscriptionState>(state: State): State {
  return state.period === null ? afterCancel(state) : { ...state, cancelAtPeriodEnd: true };
}

/** Changes the interval from the end of the current period on. */
export function afterNewRhythm<State extends SubscriptionState>(
  state: State,
  rhythm: Pick<Rhythm, 'interval' | 'intervalCount'>,
): State {
  if (rhythm.interval === state.interval && rhythm.intervalCount === state.intervalCount) return state;
  return { ...state, ...withInterval(state, rhythm, nextPeriod(state).n) };
}

/** Counts from when the failed try was due, or from now if that time has passed. */
function retryMoment(attemptDueAt: Date, afterMs: number, now: Date): Date {
  const moment = new Date(attemptDueAt.getTime() + afterMs);
  return moment > now ? moment : new Date(now.getTime() + afterMs);
}
