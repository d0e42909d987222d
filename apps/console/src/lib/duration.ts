const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
] as const;

/** `84 ms`, `1.2 s`, `15 min`, `7 h 30 min`: two units at most. */
export function durationText(milliseconds: number): string {
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 10_000) return `${(Math.floor(milliseconds / 100) / 10).toFixed(1)} s`;
  const first = UNITS.findIndex(([, size]) => milliseconds >= size);
  let rest = milliseconds;
  const parts = UNITS.slice(first, first + 2).map(([name, size]) => {
    const count = Math.floor(rest / size);
    rest %= size;
    return count === 0 ? '' : `${count} ${name}`;
  });
  return parts.filter(Boolean).join(' ');
}
