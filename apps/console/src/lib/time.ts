import { shownZone } from './shown-zone';

const DAY_MS = 86_400_000;

/** The last day that a range can end with: later times have years of five digits. */
export const LAST_DAY = '9999-12-30';

const formats = new Map<string, Intl.DateTimeFormat>();

/** `2026-11-21 09:30:00 UTC`, in the time zone that the person has chosen. */
export function timeText(iso: string, zone = shownZone()): string {
  const { day, time, offset } = partsOf(new Date(iso), zone);
  return `${day} ${time} ${offset}`;
}

/** `2026-11-21`: the day of a moment. */
export function dayOf(moment: Date, zone = shownZone()): string {
  return partsOf(moment, zone).day;
}

/** The first moment of a day: in UTC, `2026-11-21` is `2026-11-21T00:00:00Z`. Clocks may skip midnight. */
export function dayStart(day: string, zone = shownZone()): string {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  if (zone === 'UTC' || Number.isNaN(midnight)) return `${day}T00:00:00Z`;
  // By the offset before a change of the clocks, and by the one after it.
  const before = midnight - offsetAt(midnight - DAY_MS, zone);
  const after = midnight - offsetAt(midnight + DAY_MS, zone);
  const start = [before, after].find((moment) => moment + offsetAt(moment, zone) === midnight);
  // By the offset before it, skipped clock time is the moment of the skip.
  return new Date(start ?? before).toISOString();
}

/** The first moment after a day. */
export function dayEnd(day: string, zone = shownZone()): string {
  const next = new Date(`${day}T00:00:00Z`);
  next.setUTCDate(next.getUTCDate() + 1);
  return dayStart(next.toISOString().slice(0, 10), zone);
}

/** The day that `dayStart` was given. */
export function dayOfStart(moment: string | undefined, zone = shownZone()): string {
  return dayAt(moment, 0, zone);
}

/** The day that `dayEnd` was given. */
export function dayOfEnd(moment: string | undefined, zone = shownZone()): string {
  return dayAt(moment, -1, zone);
}

function dayAt(moment: string | undefined, milliseconds: number, zone: string): string {
  const date = new Date(new Date(moment ?? '').getTime() + milliseconds);
  return Number.isNaN(date.getTime()) ? '' : dayOf(date, zone);
}

/** How far the clocks of a zone are ahead of UTC, in milliseconds. */
function offsetAt(moment: number, zone: string): number {
  const { day, time } = partsOf(new Date(moment), zone);
  return Date.parse(`${day}T${time}Z`) - moment;
}

function partsOf(moment: Date, zone: string): { day: string; time: string; offset: string } {
  if (zone === 'UTC') {
    const iso = moment.toISOString();
    return { day: iso.slice(0, 10), time: iso.slice(11, 19), offset: 'UTC' };
  }
  const parts = new Map(
    formatOf(zone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, value]),
  );
  const [year, month, day, hour, minute, second, offset = ''] = (
    ['year', 'month', 'day', 'hour', 'minute', 'second', 'timeZoneName'] as const
  ).map((type) => parts.get(type));
  return { day: `${year}-${month}-${day}`, time: `${hour}:${minute}:${second}`, offset };
}

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  const two = '2-digit';
  const format = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: two,
    day: two,
    hour: two,
    minute: two,
    second: two,
    timeZoneName: 'shortOffset',
  });
  formats.set(zone, format);
  return format;
}

/** Whether the browser knows a time zone. */
export function isZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}
