/** The largest number of rows that a step of a plan (the lines of EXPLAIN ANALYZE) has read, filtered ones included. */
export function mostRowsRead(plan: readonly string[]): number {
  const read = plan.flatMap((line) => [...line.matchAll(/(?:actual rows=|Filter: )(\d+)/g)]);
  return Math.max(...read.map(([, rows]) => Number(rows)));
}
