import type { Tier } from './account.entity.js';
import type { Caller } from './caller.js';

const REQUESTS_PER_MINUTE: Readonly<Record<Tier, number>> = { free: 100, pro: 1_000, enterprise: 10_000 };

/** How many requests the caller's account may make in any minute: its own limit, else its tier's. */
export function requestsPerMinute(caller: Pick<Caller, 'tier' | 'rateLimit'>): number {
  return caller.rateLimit ?? REQUESTS_PER_MINUTE[caller.tier];
}
