import type { PaymentProcessor, ProcessorAttempt, ProcessorOutcome, RefundRequest } from './payment-processor.js';
import { refundOutcome } from './sandbox-refunds.js';

const USUAL_DELAY_MS = 1_000;
const LONGEST_DELAY_MS = 3_600_000;

interface SandboxScript {
  readonly hold: boolean;
  readonly declineCode: string | undefined;
  readonly delayMs: number;
}

/** What `metadata.sandbox` asks for; any value it does not know is plain metadata. */
export function readSandboxScript(metadata: Readonly<Record<string, unknown>>): SandboxScript {
  const value = metadata['sandbox'];
  const text = typeof value === 'string' ? value : '';
  const declineCode = /^decline:([a-z0-9_]{1,64})$/.exec(text)?.[1];
  const delay = /^delay:(\d{1,7})$/.exec(text)?.[1];
  const delayMs = delay === undefined ? USUAL_DELAY_MS : Math.min(Number(delay), LONGEST_DELAY_MS);
  return { hold: text === 'hold', declineCode, delayMs };
}

/** The processor of test mode: settles after about a second, as `metadata.sandbox` tells it. */
export class SandboxProcessor implements PaymentProcessor {
  readonly name = 'sandbox';

  needsApproval(payment: { readonly metadata: Readonly<Record<string, unknown>> }): boolean {
    return readSandboxScript(payment.metadata).hold;
  }

  authorize(attempt: ProcessorAttempt): Promise<ProcessorOutcome> {
    return Promise.resolve(outcomeAt(attempt));
  }

  getStatus(attempt: ProcessorAttempt): Promise<ProcessorOutcome> {
    return Promise.resolve(outcomeAt(attempt));
  }

  refund(request: RefundRequest): Promise<ProcessorOutcome> {
    return Promise.resolve(refundOutcome(request));
  }

  getRefundStatus(request: RefundRequest): Promise<ProcessorOutcome> {
    return Promise.resolve(refundOutcome(request));
  }
}

function outcomeAt(attempt: ProcessorAttempt): ProcessorOutcome {
  const { declineCode, delayMs } = readSandboxScript(attempt.metadata);
  const remaining = attempt.startedAt.getTime() + delayMs - attempt.now.getTime();
  if (remaining > 0) return { kind: 'pending', checkAfterMs: remaining };
  if (declineCode === undefined) return { kind: 'approved' };
  return { kind: 'declined', code: declineCode, message: 'The sandbox declined the payment as asked.' };
}
