import type { Schemas } from '@svc/contract';
import type { WorkRef } from '../platform/queues/work-ref.js';
import type { Trace } from '../platform/tracing/trace.js';
import type { SavedMethod } from '../platform/payment-outcomes.js';
import type { CustomerAtProcessor } from './customer-at-processor.js';

export interface ProcessorRequest {
  readonly environmentId: number;
  /** The attempt's id: the idempotency key for the processor, the same on every repetition. */
  readonly reference: string;
  /** Whether it may have been sent before, and the response was lost. */
  readonly isRepeat: boolean;
  /** In the currency's smallest unit. */
  readonly amountValue: number;
  readonly currency: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly startedAt: Date;
  /**
   * For how long the time of an authorization that was never answered has been up, in milliseconds; null before, and for other
   * operations. It is not sent again: what was certainly never done is declined as NOT_SENT.
   */
  readonly expiredForMs: number | null;
  /** The database's clock when the attempt was claimed. */
  readonly now: Date;
  /** The trace of the API request that created the payment. */
  readonly trace: Trace | null;
  /** The processor's own reference, as stored: that of the authorization for a payment, its own for a refund. */
  readonly externalReference: string | null;
  /**
   * Commits the processor's own reference, before money can move under it. Throws LeaseLost, and stores nothing, if
   * another worker may have taken over, or if a reference is stored that is neither this one nor `former`.
   */
  readonly storeExternalReference: (reference: string, former?: string) => Promise<void>;
}

export interface ProcessorAttempt extends ProcessorRequest {
  readonly paymentId: string;
  readonly operation: 'authorize' | 'capture' | 'void';
  /** The amount of the authorization, in the currency's smallest unit. A capture may be of less. */
  readonly authorizedValue: number;
  /** The reference of the authorization to capture or void; for an authorization, its own. */
  readonly authorization: string;
  /** Whether an authorization captures the money at once or holds it. */
  readonly captureMethod: 'automatic' | 'manual';
  /** The client's text for the payment. */
  readonly description: string | null;
  /** Null without a customer, and once the customer was erased. */
  readonly customer: { readonly id: string; readonly email: string } | null;
  /** Who initiated the payment; without the customer there is nobody to authenticate. */
  readonly initiator: 'customer' | 'merchant';
  /** What the bank statement shows after the name of the business. */
  readonly statementDescriptorSuffix: string | null;
  /** Where the processor sends a receipt. Null once the customer was erased. */
  readonly receiptEmail: string | null;
  /** Reads the processor's token of the payment method; null if there is none (any more). */
  readonly paymentMethodToken: () => Promise<string | null>;
  /** Null without a customer. */
  readonly customerAtProcessor: CustomerAtProcessor | null;
  /** Null unless the customer pays on the page of a checkout session. */
  readonly checkout: HostedCheckout | null;
}

/** A payment that the customer makes on the page of a checkout session. */
export interface HostedCheckout {
  /** The path of the page, relative to this instance. */
  readonly page: string;
  readonly expiresAt: Date;
  /** The language that the session asks for. */
  readonly locale: string | null;
  /** Whether the customer lets the payment method be saved for later payments. */
  readonly savesMethod: boolean;
}

export interface RefundRequest extends ProcessorRequest {
  /** The reference of the payment's authorization. */
  readonly paymentReference: string;
  readonly paymentMetadata: Readonly<Record<string, unknown>>;
  /** The processor's own reference of the payment's authorization. */
  readonly paymentExternalReference: string | null;
  /** `processor`: it was made there, so that it carries no reference of ours, and is never sent. */
  readonly origin: Schemas['Origin'];
}

/**
 * The outcome of an attempt. `approved`: `captureBefore` says until when a hold stands, if
 * the processor says it. `requires_action`: the customer has to open `url`, which may be relative to this instance.
 * `unknown`: ask again, and never treat it as declined. `later`: this request did nothing; make it again later.
 * `captured`: the money of a hold was captured at the processor, and by no request of this service.
 */
export type ProcessorOutcome =
  | {
      readonly kind: 'approved';
      readonly captureBefore?: Date;
      readonly captured?: ProcessorCapture;
      readonly savedMethod?: SavedMethod;
    }
  | { readonly kind: 'declined'; readonly code: string; readonly message: string; readonly captured?: ProcessorCapture }
  | { readonly kind: 'pending'; readonly checkAfterMs: number }
  | { readonly kind: 'requires_action'; readonly url: string; readonly checkAfterMs: number }
  | { readonly kind: 'later'; readonly reason: LaterReason; readonly checkAfterMs: number }
  | { readonly kind: 'unknown' };

/** An operation that certainly was not done, and never will be. */
export const NOT_SENT = {
  kind: 'declined',
  code: 'not_sent',
  message: 'The payment was not sent to its processor.',
} as const satisfies ProcessorOutcome;

/** A capture that was made at the processor. */
export interface ProcessorCapture {
  /** In the currency's smallest unit, at most the amount of the authorization. */
  readonly amountValue: number;
  /** Its reference in the processor's statement. */
  readonly reference: string;
}

/**
 * `unreachable`: nothing of this attempt was ever sent, because no connection could be made. `locked`: another request uses the
 * object there, which is no reason to make fewer calls. `prepared`: the processor now has what the request needs.
 */
export type LaterReason = 'rate_limited' | 'locked' | 'unauthorized' | 'unreachable' | 'prepared';

/** The outcome of a refund, which never requires action. */
export type RefundOutcome = Exclude<ProcessorOutcome, { readonly kind: 'requires_action' }>;

/** What is known of a payment before its authorization is made. */
export interface NewAuthorization {
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly checkoutSessionId: string | null;
}

/** A way to move money. It keeps no state of ours. Repeating a request with the same reference has no effect. */
export interface PaymentProcessor {
  readonly name: string;
  /** Whether it is called over a network, and may be slow. */
  readonly isRemote: boolean;
  /** Whether a person has to approve the payment before it is carried out. */
  needsApproval(payment: { readonly metadata: Readonly<Record<string, unknown>> }): boolean;
  /** How long after its creation a payment is authorized, in milliseconds; at once without it. */
  authorizesAfterMs?(payment: NewAuthorization): number;
  /** Whether it can capture this part of a hold, and release the rest. */
  canCapturePart(part: { readonly amountValue: number; readonly currency: string }): boolean;
  /** Captures or holds the money, as the attempt's capture method says. */
  authorize(attempt: ProcessorAttempt): Promise<ProcessorOutcome>;
  capture(attempt: ProcessorAttempt): Promise<ProcessorOutcome>;
  /** Releases held or requested money. Declined if the money has been captured meanwhile. */
  void(attempt: ProcessorAttempt): Promise<ProcessorOutcome>;
  getStatus(attempt: ProcessorAttempt): Promise<ProcessorOutcome>;
  refund(request: RefundRequest): Promise<RefundOutcome>;
  getRefundStatus(request: RefundRequest): Promise<RefundOutcome>;
  close?(): Promise<void>;
}

/** A request from a processor, with the signed bytes as its body. */
export interface CallbackRequest {
  /** Keyed by lower-case name. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
  /** The database's clock. */
  readonly now: Date;
}

/** A notification of a change. It only triggers an inquiry; the inquiry's response determines the outcome. */
export interface ProcessorCallback extends WorkRef {
  readonly operation: ProcessorAttempt['operation'] | 'refund';
}

/** A notification of something that this service did not begin: the processor is asked about it by its own reference. */
export interface ProcessorNotice {
  readonly operation: 'dispute' | 'refund';
  readonly reference: string;
}

/** A dispute as its processor describes it now. */
export interface ReportedDispute {
  /** The authorization of the disputed payment. */
  readonly authorization: Pick<WorkRef, 'environmentId' | 'id'>;
  readonly status: 'inquiry' | 'needs_response' | 'under_review' | 'won' | 'lost' | 'prevented' | 'closed';
  readonly amountValue: number;
  readonly currency: string;
  readonly reason: string | null;
  readonly evidenceDueBy: Date | null;
  readonly processorUrl: string | null;
  /** Whether the money of the dispute was taken. */
  readonly withdrawn: boolean;
  /** What was given back of it then, in the currency's smallest unit. */
  readonly reinstated: number | 'all';
}

/** `foreign`: it is not about a payment of this installation. `later`: the processor did not say. */
export type DisputeAnswer =
  | { readonly kind: 'found'; readonly dispute: ReportedDispute }
  | { readonly kind: 'foreign' }
  | { readonly kind: 'later'; readonly checkAfterMs: number };

/** A refund that was made at the processor, as it is now. */
export interface ReportedRefund {
  /** The authorization of the refunded payment. */
  readonly authorization: Pick<WorkRef, 'environmentId' | 'id'>;
  readonly status: 'pending' | 'completed' | 'failed';
  readonly failure: { readonly code: string; readonly message: string } | null;
  readonly amountValue: number;
  readonly currency: string;
  readonly reason: string | null;
  readonly createdAt: Date;
}

/** `ours`: it was requested by this attempt. `foreign` and `later`: as for disputes. */
export type RefundLookup =
  | { readonly kind: 'found'; readonly refund: ReportedRefund }
  | { readonly kind: 'ours'; readonly attempt: Pick<WorkRef, 'environmentId' | 'id'> }
  | { readonly kind: 'foreign' }
  | { readonly kind: 'later'; readonly checkAfterMs: number };

/** Requests a page of the events that were created since a time. `cursor`: behind the page before. */
export interface EventRequest {
  readonly since: Date;
  readonly cursor: string | null;
}

/** `hasFailed`: an event of the page could not be read. `next`: the cursor behind the page; null if it is the last one. */
export type EventPage =
  | {
      readonly kind: 'page';
      readonly reports: readonly (ProcessorCallback | ProcessorNotice)[];
      readonly hasFailed: boolean;
      readonly next: string | null;
    }
  | { readonly kind: 'unknown_cursor' }
  | { readonly kind: 'unavailable'; readonly reason: string };

/** A movement of the account's balance at the processor, in the currency of that balance. */
export interface SettlementLine {
  /** The processor's reference of the movement. */
  readonly reference: string;
  readonly kind: 'payment' | 'refund' | 'refund_failure' | 'dispute';
  /** The processor's references of what was settled, and of the charge that it belongs to. */
  readonly source: string;
  readonly charge: string;
  /**
   * Of a payment: its authorization. Undefined for the other kinds, and for the part of a payment that was not captured: they
   * belong to the payment of their charge.
   */
  readonly authorization: WorkRef | undefined;
  /** In the currency's smallest unit; negative if it left the balance. `net` is `gross` less `fee`. */
  readonly gross: number;
  readonly fee: number;
  readonly net: number;
  readonly currency: string;
  /** From the currency of the payment; null if that is the same. */
  readonly exchangeRate: number | null;
  readonly availableAt: Date;
  readonly settledAt: Date;
}

/** A page of a list that is read since a time. */
export type SettlementPage =
  | {
      readonly kind: 'page';
      readonly lines: readonly SettlementLine[];
      readonly hasFailed: boolean;
      readonly next: string | null;
    }
  | { readonly kind: 'unknown_cursor' }
  | { readonly kind: 'unavailable'; readonly reason: string };

/** A processor that sends callbacks. */
export interface CallingProcessor extends PaymentProcessor {
  /** Whether it also reports what others do with the same account: an unknown attempt is no error then. */
  readonly reportsOthers?: boolean;
  /** The maximum size of its callbacks in bytes, if it is not the one of all requests. */
  readonly maxCallbackBytes?: number;
  /**
   * Throws a DomainError if the request is not from the processor, or invalid. `ignored`: it is from the processor, and
   * about something that this installation did not do.
   */
  parseCallback(request: CallbackRequest): Promise<ProcessorCallback | ProcessorNotice | 'ignored'>;
  /** Deletes its customer with the payment methods. Returns false if it must be asked again. */
  deleteCustomer?(reference: string): Promise<boolean>;
  /** Detaches a payment method from its customer there. Returns false if it must be asked again. */
  detachMethod?(token: string): Promise<boolean>;
  /** Reads a dispute by the processor's own reference. Without it, the processor sends no notices of disputes. */
  getDispute?(reference: string): Promise<DisputeAnswer>;
  /** Reads a refund by the processor's own reference. Without it, the processor sends no notices of refunds. */
  getRefund?(reference: string): Promise<RefundLookup>;
  /** Lists what callbacks should have reported. Without it, lost callbacks are not recovered. */
  listEvents?(request: EventRequest): Promise<EventPage>;
  /** Lists what was settled. Without it, there is no settlement report of the processor. */
  listSettlement?(request: EventRequest): Promise<SettlementPage>;
}
