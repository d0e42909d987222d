import { addMonths } from '../platform/add-months.js';

export type BillingUnit = 'day' | 'week' | 'month' | 'year';

/** The interval of a subscription, and the anchor that its periods are computed from. */
export interface Rhythm {
  readonly interval: BillingUnit;
  readonly intervalCount: number;
  /** The first period's start. Months and years keep its day. */
  readonly startAt: Date;
  /** The start of period `anchorPeriod`; the others are computed from it. */
  readonly anchorAt: Date;
  readonly anchorPeriod: number;
}

const DAY_MS = 86_400_000;

/** The longest periods per unit: three years, or 365 days. */
const MAX_INTERVAL_COUNT: Readonly<Record<BillingUnit, number>> = { day: 365, week: 156, month: 36, year: 3 };

/**
 * The start of period `n` in UTC. It is computed from the anchor and not from the period before, so that a shortened month
 * end comes back (31 January, 28 February, 31 March).
 */
export function periodStart(rhythm: Rhythm, n: number): Date {
  const count = (n - rhythm.anchorPeriod) * rhythm.intervalCount;
  switch (rhythm.interval) {
    case 'day':
      return new Date(rhythm.anchorAt.getTime() + count * DAY_MS);
    case 'week':
      return new Date(rhythm.anchorAt.getTime() + count * 7 * DAY_MS);
    case 'month':
      return addMonths(rhythm.anchorAt, count, billingDay(rhythm));
    case 'year':
      return addMonths(rhythm.anchorAt, count * 12, billingDay(rhythm));
  }
}

/**
 * The day of the month that periods begin on. A new interval may have put the anchor on the shortened end of a month
 * (28 February), which still stands for the day of the start (the 31st).
 */
function billingDay({ startAt, anchorAt }: Rhythm): number {
  const day = startAt.getUTCDate();
  const isShortened = addMonths(anchorAt, 0, day).getTime() === anchorAt.getTime();
  return isShortened ? day : anchorAt.getUTCDate();
}

/** Whether a period length is valid: positive, and at most three years. */
export function isPeriodLength(interval: BillingUnit, intervalCount: number): boolean {
  return intervalCount >= 1 && intervalCount <= MAX_INTERVAL_COUNT[interval];
}
