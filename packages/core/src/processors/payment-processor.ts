/** One request to a processor, stored before it is made. */
export interface ProcessorAttempt {
  /** The attempt's id: the idempotency key downstream, the same however often the request is repeated. */
  readonly reference: string;
  /** In the currency's smallest unit. */
  readonly amountValue: number;
  readonly currency: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly startedAt: Date;
  /** The database's clock when the attempt was claimed. */
  readonly now: Date;
}

/** One request to give money back, stored before it is made. */
export interface RefundRequest extends ProcessorAttempt {
  /** The attempt that took the money, as the processor knows it. */
  readonly paymentReference: string;
  readonly paymentMetadata: Readonly<Record<string, unknown>>;
}

/**
 * What a processor knows of an attempt. `unknown` says that nobody can tell: it is asked again, and never taken for a
 * refusal.
 */
export type ProcessorOutcome =
  | { readonly kind: 'approved' }
  | { readonly kind: 'declined'; readonly code: string; readonly message: string }
  | { readonly kind: 'pending'; readonly checkAfterMs: number }
  | { readonly kind: 'unknown' };

/** A way to move money. Implementations hold no state of ours: what they must remember is in the attempt. */
export interface PaymentProcessor {
  readonly name: string;
  /** Whether a person has to approve the payment before it is carried out. */
  needsApproval(payment: { readonly metadata: Readonly<Record<string, unknown>> }): boolean;
  /** Asks for the money. Repeating it with the same reference has no further effect. */
  authorize(attempt: ProcessorAttempt): Promise<ProcessorOutcome>;
  /** Asks what became of an attempt. */
  getStatus(attempt: ProcessorAttempt): Promise<ProcessorOutcome>;
  /** Gives money back. Repeating it with the same reference has no further effect. */
  refund(request: RefundRequest): Promise<ProcessorOutcome>;
  /** Asks what became of a refund. */
  getRefundStatus(request: RefundRequest): Promise<ProcessorOutcome>;
}
