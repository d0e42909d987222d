import type { FieldError, Input } from '@svc/contract';
import { DomainError } from '../platform/errors/domain-error.js';
import { nextBoundary, startOfLast, type Interval, type IntervalLength } from './intervals.js';
import { TimeZone } from './time-zone.js';

const QUARTER_MS = 900_000;
const DAY_MS = 86_400_000;
const USUAL_COUNT = 30;
const LONGEST_DAYS: Readonly<Record<IntervalLength, number>> = { hour: 31, day: 366, week: 1_830, month: 1_830 };

/** What a summary is asked for, with all that was left out filled in. */
export interface SummaryRange extends Interval {
  readonly interval: IntervalLength;
  readonly zone: TimeZone;
  readonly timezone: string;
}

/** The range that a query asks for. Throws `invalid_query` when it is none that can be answered. */
export function summaryRange(query: Input<'getAnalyticsSummary'>['query'], now: Date): SummaryRange {
  const { interval = 'day', timezone = 'UTC' } = query;
  const zone = TimeZone.named(timezone);
  if (zone === undefined)
    throw refusal([{ parameter: 'timezone', code: 'invalid_format', detail: 'is not a time zone' }]);
  const end = quarter(query.createdTo, Math.ceil) ?? nextBoundary(now.getTime(), interval, zone);
  const start = quarter(query.createdFrom, Math.floor) ?? startOfLast(USUAL_COUNT, end, interval, zone);
  const errors = lengthErrors(start, end, interval);
  if (errors.length > 0) throw refusal(errors);
  return { start, end, interval, zone, timezone };
}

/** The figures are kept by quarters of an hour: the range grows to whole ones, and the answer says which they are. */
function quarter(text: string | undefined, round: (value: number) => number): number | undefined {
  return text === undefined ? undefined : round(Date.parse(text) / QUARTER_MS) * QUARTER_MS;
}

function lengthErrors(start: number, end: number, interval: IntervalLength): FieldError[] {
  if (start >= end) return [{ parameter: 'createdTo', code: 'out_of_range', detail: 'must be later than createdFrom' }];
  const days = LONGEST_DAYS[interval];
  if (end - start <= days * DAY_MS + 2 * QUARTER_MS) return [];
  const detail = `at most ${days} days may lie between createdFrom and createdTo in intervals of one ${interval}`;
  return [{ parameter: 'createdFrom', code: 'out_of_range', detail }];
}

function refusal(errors: FieldError[]): DomainError {
  return new DomainError('invalid_query', 'No summary exists for this range.', { errors });
}
