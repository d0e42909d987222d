/** Money in a currency's smallest unit. */
export interface Money {
  readonly value: number;
  readonly currency: string;
}

/** Whether a payment is large enough that a person has to approve it: at or above a threshold of its currency. */
export function reachesThreshold(amount: Money, thresholds: readonly Money[]): boolean {
  return thresholds.some(({ value, currency }) => currency === amount.currency && amount.value >= value);
}
