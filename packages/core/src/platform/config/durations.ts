const UNITS: Record<string, number> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** What timers and the database's integers hold: a little under 25 days. */
const LONGEST_MS = 2 ** 31 - 1;

/** Milliseconds of a duration written as `250ms`, `30s`, `15m`, `2h` or `5d`. Throws on anything else. */
export function parseDuration(text: string): number {
  const match = /^(\d+)(ms|s|m|h|d)$/.exec(text.trim());
  const unit = match?.[2] === undefined ? undefined : UNITS[match[2]];
  if (match?.[1] === undefined || unit === undefined) {
    throw new Error('expected a number followed by ms, s, m, h or d');
  }
  const milliseconds = Number(match[1]) * unit;
  if (milliseconds > LONGEST_MS) throw new Error('expected at most 596h');
  return milliseconds;
}
