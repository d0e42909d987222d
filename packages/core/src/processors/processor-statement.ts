import type { WorkRef } from '../platform/queues/work-ref.js';
import type { PaymentProcessor, ProcessorAttempt } from './payment-processor.js';

/** A place in a processor's statement: the line before it, and the processor's cursor. */
export interface StatementPosition {
  readonly cursor: string;
  readonly receivedAt: Date;
  readonly reference: string;
}

/** Requests a page of the lines first received from `from`, inclusive, to `to`, exclusive. */
export interface StatementRequest {
  readonly from: Date;
  readonly to: Date;
  readonly position: StatementPosition | null;
}

export interface StatementLine {
  /** The attempt; undefined if the reference is not one of this service. */
  readonly attempt: WorkRef | undefined;
  readonly reference: string;
  /** The processor's own reference, if attempts store it. */
  readonly externalReference?: string;
  readonly operation: ProcessorAttempt['operation'] | 'refund';
  readonly status: 'approved' | 'declined' | 'pending' | 'requires_action';
  /** For an authorization: its payment. */
  readonly paymentId: string | undefined;
  /** For all other operations: the attempt of their authorization. */
  readonly authorization: WorkRef | undefined;
  readonly amount: { readonly value: number; readonly currency: string } | null;
  readonly receivedAt: Date;
}

/** A page, or none: no statement (`cannot_list`), no response (`unavailable`), an invalid one (`unclear`). */
export type StatementAnswer =
  | {
      readonly kind: 'page';
      readonly lines: readonly StatementLine[];
      readonly next: StatementPosition | null;
    }
  | { readonly kind: 'cannot_list' }
  | { readonly kind: 'unavailable' | 'unclear'; readonly reason: string };

/** A processor that keeps its own statement, with which ours can be compared. */
export interface StatementProcessor extends PaymentProcessor {
  readStatement(request: StatementRequest): Promise<StatementAnswer>;
}

export function hasStatement(processor: PaymentProcessor): processor is StatementProcessor {
  return 'readStatement' in processor;
}
