/** A value of `metadata.sandbox`, and what it makes of a test payment. */
export interface Outcome {
  readonly value: string;
  readonly effect: string;
}

/** The outcomes that the sandbox knows. */
export const OUTCOMES: readonly Outcome[] = [
  { value: 'approve', effect: 'The payment is completed after about a second.' },
  { value: 'decline:insufficient_funds', effect: 'The payment fails with the code after the colon. Any code works.' },
  { value: 'hold', effect: 'The payment waits for an approval.' },
  { value: 'action', effect: 'The customer has to act on the page of nextAction, as with 3-D Secure.' },
  { value: 'delay:10000', effect: 'The payment is completed after so many milliseconds.' },
  { value: 'timeout_then_approve', effect: 'The first answers are lost. The payment is completed nevertheless.' },
  { value: 'timeout_forever', effect: 'The outcome stays unknown. After 24 hours, a person must decide.' },
  { value: 'refund_fail', effect: 'The payment is completed. Its refunds fail.' },
];
