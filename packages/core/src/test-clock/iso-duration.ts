import { addMonths } from '../platform/add-months.js';

const SHAPE = /^P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/;

const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * The moment an ISO 8601 duration in whole numbers later, such as `P1M` or `P1DT12H`; undefined when the text is none.
 * Years and months are the calendar's, in UTC.
 */
export function addDuration(moment: Date, duration: string): Date | undefined {
  const match = SHAPE.exec(duration);
  if (match === null || duration.endsWith('P') || duration.endsWith('T')) return undefined;
  const [years = 0, months = 0, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = match
    .slice(1)
    .map((digits: string | undefined) => Number(digits ?? 0));
  const later = addMonths(moment, years * 12 + months);
  const rest = (weeks * 7 + days) * DAY_MS + hours * HOUR_MS + minutes * 60 * SECOND_MS + seconds * SECOND_MS;
  return new Date(later.getTime() + rest);
}
