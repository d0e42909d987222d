/**
 * The inquiry that a worker sends to a processor about a payment or refund, as its row keeps it for as long as the worker
 * holds the lease: `overtaken` once there is news that the answer may not tell yet. Null while nobody asks.
 */
export type PendingInquiry = 'asked' | 'overtaken';

/** How long it takes at most until a processor is asked again that has told nothing, in milliseconds. */
export const MAX_INQUIRY_DELAY_MS = 3_600_000;

/**
 * What news of a processor does to the row `t`. It falls due where nobody asks. Whoever asks keeps the lease, so that no
 * answer is thrown away however often there is news; once that is in, or the lease has ended, it is asked again.
 */
export function newsOf(t: string): string {
  return `pending_inquiry = CASE WHEN ${t}.pending_inquiry IS NOT NULL THEN 'overtaken' END,
          due_at = CASE WHEN ${t}.pending_inquiry IS NULL THEN now() ELSE ${t}.due_at END`;
}

/** When the row `t` is asked about again after an answer: in `delay` milliseconds, at once if that is overtaken. */
export function inquireAgain(t: string, delay: string): string {
  return `pending_inquiry = NULL,
          due_at = now() + ${delay} * (${t}.pending_inquiry IS DISTINCT FROM 'overtaken')::int * interval '1 millisecond'`;
}
