import { retryDelay } from './backoff.js';
import type { ClaimedDelivery } from './delivery-claims.js';
import type { Verdict } from './delivery-outcomes.js';
import { acknowledged, type SendOutcome } from './sender.js';

const DELIVERED: Verdict = { status: 'delivered', reason: null, retryAfterMs: null };
const EXHAUSTED: Verdict = { status: 'failed', reason: 'retries_exhausted', retryAfterMs: null };

/** Where a delivery goes after an attempt; `retryDelays` are the waits before each retry, in milliseconds. */
export function verdictOn(
  { acknowledgeOn, attempts }: Pick<ClaimedDelivery, 'acknowledgeOn' | 'attempts'>,
  outcome: SendOutcome,
  retryDelays: readonly number[],
): Verdict {
  const answered = outcome.kind === 'response';
  if (answered && acknowledged(outcome.statusCode, acknowledgeOn ?? '200')) return DELIVERED;
  const asked =
    answered && outcome.retryAfter !== undefined
      ? { statusCode: outcome.statusCode, header: outcome.retryAfter, now: new Date() }
      : undefined;
  const retryAfterMs = retryDelay(attempts, retryDelays, Math.random, asked);
  return retryAfterMs === null ? EXHAUSTED : { status: 'pending', reason: null, retryAfterMs };
}
