import type { PaymentProcessor, ProcessorAttempt, ProcessorOutcome } from '../src/processors/payment-processor.js';

type Call = keyof Pick<PaymentProcessor, 'authorize' | 'capture' | 'void'> | 'status';

/** A processor of payments that gives the test's responses in order, and then approves. */
export class ScriptedAcquirer implements PaymentProcessor {
  readonly name = 'acquirer';
  readonly isRemote = false;
  readonly attempts: ProcessorAttempt[] = [];
  /** What was called. */
  calls: Call[] = [];
  answers: ((attempt: ProcessorAttempt) => Promise<ProcessorOutcome>)[] = [];

  readonly canCapturePart = () => true;
  readonly needsApproval = () => false;
  authorize = (attempt: ProcessorAttempt): Promise<ProcessorOutcome> => this.answer('authorize', attempt);
  capture = (attempt: ProcessorAttempt): Promise<ProcessorOutcome> => this.answer('capture', attempt);
  void = (attempt: ProcessorAttempt): Promise<ProcessorOutcome> => this.answer('void', attempt);
  getStatus = (attempt: ProcessorAttempt): Promise<ProcessorOutcome> => this.answer('status', attempt);
  refund = (): Promise<never> => Promise.reject(new Error('unexpected refund'));
  getRefundStatus = this.refund;

  /** What was called, with the reference of its attempt. */
  get heard(): [Call, string][] {
    return this.calls.map((call, index) => [call, this.attempts[index]?.reference ?? '']);
  }

  private answer(call: Call, attempt: ProcessorAttempt): Promise<ProcessorOutcome> {
    this.calls.push(call);
    this.attempts.push(attempt);
    return this.answers.shift()?.(attempt) ?? Promise.resolve({ kind: 'approved' });
  }
}

/** Responses that arrive at once. */
export const says = (...outcomes: ProcessorOutcome[]) => outcomes.map((outcome) => () => Promise.resolve(outcome));
