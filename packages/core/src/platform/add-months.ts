/**
 * Adds months in UTC, and moves to a day of the month. A day that the target month lacks becomes its last day (31 January:
 * 28 or 29 February).
 */
export function addMonths(moment: Date, months: number, day = moment.getUTCDate()): Date {
  const moved = new Date(moment);
  moved.setUTCDate(1);
  moved.setUTCMonth(moved.getUTCMonth() + months);
  const last = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate();
  moved.setUTCDate(Math.min(day, last));
  return moved;
}
