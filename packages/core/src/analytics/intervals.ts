import type { Schemas } from '@svc/contract';
import type { TimeZone } from './time-zone.js';

export type IntervalLength = Schemas['SummaryInterval'];

/** From its start, included, to its end, not included; in milliseconds since the Unix epoch. */
export interface Interval {
  readonly start: number;
  readonly end: number;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

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
