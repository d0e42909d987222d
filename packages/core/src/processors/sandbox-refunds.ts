import type { RefundOutcome, RefundRequest } from './payment-processor.js';

const USUAL_DELAY_MS = 1_000;
const LONGEST_DELAY_MS = 3_600_000;
const TIMEOUT_MS = 3_000;
const FAIL = 'refund_fail';

/** What becomes of a refund in test mode, as the refund's `metadata.sandbox`, or the payment's, asks for. */
export function refundOutcome(request: RefundRequest): RefundOutcome {
  const script = wordOf(request.metadata);
  const elapsedMs = request.now.getTime() - request.startedAt.getTime();
  if (script === 'timeout_forever') return { kind: 'unknown' };
  if (script === 'timeout_then_approve') return elapsedMs < TIMEOUT_MS ? { kind: 'unknown' } : { kind: 'approved' };
  const delay = /^delay:(\d{1,7})$/.exec(script)?.[1];
  const delayMs = delay === undefined ? USUAL_DELAY_MS : Math.min(Number(delay), LONGEST_DELAY_MS);
  if (elapsedMs < delayMs) return { kind: 'pending', checkAfterMs: delayMs - elapsedMs };
  const declineCode = /^decline:([a-z0-9_]{1,64})$/.exec(script)?.[1];
  const fails = script === FAIL || wordOf(request.paymentMetadata) === FAIL;
  const code = declineCode ?? (fails ? 'refund_failed' : undefined);
  if (code === undefined) return { kind: 'approved' };
  return { kind: 'declined', code, message: 'The sandbox declined the refund as asked.' };
}

function wordOf(metadata: Readonly<Record<string, unknown>>): string {
  const value = metadata['sandbox'];
  return typeof value === 'string' ? value : '';
}
