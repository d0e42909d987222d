import type { PaymentProcessor, ProcessorOutcome, RefundOutcome } from './payment-processor.js';

/** The name of the processor for manual payments. */
export const MANUAL = 'manual';

/** The processor for manual payments: a person approves them, and the approval carries them out. */
export class ManualProcessor implements PaymentProcessor {
  readonly name = MANUAL;
  readonly isRemote = false;

  needsApproval(): boolean {
    return true;
  }

  canCapturePart(): boolean {
    return true;
  }

  authorize(): Promise<ProcessorOutcome> {
    return Promise.resolve({ kind: 'approved' });
  }

  capture(): Promise<ProcessorOutcome> {
    return Promise.resolve({ kind: 'approved' });
  }

  void(): Promise<ProcessorOutcome> {
    return Promise.resolve({ kind: 'approved' });
  }

  getStatus(): Promise<ProcessorOutcome> {
    return Promise.resolve({ kind: 'approved' });
  }

  /** The person who creates the refund returns the money. */
  refund(): Promise<RefundOutcome> {
    return Promise.resolve({ kind: 'approved' });
  }

  getRefundStatus(): Promise<RefundOutcome> {
    return Promise.resolve({ kind: 'approved' });
  }
}
