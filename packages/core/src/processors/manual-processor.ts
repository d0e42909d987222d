import type { PaymentProcessor, ProcessorOutcome, RefundOutcome } from './payment-processor.js';

/** The processor that is a person: payments wait for approval, and the approval is what carries them out. */
export class ManualProcessor implements PaymentProcessor {
  readonly name = 'manual';
  readonly isRemote = false;

  needsApproval(): boolean {
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

  /** Whoever asks for the refund is the person who gives the money back. */
  refund(): Promise<RefundOutcome> {
    return Promise.resolve({ kind: 'approved' });
  }

  getRefundStatus(): Promise<RefundOutcome> {
    return Promise.resolve({ kind: 'approved' });
  }
}
