import type Stripe from 'stripe';
import { fromPublicId, toPublicId } from '../../platform/ids.js';
import { ownReference, referenceOf } from '../own-reference.js';

type Attempt = Exclude<ReturnType<typeof ownReference>, undefined>;

const INSTALLATION = 'svc_installation';
const ATTEMPT = 'svc_attempt';
const CAPTURE = 'svc_capture';
const PAYMENT = 'svc_payment';
const CUSTOMER = 'svc_customer';

/** The metadata of an object that belongs to an installation as a whole. */
export function installationOf(installationId: string): Record<string, string> {
  return { [INSTALLATION]: installationId };
}

/** Marks objects at Stripe as those of attempts of this installation; others may use the same account. */
export class StripeOwnership {
  constructor(private readonly installationId: string) {}

  /** The metadata of the object of an attempt. */
  of(attempt: Attempt): Record<string, string> {
    return { ...installationOf(this.installationId), [ATTEMPT]: referenceOf(attempt) };
  }

  /** The metadata of the object of an authorization. */
  ofPayment(attempt: Attempt, paymentId: string): Record<string, string> {
    return { ...this.of(attempt), [PAYMENT]: toPublicId('pay', paymentId) };
  }

  /** The metadata of the object of a customer. */
  ofCustomer(customerId: string): Record<string, string> {
    return { ...installationOf(this.installationId), [CUSTOMER]: toPublicId('cust', customerId) };
  }

  /** The metadata that a capture adds to the authorization. */
  ofCapture(attempt: Attempt): Record<string, string> {
    return { [CAPTURE]: referenceOf(attempt) };
  }

  isOf(attempt: Attempt, metadata: Stripe.Metadata | null): boolean {
    return this.isOurs(metadata) && metadata?.[ATTEMPT] === referenceOf(attempt);
  }

  /** Whose capture took the money of an authorization: that of this attempt, another one, or none of this installation. */
  capturedBy(attempt: Attempt, metadata: Stripe.Metadata | null): 'this' | 'another' | 'none of ours' {
    if (metadata?.[CAPTURE] === referenceOf(attempt)) return 'this';
    return metadata?.[CAPTURE] === undefined ? 'none of ours' : 'another';
  }

  /** Whether an object belongs to another installation that uses the same account. */
  isOfAnother(metadata: Stripe.Metadata | null): boolean {
    return metadata?.[INSTALLATION] !== undefined && !this.isOurs(metadata);
  }

  /** The attempt that an object belongs to; undefined for an object of somebody else. */
  attemptOf(metadata: Stripe.Metadata | null): Attempt | undefined {
    return this.isOurs(metadata) ? ownReference(textOf(metadata, ATTEMPT)) : undefined;
  }

  /** The capture that took the money of an authorization. */
  captureOf(metadata: Stripe.Metadata | null): Attempt | undefined {
    return this.isOurs(metadata) ? ownReference(textOf(metadata, CAPTURE)) : undefined;
  }

  /** The payment of an authorization. */
  paymentOf(metadata: Stripe.Metadata | null): string | undefined {
    return fromPublicId('pay', textOf(metadata, PAYMENT));
  }

  /** The idempotency key of a step of an attempt. */
  keyOf(attempt: Attempt, step: string): string {
    return `${this.installationId}-${referenceOf(attempt)}-${step}`;
  }

  private isOurs(metadata: Stripe.Metadata | null): boolean {
    return metadata?.[INSTALLATION] === this.installationId;
  }
}

/** An entry of metadata, empty if there is none. What an event contains may differ from its type. */
function textOf(metadata: Stripe.Metadata | null, key: string): string {
  const value: unknown = metadata?.[key];
  return typeof value === 'string' ? value : '';
}
