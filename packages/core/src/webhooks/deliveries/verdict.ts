import { retryDelay } from './backoff.js';
import type { Verdict } from './delivery-outcomes.js';
import { acknowledged, type SendOutcome } from '../sending/sender.js';

const DELIVERED: Verdict = { status: 'delivered', reason: null, retryAfterMs: null };
const EXHAUSTED: Verdict = { status: 'failed', reason: 'retries_exhausted', retryAfterMs: null };

/** Where a delivery goes after its attempts so far and this one; `retryDelays` are the waits before each retry, in milliseconds. */
export function verdictOn(
  acknowledgeOn: '200' | '2xx',
  attempts: number,
  outcome: SendOutcome,
  retryDelays: readonly number[],
): Verdict {
  const answered = outcome.kind === 'response';
  if (answered && acknowledged(outcome.statusCode, acknowledgeOn)) return DELIVERED;
  const asked =
    answered && outcome.retryAfter !== undefined
      ? { statusCode: outcome.statusCode, header: outcome.retryAfter, now: new Date() }
      : undefined;
  const retryAfterMs = retryDelay(attempts, retryDelays, Math.random, asked);
  return retryAfterMs === null ? EXHAUSTED : { status: 'pending', reason: null, retryAfterMs };
}
