import type { WorkRef } from '../platform/queues/work-queues.js';
import type { PaymentProcessor, ProcessorAttempt } from './payment-processor.js';

/** A place in a processor's statement: the line before it, and what the processor calls it. */
export interface StatementPlace {
  readonly cursor: string;
  readonly receivedAt: Date;
  readonly reference: string;
}

/** Which page of the statement: of what was first received from one moment, included, to another, not included. */
export interface StatementRequest {
  readonly from: Date;
  readonly to: Date;
  /** Where the page begins; null for the first one. */
  readonly place: StatementPlace | null;
}

/** What a processor's own statement says of one operation. */
export interface StatementLine {
  /** The attempt that it was sent as; undefined when its reference is none that this service gives. */
  readonly attempt: WorkRef | undefined;
  readonly reference: string;
  readonly operation: ProcessorAttempt['operation'] | 'refund';
  readonly status: 'approved' | 'declined' | 'pending' | 'requires_action';
  /** Of an authorization: the payment that it was sent for. */
  readonly paymentId: string | undefined;
  /** Of everything else: the attempt at the authorization that it is about. */
  readonly authorization: WorkRef | undefined;
  /** Null for a void. */
  readonly amount: { readonly value: number; readonly currency: string } | null;
  readonly receivedAt: Date;
}

/**
 * A page of the statement, or why there is none. `cannot_list` is the processor's word that it has none to show; `unavailable`
 * says that nobody answered, `unclear` that the answer does not keep to what was agreed.
 */
export type StatementAnswer =
  | {
      readonly kind: 'page';
      readonly lines: readonly StatementLine[];
      /** Where the next page begins; null when this was the last one. */
      readonly next: StatementPlace | null;
    }
  | { readonly kind: 'cannot_list' }
  | { readonly kind: 'unavailable' | 'unclear'; readonly reason: string };

/** A processor that keeps a statement outside of this service, by which ours can be checked. */
export interface StatementProcessor extends PaymentProcessor {
  readStatement(request: StatementRequest): Promise<StatementAnswer>;
}

export function hasStatement(processor: PaymentProcessor): processor is StatementProcessor {
  return 'readStatement' in processor;
}
