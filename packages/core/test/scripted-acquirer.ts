import type { PaymentProcessor, ProcessorAttempt, ProcessorOutcome } from '../src/processors/payment-processor.js';

type Call = keyof Pick<PaymentProcessor, 'authorize' | 'capture' | 'void'> | 'status';

/** A processor of payments that gives the test's responses in order, and then approves. */
export class ScriptedAcquirer implements PaymentProcessor {
  readonly name = 'acquirer';
  readonly isRemote = false;
  /** The calls so far, in their order. */
  made: { readonly call: Call; readonly attempt: ProcessorAttempt }[] = [];
  answers: ((attempt: ProcessorAttempt) => Promise<ProcessorOutcome>)[] = [];

  readonly canCapturePart = () => true;
  readonly needsApproval = () => false;
  authorize = (attempt: ProcessorAttempt): Promise<ProcessorOutcome> => this.answer('authorize', attempt);
  capture = (attempt: ProcessorAttempt): Promise<ProcessorOutcome> => this.answer('capture', attempt);
  void = (attempt: ProcessorAttempt): Promise<ProcessorOutcome> => this.answer('void', attempt);
  getStatus = (attempt: ProcessorAttempt): Promise<ProcessorOutcome> => this.answer('status', attempt);
  refund = (): Promise<never> => Promise.reject(new Error('unexpected refund'));
  getRefundStatus = this.refund;

  get calls(): Call[] {
    return this.made.map(({ call }) => call);
  }

  /** The calls with the references of their attempts. */
  get heard(): [Call, string][] {
    return this.made.map(({ call, attempt }) => [call, attempt.reference]);
  }

  private answer(call: Call, attempt: ProcessorAttempt): Promise<ProcessorOutcome> {
    this.made.push({ call, attempt });
    return this.answers.shift()?.(attempt) ?? Promise.resolve({ kind: 'approved' });
  }
}

/** Responses that arrive at once. */
export const says = (...outcomes: ProcessorOutcome[]) => outcomes.map((outcome) => () => Promise.resolve(outcome));
