import type { Schemas } from '@svc/contract';

const DAY_MS = 86_400_000;

/** Converts between instants and local wall-clock times. Instants are milliseconds since the Unix epoch. */
export class TimeZone {
  /** Without a format: UTC, whose local times are the instants. */
  private constructor(private readonly format?: Intl.DateTimeFormat) {}

  /** Returns the IANA zone of that name, or undefined. */
  static named(name: string): TimeZone | undefined {
    if (name === 'UTC') return new TimeZone();
    try {
      const fields = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit' } as const;
      const time = { minute: '2-digit', second: '2-digit', hourCycle: 'h23', timeZone: name } as const;
      return new TimeZone(new Intl.DateTimeFormat('en-US', { ...fields, ...time }));
    } catch {
      return undefined;
    }
  }

  /** Returns the local time at an instant, as if it were UTC. */
  wallAt(instant: number): number {
    if (this.format === undefined) return instant;
    // `11/30/2026, 23:59:59`: its parts by formatToParts take twice as long, and a summary of a year needs a thousand.
    const [month = 1, day = 1, year = 0, hour, minute, second] = this.format.format(instant).split(/\D+/).map(Number);
    const millisecond = ((instant % 1_000) + 1_000) % 1_000;
    return Date.UTC(year, month - 1, day, hour, minute, second, millisecond);
  }

  /** Returns the first instant with this local time; if the clocks skip it, the instant of the skip. */
  instantOf(wall: number): number {
    const before = this.wallAt(wall - DAY_MS) - (wall - DAY_MS);
    const after = this.wallAt(wall + DAY_MS) - (wall + DAY_MS);
    return [wall - before, wall - after].find((instant) => this.wallAt(instant) === wall) ?? wall - before;
  }
}

export type IntervalLength = Schemas['SummaryInterval'];

/** From `start`, inclusive, to `end`, exclusive, in milliseconds since the Unix epoch. */
export interface TimeRange {
  readonly start: number;
  readonly end: number;
}

const HOUR_MS = 3_600_000;

/** Splits a range into intervals; the first and last are cut to the range. */
export function intervalsOf({ start, end }: TimeRange, length: IntervalLength, zone: TimeZone): TimeRange[] {
  const intervals: TimeRange[] = [];
  for (let at = start; at < end;) {
    const next = Math.min(end, nextBoundary(at, length, zone));
    intervals.push({ start: at, end: next });
    at = next;
  }
  return intervals;
}

/** Returns the first interval boundary after an instant. */
export function nextBoundary(instant: number, length: IntervalLength, zone: TimeZone): number {
  const wall = zone.wallAt(instant);
  if (length === 'hour') return instant + HOUR_MS - (wall % HOUR_MS);
  return zone.instantOf(firstDayAfter(wall, length, 1));
}

/** Returns the start of the last `count` intervals up to `end`. */
export function startOfLast(count: number, end: number, length: IntervalLength, zone: TimeZone): number {
  const wall = zone.wallAt(end - 1);
  if (length === 'hour') return end - 1 - (wall % HOUR_MS) - (count - 1) * HOUR_MS;
  return zone.instantOf(firstDayAfter(wall, length, 1 - count));
}

/** Returns midnight of the first day of the interval `count` after the one that contains `wall`. */
function firstDayAfter(wall: number, length: Exclude<IntervalLength, 'hour'>, count: number): number {
  const date = new Date(wall);
  if (length === 'month') return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + count, 1);
  const midnight = wall - (wall % DAY_MS);
  if (length === 'day') return midnight + count * DAY_MS;
  const daysSinceMonday = (date.getUTCDay() + 6) % 7;
  return midnight + (7 * count - daysSinceMonday) * DAY_MS;
}
