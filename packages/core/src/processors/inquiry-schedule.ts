import type { ProcessorOutcome } from './payment-processor.js';
import { MAX_INQUIRY_DELAY_MS } from './pending-inquiry.js';

/** How often a job may ask again; after that the background task finds the payment or refund. */
export const MAX_INQUIRIES_PER_JOB = 100;
const FIRST_REPEAT_MS = 2_000;

/**
 * What a response says of an attempt that stays open: that it was received, that its outcome is unknown, that an
 * authorization was certainly not sent so far, or nothing.
 */
export type Acknowledgement = 'received' | 'unclear' | 'unsent' | 'none';

/** Returns the acknowledgement in a response after which the processor is asked again. */
export function acknowledgementIn(outcome: ProcessorOutcome): Exclude<Acknowledgement, 'unsent'> {
  if (outcome.kind === 'unknown') return 'unclear';
  return outcome.kind === 'later' ? 'none' : 'received';
}

/** How long the outcome of an attempt has been unknown, in milliseconds. */
export function unclearFor(
  claim: { readonly claimedAt: Date },
  attempt: { readonly unclearSince: Date | null },
): number {
  return attempt.unclearSince === null ? 0 : claim.claimedAt.getTime() - attempt.unclearSince.getTime();
}

/** Delay after an unknown outcome: as long as it has been unknown, so that delays double from 2 s to an hour. */
export function repeatAfter(unclearMs: number): number {
  return Math.min(Math.max(unclearMs, FIRST_REPEAT_MS), MAX_INQUIRY_DELAY_MS);
}
