/**
 * A worker's inquiry about a payment or refund, stored in its row while the worker holds the lease. It is `overtaken`
 * by later news, which the response may not contain yet. Null if no inquiry is in progress.
 */
export type PendingInquiry = 'asked' | 'overtaken';

/** The maximum delay before a processor without news is asked again, in milliseconds. */
export const MAX_INQUIRY_DELAY_MS = 3_600_000;

/**
 * Applies news of a processor to the row `t`. Without an inquiry, it falls due. A running inquiry keeps its lease, so
 * that its response is not lost however often news arrives; after the response or the lease, it is repeated.
 */
export function newsOf(t: string): string {
  return `pending_inquiry = CASE WHEN ${t}.pending_inquiry IS NOT NULL THEN 'overtaken' END,
          due_at = CASE WHEN ${t}.pending_inquiry IS NULL THEN now() ELSE ${t}.due_at END`;
}

/**
 * Schedules the next inquiry about the row `t` after a response: in `delay` milliseconds, or at once if it was
 * overtaken.
 */
export function inquireAgain(t: string, delay: string): string {
  return `pending_inquiry = NULL,
          due_at = now() + ${delay} * (${t}.pending_inquiry IS DISTINCT FROM 'overtaken')::int * interval '1 millisecond'`;
}
