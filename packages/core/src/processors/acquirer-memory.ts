/** SQL: how long acquirers keep operations, less a day of tolerance. */
export const ACQUIRER_MEMORY = `interval '119 days'`;
