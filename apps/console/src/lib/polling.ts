import { mayPass } from './problem';

/** Milliseconds until something that goes on is read again: often in the first minute after a change, then less often. */
export function pollMs(changedAt: string | number, now = Date.now()): number {
  return now - new Date(changedAt).getTime() < 60_000 ? 1_500 : 10_000;
}

/** For what may still change at the processor at any time: a dispute, or a refund that fails late. */
export const SLOW_POLL_MS = 30_000;

/** The same after a read has failed; false if it will fail again. */
export function pollAfterFailureMs(error: unknown): number | false {
  return mayPass(error) && 5_000;
}
