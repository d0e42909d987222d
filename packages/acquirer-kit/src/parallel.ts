import { Unexpected } from './check.js';
import type { Done } from './run.js';

const PARALLEL = 5;

/** Sends the same request several times at once. */
export function atOnce<Result>(send: () => Promise<Result>): Promise<Result[]> {
  return Promise.all(Array.from({ length: PARALLEL }, send));
}

/** Each request takes all there is, under a reference of its own: one of them can be approved. */
export function requireOneApprovedAtMost(all: readonly Done[]): void {
  const approved = all.filter(({ operation }) => operation.status === 'approved');
  if (approved.length <= 1) return;
  const expected = `at most one approved of ${all.length} requests at once`;
  throw new Unexpected(expected, approved.at(-1)?.exchange, `${approved.length} were approved`);
}
