import type { Config } from '../platform/config/config.js';

/** What a step needs in addition to its calls, for Postgres. */
const MARGIN_MS = 5_000;
/** With a short lease, this share of it instead. */
const MARGIN_SHARE = 1 / 4;

/** The timeout of a call, in milliseconds, with which the lease outlasts a step of so many calls. */
export function callTimeout(
  { PROCESSOR_TIMEOUT: timeoutMs, PAYMENT_LEASE: leaseMs }: Pick<Config, 'PROCESSOR_TIMEOUT' | 'PAYMENT_LEASE'>,
  callsPerStep: number,
): number {
  const marginMs = Math.min(MARGIN_MS, leaseMs * MARGIN_SHARE);
  return Math.min(timeoutMs, Math.floor((leaseMs - marginMs) / callsPerStep));
}
