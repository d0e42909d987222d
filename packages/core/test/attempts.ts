import type { ProcessorAttempt, RefundRequest } from '../src/processors/payment-processor.js';

export const STARTED_AT = new Date('2026-11-21T09:30:00.000Z');

let lastId = 0;

/** An id that no other attempt of this process has. */
export const newId = (): string => String((lastId += 1));

/** An authorization of 10.00 USD with a card that approves. */
export function newAttempt(change: Partial<ProcessorAttempt> = {}): ProcessorAttempt {
  const { reference = newId(), startedAt = STARTED_AT, amountValue = 1000 } = change;
  return {
    ...{ environmentId: 1, paymentId: newId(), reference, isRepeat: false, startedAt, now: startedAt, trace: null },
    ...{ operation: 'authorize', authorization: reference, captureMethod: 'automatic', initiator: 'customer' },
    ...{ amountValue, authorizedValue: amountValue, currency: 'USD', metadata: {}, description: null },
    ...{ customer: null, customerAtProcessor: null, checkout: null, externalReference: null },
    ...{ statementDescriptorSuffix: null, receiptEmail: null, expiredForMs: null },
    paymentMethodToken: () => Promise.resolve('pm_card_visa'),
    storeExternalReference: () => Promise.resolve(),
    ...change,
  };
}

/** A refund of 4.00 USD. */
export function newRefund(change: Partial<RefundRequest> = {}): RefundRequest {
  const { reference = newId(), startedAt = STARTED_AT } = change;
  return {
    ...{ environmentId: 1, reference, isRepeat: false, startedAt, now: startedAt, trace: null, origin: 'api' },
    ...{ amountValue: 400, currency: 'USD', metadata: {}, externalReference: null, expiredForMs: null },
    ...{ paymentReference: newId(), paymentExternalReference: null, paymentMetadata: {} },
    storeExternalReference: () => Promise.resolve(),
    ...change,
  };
}

/** The references that an adapter stores, by the reference of the attempt, and attempts that store theirs here. */
export class StoredReferences extends Map<string, string> {
  private claims = 0;

  readonly newAttempt = (change: Partial<ProcessorAttempt> = {}): ProcessorAttempt => {
    const reference = newId();
    return newAttempt({ reference, storeExternalReference: this.storing(reference), ...change });
  };

  /** What the next claim of an attempt reads. */
  readonly again = (attempt: ProcessorAttempt): ProcessorAttempt => {
    const now = new Date(attempt.startedAt.getTime() + (this.claims += 1));
    return { ...attempt, now, isRepeat: true, externalReference: this.get(attempt.authorization) ?? null };
  };

  readonly next = (authorization: ProcessorAttempt, operation: 'capture' | 'void'): ProcessorAttempt => {
    const { startedAt: now } = authorization;
    return { ...this.again(authorization), now, isRepeat: false, operation, reference: newId() };
  };

  readonly refundOf = (payment: ProcessorAttempt, change: Partial<RefundRequest> = {}): RefundRequest => {
    const [reference, paymentReference] = [newId(), payment.reference];
    const paymentExternalReference = this.get(paymentReference) ?? null;
    const storeExternalReference = this.storing(reference);
    return newRefund({ reference, paymentReference, paymentExternalReference, storeExternalReference, ...change });
  };

  private storing(reference: string): (external: string) => Promise<void> {
    return (external) => Promise.resolve(void this.set(reference, external));
  }
}
