import { addMonths } from '../platform/add-months.js';

export type Interval = 'day' | 'week' | 'month' | 'year';

/** How the periods of a subscription follow each other. */
export interface Rhythm {
  readonly interval: Interval;
  readonly intervalCount: number;
  /** When the period of that number begins; the others are reckoned from it. */
  readonly anchorAt: Date;
  readonly anchorPeriod: number;
}

const DAY_MS = 86_400_000;

/** The longest periods, in each unit: three years, and a year in days. */
const LONGEST: Readonly<Record<Interval, number>> = { day: 365, week: 156, month: 36, year: 3 };

/**
 * When period `n` begins, in UTC. It is reckoned from the anchor, never from the period before: a month's end that had to
 * be cut short comes back (31 January, 28 February, 31 March).
 */
export function periodStart(rhythm: Rhythm, n: number): Date {
  const count = (n - rhythm.anchorPeriod) * rhythm.intervalCount;
  switch (rhythm.interval) {
    case 'day':
      return new Date(rhythm.anchorAt.getTime() + count * DAY_MS);
    case 'week':
      return new Date(rhythm.anchorAt.getTime() + count * 7 * DAY_MS);
    case 'month':
      return addMonths(rhythm.anchorAt, count);
    case 'year':
      return addMonths(rhythm.anchorAt, count * 12);
  }
}

/** Whether a period of so many units is one that we take: at most three years. */
export function isPeriodLength(interval: Interval, intervalCount: number): boolean {
  return intervalCount >= 1 && intervalCount <= LONGEST[interval];
}
