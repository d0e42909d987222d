/** `2026-11-21 09:30:00 UTC`. */
export function timeText(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`;
}

/** The first moment of a day in UTC: `2026-11-21` is `2026-11-21T00:00:00Z`. */
export function dayStart(day: string): string {
  return `${day}T00:00:00Z`;
}

/** The first moment after a day in UTC. */
export function dayEnd(day: string): string {
  const next = new Date(`${day}T00:00:00Z`);
  next.setUTCDate(next.getUTCDate() + 1);
  return `${next.toISOString().slice(0, 10)}T00:00:00Z`;
}

/** The day that `dayStart` was given. */
export function dayOfStart(moment: string | undefined): string {
  return moment?.slice(0, 10) ?? '';
}

/** The day that `dayEnd` was given. */
export function dayOfEnd(moment: string | undefined): string {
  if (moment === undefined) return '';
  const day = new Date(moment);
  day.setUTCMilliseconds(day.getUTCMilliseconds() - 1);
  return Number.isNaN(day.getTime()) ? '' : day.toISOString().slice(0, 10);
}
