import type { Schemas } from '@svc/contract';

const DAY_MS = 86_400_000;

/** What the clocks of one place show. Instants are milliseconds since the Unix epoch. */
export class TimeZone {
  private constructor(private readonly format: Intl.DateTimeFormat) {}

  /** The zone of that name in the IANA database; undefined when there is none. */
  static named(name: string): TimeZone | undefined {
    try {
      const fields = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit' } as const;
      const time = { minute: '2-digit', second: '2-digit', hourCycle: 'h23', timeZone: name } as const;
      return new TimeZone(new Intl.DateTimeFormat('en-US', { ...fields, ...time }));
    } catch {
      return undefined;
    }
  }

  /** What the clocks show at an instant, as if it were UTC. */
  wallAt(instant: number): number {
    const fields = new Map(this.format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
    const read = (type: Intl.DateTimeFormatPartTypes): number => fields.get(type) ?? 0;
    const date = [read('year'), read('month') - 1, read('day')] as const;
    const millisecond = ((instant % 1_000) + 1_000) % 1_000;
    return Date.UTC(...date, read('hour'), read('minute'), read('second'), millisecond);
  }

  /** The first instant at which the clocks show this; where they skip it, the one at which they do so. */
  instantOf(wall: number): number {
    const before = this.wallAt(wall - DAY_MS) - (wall - DAY_MS);
    const after = this.wallAt(wall + DAY_MS) - (wall + DAY_MS);
    return [wall - before, wall - after].find((instant) => this.wallAt(instant) === wall) ?? wall - before;
  }
}

export type IntervalLength = Schemas['SummaryInterval'];

/** From its start, included, to its end, not included; in milliseconds since the Unix epoch. */
export interface Interval {
  readonly start: number;
  readonly end: number;
}

const HOUR_MS = 3_600_000;

/** The intervals that a range consists of; the first and the last are cut to it. */
export function intervalsOf({ start, end }: Interval, length: IntervalLength, zone: TimeZone): Interval[] {
  const intervals: Interval[] = [];
  for (let at = start; at < end;) {
    const next = Math.min(end, nextBoundary(at, length, zone));
    intervals.push({ start: at, end: next });
    at = next;
  }
  return intervals;
}

/** The first instant after this one at which an interval begins. */
export function nextBoundary(instant: number, length: IntervalLength, zone: TimeZone): number {
  const wall = zone.wallAt(instant);
  if (length === 'hour') return instant + HOUR_MS - (wall % HOUR_MS);
  return zone.instantOf(firstDayAfter(wall, length, 1));
}

/** The instant at which the intervals begin that end with this one, so many of them. */
export function startOfLast(count: number, end: number, length: IntervalLength, zone: TimeZone): number {
  if (length === 'hour') return end - count * HOUR_MS;
  return zone.instantOf(firstDayAfter(zone.wallAt(end - 1), length, 1 - count));
}

/** Midnight of the first day of the interval that lies so many after the one with this moment. */
function firstDayAfter(wall: number, length: Exclude<IntervalLength, 'hour'>, count: number): number {
  const date = new Date(wall);
  if (length === 'month') return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + count, 1);
  const midnight = wall - (wall % DAY_MS);
  if (length === 'day') return midnight + count * DAY_MS;
  const daysSinceMonday = (date.getUTCDay() + 6) % 7;
  return midnight + (7 * count - daysSinceMonday) * DAY_MS;
}
