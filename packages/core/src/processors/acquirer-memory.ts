const DAYS = 119;

/** SQL: how long acquirers keep operations, less a day of tolerance. */
export const ACQUIRER_MEMORY = `interval '${DAYS} days'`;

/** The same in milliseconds. */
export const ACQUIRER_MEMORY_MS = DAYS * 86_400_000;
