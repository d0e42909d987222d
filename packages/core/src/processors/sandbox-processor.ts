import type {
  NewAuthorization,
  PaymentProcessor,
  ProcessorAttempt,
  ProcessorOutcome,
  RefundOutcome,
  RefundRequest,
} from './payment-processor.js';

/** The name of the processor of test mode. */
export const SANDBOX = 'sandbox';

const USUAL_DELAY_MS = 1_000;
const MAX_DELAY_MS = 3_600_000;
const TIMEOUT_MS = 3_000;
const FAIL = 'refund_fail';

/** Returns the outcome of a refund in test mode, as `metadata.sandbox` of the refund or the payment requests. */
export function sandboxRefundOutcome(request: RefundRequest): RefundOutcome {
  const script = wordOf(request.metadata);
  const elapsedMs = request.now.getTime() - request.startedAt.getTime();
  if (script === 'timeout_forever') return { kind: 'unknown' };
  if (script === 'timeout_then_approve') return elapsedMs < TIMEOUT_MS ? { kind: 'unknown' } : { kind: 'approved' };
  const { declineCode, delayMs = USUAL_DELAY_MS } = readSandboxScript(request.metadata);
  if (elapsedMs < delayMs) return { kind: 'pending', checkAfterMs: delayMs - elapsedMs };
  const fails = script === FAIL || wordOf(request.paymentMetadata) === FAIL;
  const code = declineCode ?? (fails ? 'refund_failed' : undefined);
  if (code === undefined) return { kind: 'approved' };
  return { kind: 'declined', code, message: 'The sandbox declined the refund as asked.' };
}

function wordOf(metadata: Readonly<Record<string, unknown>>): string {
  const value = metadata['sandbox'];
  return typeof value === 'string' ? value : '';
}

/** How long the first responses of `timeout_then_approve` are lost. */
const LOST_FOR_MS = 1_000;
/** A fallback: the customer's action is normally reported at once. */
const ACTION_CHECK_MS = 3_600_000;

const BEHAVIOURS = ['hold', 'action', 'timeout_then_approve', 'timeout_forever'] as const;

interface SandboxScript {
  readonly behaviour: (typeof BEHAVIOURS)[number] | undefined;
  readonly declineCode: string | undefined;
  /** How long after the attempt the outcome is known, in milliseconds; undefined if the script does not say. */
  readonly delayMs: number | undefined;
}

export type SandboxOutcome = 'complete' | 'decline';

/** The customer of a sandbox payment, who acts on a page of this instance. */
export interface SandboxCustomer {
  /** Returns the page of an authorization, relative to this instance. */
  pageOf(environmentId: number, authorization: string): string;
  /** Returns the customer's choice; undefined until it is made. */
  outcomeOf(environmentId: number, authorization: string): Promise<SandboxOutcome | undefined>;
}

/** Parses `metadata.sandbox`; unknown values are plain metadata. */
export function readSandboxScript(metadata: Readonly<Record<string, unknown>>): SandboxScript {
  const text = wordOf(metadata);
  const declineCode = /^decline:([a-z0-9_]{1,64})$/.exec(text)?.[1];
  const delay = /^delay:(\d{1,7})$/.exec(text)?.[1];
  const delayMs = delay === undefined ? undefined : Math.min(Number(delay), MAX_DELAY_MS);
  return { behaviour: BEHAVIOURS.find((behaviour) => behaviour === text), declineCode, delayMs };
}

function saved(authorization: string): ProcessorOutcome {
  const card = { brand: 'visa', last4: '4242', expiryMonth: 12, expiryYear: 2040 };
  return { kind: 'approved', savedMethod: { ...card, token: `sandbox_card_${authorization}`, owner: null } };
}

/** The processor of test mode: settles after about a second, as `metadata.sandbox` requests. */
export class SandboxProcessor implements PaymentProcessor {
  readonly name = SANDBOX;
  readonly isRemote = false;

  constructor(private readonly customer: SandboxCustomer) {}

  needsApproval(payment: { readonly metadata: Readonly<Record<string, unknown>> }): boolean {
    return readSandboxScript(payment.metadata).behaviour === 'hold';
  }

  /** After the usual delay, one request is enough. A script with a timing of its own is at the sandbox from the start, and so is a page. */
  authorizesAfterMs({ metadata, checkoutSessionId }: NewAuthorization): number {
    const { behaviour, delayMs } = readSandboxScript(metadata);
    return behaviour === undefined && delayMs === undefined && checkoutSessionId === null ? USUAL_DELAY_MS : 0;
  }

  canCapturePart(): boolean {
    return true;
  }

  authorize(attempt: ProcessorAttempt): Promise<ProcessorOutcome> {
    return this.getStatus(attempt);
  }

  capture(attempt: ProcessorAttempt): Promise<ProcessorOutcome> {
    return this.getStatus(attempt);
  }

  void(attempt: ProcessorAttempt): Promise<ProcessorOutcome> {
    return this.getStatus(attempt);
  }

  async getStatus(attempt: ProcessorAttempt): Promise<ProcessorOutcome> {
    switch (attempt.operation) {
      case 'authorize':
        return this.authorization(attempt);
      case 'capture':
        return { kind: 'approved' };
      case 'void':
        return this.release(attempt);
    }
  }

  refund(request: RefundRequest): Promise<RefundOutcome> {
    return Promise.resolve(sandboxRefundOutcome(request));
  }

  getRefundStatus(request: RefundRequest): Promise<RefundOutcome> {
    return Promise.resolve(sandboxRefundOutcome(request));
  }

  private async authorization(attempt: ProcessorAttempt): Promise<ProcessorOutcome> {
    const { behaviour, declineCode, delayMs } = readSandboxScript(attempt.metadata);
    const elapsed = attempt.now.getTime() - attempt.startedAt.getTime();
    if (behaviour === 'action' || attempt.checkout !== null) return this.action(attempt);
    if (behaviour === 'timeout_forever') return { kind: 'unknown' };
    if (behaviour === 'timeout_then_approve') return { kind: elapsed < LOST_FOR_MS ? 'unknown' : 'approved' };
    if (delayMs !== undefined && elapsed < delayMs) return { kind: 'pending', checkAfterMs: delayMs - elapsed };
    if (declineCode === undefined) return { kind: 'approved' };
    return { kind: 'declined', code: declineCode, message: 'The sandbox declined the payment as asked.' };
  }

  private async action({ environmentId, authorization, checkout }: ProcessorAttempt): Promise<ProcessorOutcome> {
    const outcome = await this.customer.outcomeOf(environmentId, authorization);
    if (outcome === 'complete') return checkout?.savesMethod === true ? saved(authorization) : { kind: 'approved' };
    if (outcome === 'decline') {
      return { kind: 'declined', code: 'customer_declined', message: 'The customer declined the payment.' };
    }
    const url = checkout?.page ?? this.customer.pageOf(environmentId, authorization);
    return { kind: 'requires_action', url, checkAfterMs: ACTION_CHECK_MS };
  }

  private async release({ environmentId, authorization, captureMethod }: ProcessorAttempt): Promise<ProcessorOutcome> {
    const outcome = await this.customer.outcomeOf(environmentId, authorization);
    if (captureMethod === 'manual' || outcome !== 'complete') return { kind: 'approved' };
    return { kind: 'declined', code: 'already_captured', message: 'The customer has paid meanwhile.' };
  }
}
