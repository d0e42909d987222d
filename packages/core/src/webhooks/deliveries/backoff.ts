import type { Schemas } from '@svc/contract';
import type { DeliveryEndpoint } from './delivery-endpoints.js';
import type { Verdict } from './delivery-outcomes.js';
import { type SendOutcome, acknowledged } from '../sending/sender.js';

const JITTER = 0.2;
const MAX_RETRY_AFTER_MS = 24 * 3_600_000;

export interface RetryAfter {
  readonly statusCode: number;
  /** The Retry-After header: seconds, or an HTTP date. */
  readonly header: string;
  /** The database's clock, for an HTTP date. */
  readonly now: Date;
}

/**
 * Delay before the next retry in milliseconds; null when `delays` are used up. Jitter of +-20 % keeps deliveries that failed
 * together from being retried together.
 *
 * Retry-After counts only with 429 and 503: it can lengthen the delay to at most 24 hours, with up to 20 % of jitter added.
 * `random` returns numbers in [0, 1).
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

/** The three date formats of RFC 9110, 5.6.7. All are in GMT; the oldest does not say so. */
function parseHttpDate(text: string): number | null {
  if (!/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? .*\d\d:\d\d:\d\d/.test(text)) return null;
  const time = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
  return Number.isNaN(time) ? null : time;
}

const DELIVERED: Verdict = { status: 'delivered', reason: null, retryAfterMs: null };
const EXHAUSTED: Verdict = { status: 'failed', reason: 'retries_exhausted', retryAfterMs: null };

/** The delays before each retry in milliseconds, of each schedule. */
export type RetryDelays = Readonly<Record<Schemas['RetrySchedule'], readonly number[]>>;

/** The delivery's next state after this attempt, which follows `attempts` earlier ones. `now` is the database's clock. */
export function verdictOn(
  { acknowledgeOn, retrySchedule }: Pick<DeliveryEndpoint, 'acknowledgeOn' | 'retrySchedule'>,
  attempts: number,
  outcome: SendOutcome,
  retryDelays: RetryDelays,
  now: Date,
): Verdict {
  const answered = outcome.kind === 'response';
  if (answered && acknowledged(outcome.statusCode, acknowledgeOn)) return DELIVERED;
  const asked =
    answered && outcome.retryAfter !== undefined
      ? { statusCode: outcome.statusCode, header: outcome.retryAfter, now }
      : undefined;
  const retryAfterMs = retryDelay(attempts, retryDelays[retrySchedule], Math.random, asked);
  return retryAfterMs === null ? EXHAUSTED : { status: 'pending', reason: null, retryAfterMs };
}
