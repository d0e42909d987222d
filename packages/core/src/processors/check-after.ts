import type { ProcessorRequest } from './payment-processor.js';

const SOONEST_CHECK_MS = 2_000;
const MAX_CHECK_MS = 3_600_000;

/** Waits as long again as it has taken so far: usually a callback arrives earlier. */
export function checkAfter({ startedAt, now }: Pick<ProcessorRequest, 'startedAt' | 'now'>): number {
  return Math.min(Math.max(now.getTime() - startedAt.getTime(), SOONEST_CHECK_MS), MAX_CHECK_MS);
}
