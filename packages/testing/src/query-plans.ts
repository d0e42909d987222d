/** The most rows that any step of a plan (the lines of EXPLAIN ANALYZE) has read, those that it left out included. */
export function mostRowsRead(plan: readonly string[]): number {
  const read = plan.flatMap((line) => [...line.matchAll(/(?:actual rows=|Filter: )(\d+)/g)]);
  return Math.max(...read.map(([, rows]) => Number(rows)));
}
