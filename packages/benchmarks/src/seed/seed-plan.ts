/** What is seeded: how much, over which time, and for whom. */
export interface SeedPlan {
  readonly payments: number;
  readonly customers: number;
  /** The test environments, the first with the most. */
  readonly environments: readonly number[];
  /** In milliseconds since ids begin. */
  readonly startMs: number;
  readonly endMs: number;
  /** Deliveries are as if those from before had been dropped. */
  readonly deliveriesFromMs: number;
}

/** Milliseconds since the Unix epoch at which ids begin. */
const ID_EPOCH = Date.UTC(2025, 0, 1);
const DAY_MS = 86_400_000;
/** Whatever follows a payment, its refund among it, has happened by now as well. */
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
