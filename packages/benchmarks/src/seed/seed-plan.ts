/** The amount, the period and the environments of the seed. */
export interface SeedPlan {
  readonly payments: number;
  readonly customers: number;
  /** The test environments, with decreasing numbers of payments. */
  readonly environments: readonly number[];
  /** In milliseconds since the epoch of ids. */
  readonly startMs: number;
  readonly endMs: number;
  /** Start of the deliveries; older ones count as dropped. */
  readonly deliveriesFromMs: number;
}

/** The epoch of ids, in milliseconds since the Unix epoch. */
const ID_EPOCH = Date.UTC(2025, 0, 1);
const DAY_MS = 86_400_000;
/** Margin for what follows a payment, such as its refund: it must be in the past as well. */
const LATEST_MS = 3_600_000;
const PAYMENTS_A_CUSTOMER = 5;

export function seedPlan(payments: number, environments: readonly number[], now: number): SeedPlan {
  const endMs = now - ID_EPOCH - LATEST_MS;
  return {
    payments,
    customers: Math.ceil(payments / PAYMENTS_A_CUSTOMER),
    environments,
    startMs: Math.max(0, endMs - 365 * DAY_MS),
    endMs,
    deliveriesFromMs: endMs - 30 * DAY_MS,
  };
}
