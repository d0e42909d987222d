/** A leased inquiry about a payment or refund, in its row. Later news makes it `overtaken`; null without an inquiry. */
export type PendingInquiry = 'asked' | 'overtaken';

/** The maximum delay before a processor without news is asked again, in milliseconds. */
export const MAX_INQUIRY_DELAY_MS = 3_600_000;

/**
 * Makes the row `t` due, because its processor has news. A running inquiry keeps its lease, so that its response is not
 * lost, and is repeated afterwards.
 */
export function inquireNow(t: string): string {
  return `pending_inquiry = CASE WHEN ${t}.pending_inquiry IS NOT NULL THEN 'overtaken' END,
          due_at = CASE WHEN ${t}.pending_inquiry IS NULL THEN now() ELSE ${t}.due_at END`;
}

/** Schedules the next inquiry about the row `t`: in `delay` milliseconds, or at once if it was overtaken. */
export function inquireAgain(t: string, delay: string): string {
  return `pending_inquiry = NULL,
          due_at = now() + ${delay} * (${t}.pending_inquiry IS DISTINCT FROM 'overtaken')::int * interval '1 millisecond'`;
}
