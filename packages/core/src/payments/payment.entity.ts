import type { Schemas } from '@svc/contract';
import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Customer } from '../customers/customer.entity.js';
import { PaymentMethod } from '../customers/payment-method.entity.js';
import type { TermMaker } from './payment-maker.js';
import type { PendingInquiry } from '../processors/pending-inquiry.js';
import type {
  CaptureMethod,
  PaymentInitiator,
  PaymentOperation,
  PaymentStage,
  PaymentStatus,
  VoidReason,
} from './payment-state.js';

const CAN_EXPIRE = "expires_at IS NOT NULL AND stage IN ('awaiting_approval', 'requires_action', 'authorized')";

/** A payment. Its id contains its creation time. */
@Entity('payments')
@ForeignKey(() => Customer, ['environmentId', 'customerId'], ['environmentId', 'id'], { name: 'payments_customer' })
@ForeignKey(
  () => PaymentMethod,
  ['environmentId', 'customerId', 'paymentMethodId'],
  ['environmentId', 'customerId', 'id'],
  { name: 'payments_payment_method' },
)
@ForeignKey('Subscription', ['environmentId', 'subscriptionId'], ['environmentId', 'id'], {
  name: 'payments_subscription',
})
@ForeignKey('CheckoutSession', ['environmentId', 'checkoutSessionId'], ['environmentId', 'id'], {
  name: 'payments_checkout_session',
})
@Index('payments_due', ['dueAt'], { where: 'due_at IS NOT NULL' })
@Index('payments_due_in', ['environmentId', 'dueAt'], { where: 'due_at IS NOT NULL' })
@Index('payments_of_customer', ['environmentId', 'customerId', 'id'], { where: 'customer_id IS NOT NULL' })
@Index('payments_of_subscription', ['environmentId', 'subscriptionId', 'id'], { where: 'subscription_id IS NOT NULL' })
@Index('payments_by_reference', ['environmentId', 'reference', 'id'], { where: 'reference IS NOT NULL' })
@Index('payments_by_currency', ['environmentId', 'currency', 'id'], { where: 'currency IS NOT NULL' })
@Index('payments_pending', ['environmentId', 'id'], { where: "status = 'pending'" })
@Index('payments_by_stage', ['environmentId', 'stage', 'id'], { where: "stage <> 'processing'" })
@Index('payments_undecided', ['environmentId', 'id'], { where: "stage = 'requires_attention'" })
@Index('payments_failed', ['environmentId', 'id'], { where: "status = 'failed'" })
@Index('payments_completed', ['environmentId', 'id'], { where: "status = 'completed'" })
@Index('payments_expiring', ['expiresAt'], { where: CAN_EXPIRE })
@Index('payments_expiring_in_environment', ['environmentId', 'expiresAt'], { where: CAN_EXPIRE })
@Check('payments_capture_method', "capture_method IN ('automatic', 'manual')")
@Check('payments_operation', "operation IN ('authorize', 'capture', 'void')")
@Check('payments_maker', 'num_nonnulls(maker_key_id, maker_user_id) <= 1')
@Check('payments_initiator', "initiator IN ('customer', 'merchant')")
@Check('payments_void_reason', "void_reason IN ('cancelled', 'expired', 'rejected', 'authentication_required')")
@Check('payments_stage', "(status = 'pending') = (stage IS NOT NULL)")
@Check('payments_status', "status IN ('pending', 'completed', 'failed')")
@Check('payments_pending_inquiry', "pending_inquiry IN ('asked', 'overtaken')")
@Check('payments_amount', 'amount_value > 0')
@Check('payments_captured', 'capture_value BETWEEN 1 AND amount_value')
@Check('payments_capture_origin', "capture_origin IN ('api', 'processor')")
@Check('payments_disputed', 'disputed_value >= 0')
@Check(
  'payments_refunded',
  'refunded_value BETWEEN processor_refunded_value AND processor_refunded_value + coalesce(capture_value, amount_value)',
)
@Check('payments_processor_refunded', 'processor_refunded_value >= 0')
export class Payment {
  @PrimaryColumn('integer', { name: 'environment_id', primaryKeyConstraintName: 'payments_pkey' })
  environmentId!: number;

  @PrimaryColumn('bigint', { primaryKeyConstraintName: 'payments_pkey' })
  id!: string;

  @Column('integer', { default: 1 })
  version!: number;

  @Column('text')
  status!: PaymentStatus;

  /** Null once the payment is settled. */
  @Column('text', { nullable: true })
  stage!: PaymentStage | null;

  @Column('bigint', { name: 'amount_value' })
  amountValue!: string;

  @Column('text')
  currency!: string;

  /** What a capture takes; null for everything. */
  @Column('bigint', { name: 'capture_value', nullable: true })
  captureValue!: string | null;

  /** Who captured the money, once it is captured. */
  @Column('text', { name: 'capture_origin', default: 'api' })
  captureOrigin!: Schemas['Origin'];

  @Column('bigint', { name: 'refunded_value', default: 0 })
  refundedValue!: string;

  /** What of that was refunded at the processor, and not requested here. */
  @Column('bigint', { name: 'processor_refunded_value', default: 0 })
  processorRefundedValue!: string;

  /** What disputes have withdrawn and not returned. */
  @Column('bigint', { name: 'disputed_value', default: 0 })
  disputedValue!: string;

  @Column('bigint', { name: 'customer_id', nullable: true })
  customerId!: string | null;

  @Column('text', { name: 'customer_email', nullable: true })
  customerEmail!: string | null;

  /** As given in the request for this payment. */
  @Column('text', { name: 'customer_first_name', nullable: true })
  customerFirstName!: string | null;

  @Column('text', { name: 'customer_last_name', nullable: true })
  customerLastName!: string | null;

  @Column('text', { nullable: true })
  description!: string | null;

  /** `json` rather than `jsonb`: responses return it exactly as it was received. */
  @Column('json')
  metadata!: Record<string, unknown>;

  @Column('text', { nullable: true })
  reference!: string | null;

  @Column('text')
  processor!: string;

  /** The processor's own reference of the payment; null until it is known. */
  @Column('text', { name: 'processor_reference', nullable: true })
  processorReference!: string | null;

  /** Whether another connection may get the payment if this one certainly received nothing. */
  @Column('boolean', { name: 'can_fail_over', default: false })
  canFailOver!: boolean;

  @Column('text', { name: 'capture_method', default: 'automatic' })
  captureMethod!: CaptureMethod;

  @Column('bigint', { name: 'payment_method_id', nullable: true })
  paymentMethodId!: string | null;

  @Column('bigint', { name: 'subscription_id', nullable: true })
  subscriptionId!: string | null;

  /** The checkout session on whose page the customer pays; null for other payments. */
  @Column('bigint', { name: 'checkout_session_id', nullable: true })
  checkoutSessionId!: string | null;

  /** In the environment's time, which may be ahead. */
  @Column('timestamptz', { name: 'expires_at', nullable: true })
  expiresAt!: Date | null;

  /** Until when the processor keeps the hold; null if it does not say. */
  @Column('timestamptz', { name: 'capture_before', nullable: true })
  captureBefore!: Date | null;

  /** The operation last requested from the processor. */
  @Column('text', { default: 'authorize' })
  operation!: PaymentOperation;

  /** See `PaymentInProcess`. */
  @Column('text', { name: 'void_reason', nullable: true })
  voidReason!: VoidReason | null;

  /** Where the customer must act, absolute or relative to this instance; set only in stage `requires_action`. */
  @Column('text', { name: 'next_action_url', nullable: true })
  nextActionUrl!: string | null;

  /** Where the customer comes back to from that page. */
  @Column('text', { name: 'return_url', nullable: true })
  returnUrl!: string | null;

  /** Who initiated it; without the customer there is nobody to authenticate. */
  @Column('text', { default: 'customer' })
  initiator!: PaymentInitiator;

  /** What the bank statement shows after the name of the business. */
  @Column('text', { name: 'statement_descriptor_suffix', nullable: true })
  statementDescriptorSuffix!: string | null;

  /** Where the processor sends a receipt; null once the customer is erased. */
  @Column('text', { name: 'receipt_email', nullable: true })
  receiptEmail!: string | null;

  /** The number of the payment's latest event, from 1. */
  @Column('integer', { name: 'event_version', default: 1 })
  eventVersion!: number;

  @Column('text', { name: 'failure_code', nullable: true })
  failureCode!: string | null;

  @Column('text', { name: 'failure_message', nullable: true })
  failureMessage!: string | null;

  /** When a worker should process it, or when the lease of the current worker ends. */
  @Column('timestamptz', { name: 'due_at', nullable: true })
  dueAt!: Date | null;

  /** Incremented by every claim and change of state; writes under an older lease are refused. */
  @Column('integer', { default: 0 })
  lease!: number;

  /** `asked`: a worker is asking the processor. `overtaken`: a callback has arrived since. */
  @Column('text', { name: 'pending_inquiry', nullable: true })
  pendingInquiry!: PendingInquiry | null;

  /** Whether nothing of it is at its processor: it was turned away, or its time was up before it was sent. */
  @Column('boolean', { name: 'unsent', default: false })
  isUnsent!: boolean;

  @Column('timestamptz', { name: 'updated_at' })
  updatedAt!: Date;

  /** The trace of the latest request that created it or decided about it; the workers continue it. */
  @Column('text', { nullable: true })
  trace!: string | null;

  /** The key that created a payment that waits for approval. */
  @Column('bigint', { name: 'maker_key_id', nullable: true })
  makerKeyId!: string | null;

  /** The person of the console who created it. */
  @Column('bigint', { name: 'maker_user_id', nullable: true })
  makerUserId!: string | null;

  /** Who else set what a waiting payment of a subscription charges. They may not approve it either. */
  @Column('json', { name: 'other_makers', nullable: true })
  otherMakers!: readonly TermMaker[] | null;
}

/** The columns of payment `p`, named as the entity's properties. */
export const PAYMENT_COLUMNS = `
  p.environment_id AS "environmentId", p.id, p.version, p.status, p.stage, p.amount_value AS "amountValue", p.currency,
  p.capture_value AS "captureValue", p.capture_origin AS "captureOrigin",
  p.refunded_value AS "refundedValue", p.processor_refunded_value AS "processorRefundedValue", p.disputed_value AS "disputedValue", p.customer_id AS "customerId", p.customer_email AS "customerEmail",
  p.customer_first_name AS "customerFirstName", p.customer_last_name AS "customerLastName", p.description, p.metadata,
  p.reference, p.processor, p.processor_reference AS "processorReference", p.can_fail_over AS "canFailOver", p.failure_code AS "failureCode", p.failure_message AS "failureMessage",
  p.capture_method AS "captureMethod", p.payment_method_id AS "paymentMethodId",
  p.subscription_id AS "subscriptionId", p.checkout_session_id AS "checkoutSessionId", p.expires_at AS "expiresAt",
  p.capture_before AS "captureBefore", p.operation, p.void_reason AS "voidReason",
  p.next_action_url AS "nextActionUrl", p.return_url AS "returnUrl", p.initiator,
  p.statement_descriptor_suffix AS "statementDescriptorSuffix", p.receipt_email AS "receiptEmail", p.event_version AS "eventVersion",
  p.due_at AS "dueAt", p.lease, p.pending_inquiry AS "pendingInquiry", p.unsent AS "isUnsent", p.updated_at AS "updatedAt", p.trace,
  p.maker_key_id AS "makerKeyId", p.maker_user_id AS "makerUserId", p.other_makers AS "otherMakers"`;
