import { addMonths } from '../platform/add-months.js';

export type BillingUnit = 'day' | 'week' | 'month' | 'year';

/** The interval of a subscription, and the anchor that its periods are computed from. */
export interface Rhythm {
  readonly interval: BillingUnit;
  readonly intervalCount: number;
  /** The start of period `anchorPeriod`; the others are computed from it. */
  readonly anchorAt: Date;
  readonly anchorPeriod: number;
  /** The day of the month that months and years begin on, 1 to 31. A month without it has its last day. */
  readonly anchorDay: number;
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
      return addMonths(rhythm.anchorAt, count, rhythm.anchorDay);
    case 'year':
      return addMonths(rhythm.anchorAt, count * 12, rhythm.anchorDay);
  }
}

/** The same rhythm in another interval, from the start of period `n` on. */
export function withInterval(
  rhythm: Rhythm,
  { interval, intervalCount }: Pick<Rhythm, 'interval' | 'intervalCount'>,
  n: number,
): Rhythm {
  const anchorAt = periodStart(rhythm, n);
  // The end of a short month stands for the day that its months had (28 February for the 31st). Days and weeks have none.
  const hasMonths = rhythm.interval === 'month' || rhythm.interval === 'year';
  const isDayKept = hasMonths || n === rhythm.anchorPeriod;
  const anchorDay = isDayKept ? rhythm.anchorDay : anchorAt.getUTCDate();
  return { interval, intervalCount, anchorAt, anchorPeriod: n, anchorDay };
}

/** Whether a period length is valid: positive, and at most three years. */
export function isPeriodLength(interval: BillingUnit, intervalCount: number): boolean {
  return intervalCount >= 1 && intervalCount <= MAX_INTERVAL_COUNT[interval];
}
