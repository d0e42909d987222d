import type { Verdict } from './delivery-outcomes.js';
import { type SendOutcome, acknowledged } from '../sending/sender.js';

const JITTER = 0.2;
const MAX_RETRY_AFTER_MS = 24 * 3_600_000;

/** What an endpoint that answered 429 or 503 asked for. */
export interface RetryAfter {
  readonly statusCode: number;
  /** The Retry-After header: seconds, or an HTTP date. */
  readonly header: string;
  /** What an HTTP date is measured from. */
  readonly now: Date;
}

/**
 * Milliseconds to wait before the next retry when `retriesMade` have been made, or null when `delays` are used up.
 * Each wait is spread by +-20 %, lest all that failed together come back together.
 *
 * A Retry-After counts only with 429 and 503. It never shortens our own wait and lengthens it to at most 24 hours; up to
 * 20 % is added, never taken away, for the same spreading.
 *
 * `random` yields numbers in [0, 1).
 */
export function retryDelay(
  retriesMade: number,
  delays: readonly number[],
  random: () => number,
  retryAfter?: RetryAfter,
): number | null {
  const delay = delays[retriesMade];
  if (delay === undefined) return null;
  const spread = random();
  const own = Math.round(delay * (1 - JITTER + 2 * JITTER * spread));
  const asked = retryAfter === undefined ? null : askedDelay(retryAfter);
  if (asked === null) return own;
  return Math.max(own, Math.min(Math.round(asked * (1 + JITTER * spread)), MAX_RETRY_AFTER_MS));
}

function askedDelay({ statusCode, header, now }: RetryAfter): number | null {
  if (statusCode !== 429 && statusCode !== 503) return null;
  const value = header.trim();
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const date = parseHttpDate(value);
  return date === null ? null : date - now.getTime();
}

/** The three forms of RFC 9110, 5.6.7. All are GMT; the oldest does not say so. */
function parseHttpDate(text: string): number | null {
  if (!/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? .*\d\d:\d\d:\d\d/.test(text)) return null;
  const time = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
  return Number.isNaN(time) ? null : time;
}

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
