import { periodStart, type Rhythm } from './billing-calendar.js';

export type SubscriptionStatus = 'scheduled' | 'active' | 'past_due' | 'cancelled';

/** How far a period has been paid: a payment is under way, one was completed, or the last one failed. */
export type PeriodState = 'open' | 'paid' | 'failed';

/** What the rules look at. All times are those of the environment, which the clock of test mode may have moved on. */
export interface SubscriptionState extends Rhythm {
  readonly status: SubscriptionStatus;
  /** The number of the current period; null before the first. */
  readonly period: number | null;
  readonly currentPeriodStart: Date | null;
  readonly currentPeriodEnd: Date | null;
  /** When the failed payment of the current period is tried again. */
  readonly retryAt: Date | null;
  readonly cancelAtPeriodEnd: boolean;
}

export interface Period {
  readonly n: number;
  readonly startsAt: Date;
  readonly endsAt: Date;
}

/** What is to be done with a subscription at a moment. */
export type Step =
  | { readonly kind: 'wait' }
  | { readonly kind: 'cancel' }
  | { readonly kind: 'begin'; readonly period: Period }
  /** `dueAt`: when this try was due. */
  | { readonly kind: 'retry'; readonly dueAt: Date };

const DAY_MS = 86_400_000;

/** From one try to the next, so that a failed payment is tried again 1, 3 and 5 days after it was due. */
const RETRY_AFTER_DAYS = [1, 2, 2];

const WAIT: Step = { kind: 'wait' };

/** The period that follows the current one. */
export function nextPeriod(state: SubscriptionState): Period {
  const n = state.period === null ? state.anchorPeriod : state.period + 1;
  return { n, startsAt: periodStart(state, n), endsAt: periodStart(state, n + 1) };
}

/** What to do now. Periods are paid in order: the next one begins only when the current one has been paid. */
export function dueStep(state: SubscriptionState, current: PeriodState | undefined, now: Date): Step {
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

/** When {@link dueStep} has something to do; null while nothing but a payment's outcome can change it. */
export function dueAt(state: SubscriptionState, current: PeriodState | undefined): Date | null {
  if (state.status === 'cancelled') return null;
  const end = state.cancelAtPeriodEnd ? state.currentPeriodEnd : null;
  if (current === 'open') return end;
  const next = current === 'failed' ? state.retryAt : nextPeriod(state).startsAt;
  return end !== null && (next === null || end < next) ? end : next;
}

/** When the customer is charged next, as far as that is known; null when not at all. */
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

/** After the current period's payment, the `attempts`th, which was due at `attemptDueAt`. */
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

/** Ends with the current period, or at once when there is none. */
export function afterCancelAtPeriodEnd<State extends SubscriptionState>(state: State): State {
  return state.period === null ? afterCancel(state) : { ...state, cancelAtPeriodEnd: true };
}

/** With a new rhythm, which counts from the end of the current period on. */
export function afterNewRhythm<State extends SubscriptionState>(
  state: State,
  rhythm: Pick<Rhythm, 'interval' | 'intervalCount'>,
): State {
  if (rhythm.interval === state.interval && rhythm.intervalCount === state.intervalCount) return state;
  const { n, startsAt } = nextPeriod(state);
  return { ...state, ...rhythm, anchorAt: startsAt, anchorPeriod: n };
}

/** Reckoned from when the failed try was due; from its outcome where that came so late that the moment has passed. */
function retryMoment(attemptDueAt: Date, afterMs: number, now: Date): Date {
  const moment = new Date(attemptDueAt.getTime() + afterMs);
  return moment > now ? moment : new Date(now.getTime() + afterMs);
}
