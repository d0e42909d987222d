import type { FieldError, Input, Schemas } from '@svc/contract';
import type { Database } from '../platform/database/database.js';
import { namedQuery } from '../platform/database/named-query.js';
import { DomainError } from '../platform/errors/domain-error.js';
import { emptyRange } from '../platform/lists/filters.js';
import type { Caller } from '../security/caller.js';
import { realTime } from '../security/environment-time.js';
import { type TimeRange, type IntervalLength, TimeZone, intervalsOf, nextBoundary, startOfLast } from './intervals.js';

const QUARTER_MS = 900_000;
const DAY_MS = 86_400_000;
const USUAL_COUNT = 30;
/** A response is computed and serialized at once: other requests wait for it. */
const MAX_ROWS = 10_000;
const MAX_DAYS: Readonly<Record<IntervalLength, number>> = { hour: 31, day: 366, week: 1_830, month: 1_830 };

interface SummaryRange extends TimeRange {
  readonly interval: IntervalLength;
  readonly zone: TimeZone;
  readonly timezone: string;
}

/** Returns the range of a query. Throws `invalid_query` if it is invalid. */
function summaryRange(query: Input<'getAnalyticsSummary'>['query'], now: Date): SummaryRange {
  const { interval = 'day', timezone = 'UTC' } = query;
  const zone = TimeZone.named(timezone);
  if (zone === undefined)
    throw refusal([{ parameter: 'timezone', code: 'invalid_format', detail: 'is not a time zone' }]);
  const end = quarter(query.createdTo, Math.ceil) ?? nextBoundary(now.getTime(), interval, zone);
  const start = quarter(query.createdFrom, Math.floor) ?? startOfLast(USUAL_COUNT, end, interval, zone);
  const errors = lengthErrors({ start, end }, interval, zone);
  if (errors.length > 0) throw refusal(errors);
  return { start, end, interval, zone, timezone };
}

/** Roll-ups count by quarter of an hour: the range is extended to whole ones, and returned. */
function quarter(text: string | undefined, round: (value: number) => number): number | undefined {
  return text === undefined ? undefined : round(Date.parse(text) / QUARTER_MS) * QUARTER_MS;
}

/** A range may have 24 hours for each day, or the 23 or 25 of the time zone's days. */
function lengthErrors({ start, end }: TimeRange, interval: IntervalLength, zone: TimeZone): FieldError[] {
  if (start >= end) return [emptyRange({ parameter: 'createdTo' })];
  const days = MAX_DAYS[interval];
  const length = Math.min(end - start, zone.wallAt(end) - zone.wallAt(start));
  if (length <= days * DAY_MS + 2 * QUARTER_MS) return [];
  const detail = `createdFrom and createdTo may be at most ${days} days apart with the interval ${interval}`;
  return [{ parameter: 'createdFrom', code: 'out_of_range', detail }];
}

function refusal(errors: FieldError[]): DomainError {
  return new DomainError('invalid_query', 'No summary exists for this range.', { errors });
}

type Currency = Schemas['AnalyticsSummaryRow']['currency'];

// Each bucket lies within one interval: both start on quarters of an hour.
const SUM = namedQuery(
  'payment_rollups_sum',
  `SELECT p.as_of AS "asOf", s.*
     FROM rollup_progress p
     LEFT JOIN (
       SELECT width_bucket(bucket, $4::timestamptz[]) - 1 AS index, currency, sum(count)::text AS count,
              sum(completed)::text AS completed, sum(failed)::text AS failed, sum(gross)::text AS gross,
              sum(refunded)::text AS refunded, sum(disputed)::text AS disputed
         FROM payment_rollups
        WHERE environment_id = $1 AND bucket >= $2 AND bucket < $3 AND ($5::text IS NULL OR currency = $5)
        GROUP BY 1, 2
     ) s ON true`,
  { scans: true },
);

interface Sums {
  readonly count: string;
  readonly completed: string;
  readonly failed: string;
  readonly gross: string;
  readonly refunded: string;
  readonly disputed: string;
}

interface SumRow extends Sums {
  readonly index: number;
  readonly currency: Currency;
}

interface AsOf {
  readonly asOf: Date;
}

const NOTHING: Sums = { count: '0', completed: '0', failed: '0', gross: '0', refunded: '0', disputed: '0' };

/** Sums up payments, refunds and disputes from the workers' roll-ups. */
export class SummaryService {
  constructor(private readonly database: Database) {}

  async summarize(caller: Caller, query: Input<'getAnalyticsSummary'>['query']): Promise<Schemas['AnalyticsSummary']> {
    const now = await realTime(this.database.forEnvironment(caller));
    const { zone, timezone, interval, start, end } = summaryRange(query, now);
    const intervals = intervalsOf({ start, end }, interval, zone);
    const range = [new Date(start), new Date(end), intervals.map((each) => new Date(each.start))];
    const values = [...range, query.currency ?? null];
    const rows = await this.database.forEnvironment(caller).run<AsOf & (SumRow | { index: null })>(SUM, values);
    const [first] = rows;
    if (first === undefined) throw new Error('rollup_progress is empty');
    const sums = rows.filter((row) => row.index !== null);
    return {
      createdFrom: new Date(start).toISOString(),
      createdTo: new Date(end).toISOString(),
      interval,
      timezone,
      data: present(intervals, sums, query.currency),
      asOf: first.asOf.toISOString(),
    };
  }
}

function present(
  intervals: readonly TimeRange[],
  sums: readonly SumRow[],
  asked: Currency | undefined,
): Schemas['AnalyticsSummaryRow'][] {
  const currencies = asked === undefined ? [...new Set(sums.map(({ currency }) => currency))].sort() : [asked];
  if (intervals.length * currencies.length > MAX_ROWS) throw tooManyRows(intervals.length, currencies.length);
  const byPlace = new Map(sums.map((row) => [`${row.index} ${row.currency}`, row]));
  return intervals.flatMap((interval, index) =>
    currencies.map((currency) => presentRow(interval, currency, byPlace.get(`${index} ${currency}`) ?? NOTHING)),
  );
}

function presentRow({ start, end }: TimeRange, currency: Currency, sums: Sums): Schemas['AnalyticsSummaryRow'] {
  const [completed, failed] = [exact(sums.completed), exact(sums.failed)];
  const [gross, refunded, disputed] = [exact(sums.gross), exact(sums.refunded), exact(sums.disputed)];
  const settled = completed + failed;
  return {
    start: new Date(start).toISOString(),
    end: new Date(end).toISOString(),
    currency,
    count: exact(sums.count),
    completed,
    failed,
    gross: { value: gross, currency },
    refunded: { value: refunded, currency },
    disputed: { value: disputed, currency },
    net: { value: gross - refunded - disputed, currency },
    successRate: settled === 0 ? null : completed / settled,
  };
}

function tooManyRows(intervals: number, currencies: number): DomainError {
  const detail = `has ${intervals} intervals with ${currencies} currencies each; use a shorter range or a longer interval`;
  const errors: FieldError[] = [{ parameter: 'createdFrom', code: 'out_of_range', detail }];
  const max = MAX_ROWS.toLocaleString('en');
  return new DomainError(
    'invalid_query',
    `This summary has more than ${max} rows. Choose one currency with the parameter currency.`,
    {
      errors,
    },
  );
}

/** Throws if a sum is too large for a JSON number, which is read as a double. */
function exact(sum: string): number {
  const number = Number(sum);
  if (Number.isSafeInteger(number)) return number;
  const detail = 'contains a total that is too large to represent exactly; use a shorter range or interval';
  const errors: FieldError[] = [{ parameter: 'createdFrom', code: 'out_of_range', detail }];
  throw new DomainError('invalid_query', 'A total of this range is too large.', { errors });
}
