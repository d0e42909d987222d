import type { WorkRef } from '../platform/queues/work-queues.js';
import type { Trace } from '../platform/tracing/trace.js';

/** One request to a processor, stored before it is made. */
export interface ProcessorRequest {
  readonly environmentId: number;
  /** The attempt's id: the idempotency key downstream, the same however often the request is repeated. */
  readonly reference: string;
  /** Whether it may have been sent before, with its answer lost. */
  readonly isRepeat: boolean;
  /** In the currency's smallest unit. */
  readonly amountValue: number;
  readonly currency: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly startedAt: Date;
  /** The database's clock when the attempt was claimed. */
  readonly now: Date;
  /** The trace of the request that the payment was made by. */
  readonly trace: Trace | null;
}

/** One request about a payment. */
export interface ProcessorAttempt extends ProcessorRequest {
  readonly paymentId: string;
  readonly operation: 'authorize' | 'capture' | 'void';
  /** The reference of the authorization that is captured or voided; an authorization's own. */
  readonly authorization: string;
  /** Whether an authorization takes the money, or holds it for a capture. */
  readonly captureMethod: 'automatic' | 'manual';
  /** Reads the processor's own token of how the customer pays; null when there is none, or no longer. */
  readonly paymentMethodToken: () => Promise<string | null>;
}

/** One request to give money back, stored before it is made. */
export interface RefundRequest extends ProcessorRequest {
  /** The authorization of the payment, as the processor knows it. */
  readonly paymentReference: string;
  readonly paymentMetadata: Readonly<Record<string, unknown>>;
}

/**
 * What a processor knows of an attempt. `requires_action` says that the customer has to follow `url`, absolute or
 * relative to this instance. `unknown` says that nobody can tell: it is asked again, and never taken for a refusal.
 */
export type ProcessorOutcome =
  | { readonly kind: 'approved' }
  | { readonly kind: 'declined'; readonly code: string; readonly message: string }
  | { readonly kind: 'pending'; readonly checkAfterMs: number }
  | { readonly kind: 'requires_action'; readonly url: string; readonly checkAfterMs: number }
  | { readonly kind: 'unknown' };

/** What a processor knows of a refund: nobody has to act for one. */
export type RefundOutcome = Exclude<ProcessorOutcome, { readonly kind: 'requires_action' }>;

/**
 * A way to move money. Implementations hold no state of ours: what they must remember is in the attempt. Repeating a
 * request with the same reference has no further effect.
 */
export interface PaymentProcessor {
  readonly name: string;
  /** Whether its answers come over a network, and may take their time. */
  readonly isRemote: boolean;
  /** Whether a person has to approve the payment before it is carried out. */
  needsApproval(payment: { readonly metadata: Readonly<Record<string, unknown>> }): boolean;
  /** Asks for the money: to be taken, or to be held, as the attempt's capture method says. */
  authorize(attempt: ProcessorAttempt): Promise<ProcessorOutcome>;
  /** Takes all of the money that is held. */
  capture(attempt: ProcessorAttempt): Promise<ProcessorOutcome>;
  /** Lets go of what is held or asked for. It is declined when the money has been taken meanwhile. */
  void(attempt: ProcessorAttempt): Promise<ProcessorOutcome>;
  /** Asks what became of an attempt. */
  getStatus(attempt: ProcessorAttempt): Promise<ProcessorOutcome>;
  /** Gives money back. Repeating it with the same reference has no further effect. */
  refund(request: RefundRequest): Promise<RefundOutcome>;
  /** Asks what became of a refund. */
  getRefundStatus(request: RefundRequest): Promise<RefundOutcome>;
  /** Lets go of its connections, where it has any. */
  close?(): Promise<void>;
}

/** A request that came in from a processor, its body as the bytes that were signed. */
export interface CallbackRequest {
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
  /** The database's clock. */
  readonly now: Date;
}

/** What a processor says has changed. It is only a reason to ask: what became of it, the answer tells. */
export interface ProcessorCallback extends WorkRef {
  readonly operation: ProcessorAttempt['operation'] | 'refund';
}

/** A processor that tells of changes by itself. */
export interface CallingProcessor extends PaymentProcessor {
  /** Throws a DomainError when the request is not the processor's, or says nothing. */
  parseCallback(request: CallbackRequest): ProcessorCallback;
}
