import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Customer } from '../customers/customer.entity.js';
import { PaymentMethod } from '../customers/payment-method.entity.js';
import type { PayerData } from '../payments/creating/payment-writer.js';
import type { CaptureMethod } from '../payments/payment-state.js';

/** One position of what the customer buys. */
export interface LineItem {
  readonly name: string;
  readonly quantity: number;
  /** In the currency's smallest unit. */
  readonly unitAmountValue: number;
}

export type CheckoutStatus = 'open' | 'completed' | 'expired';
export type CheckoutPaymentStatus = 'unpaid' | 'authorized' | 'paid';

/** A page on which a customer pays. Its id contains its creation time. */
@Entity('checkout_sessions')
@ForeignKey(() => Customer, ['environmentId', 'customerId'], ['environmentId', 'id'], {
  name: 'checkout_sessions_customer',
})
@ForeignKey(
  () => PaymentMethod,
  ['environmentId', 'customerId', 'paymentMethodId'],
  ['environmentId', 'customerId', 'id'],
  { name: 'checkout_sessions_payment_method' },
)
@Index('checkout_sessions_due', ['dueAt'], { where: 'due_at IS NOT NULL' })
@Index('checkout_sessions_due_in', ['environmentId', 'dueAt'], { where: 'due_at IS NOT NULL' })
@Index('checkout_sessions_of_customer', ['environmentId', 'customerId', 'id'], { where: 'customer_id IS NOT NULL' })
@Index('checkout_sessions_by_status', ['environmentId', 'status', 'id'], { where: 'status IS NOT NULL' })
@Check('checkout_sessions_status', "status IN ('open', 'completed', 'expired')")
@Check('checkout_sessions_payment_status', "payment_status IN ('unpaid', 'authorized', 'paid')")
@Check('checkout_sessions_amount', 'amount_value > 0')
@Check('checkout_sessions_ended', "status = 'open' OR due_at IS NULL")
@Check('checkout_sessions_paid', "status = 'completed' OR payment_status = 'unpaid'")
export class CheckoutSession {
  @PrimaryColumn('integer', { name: 'environment_id', primaryKeyConstraintName: 'checkout_sessions_pkey' })
  environmentId!: number;

  @PrimaryColumn('bigint', { primaryKeyConstraintName: 'checkout_sessions_pkey' })
  id!: string;

  @Column('integer', { default: 1 })
  version!: number;

  @Column('text')
  status!: CheckoutStatus;

  @Column('text', { name: 'payment_status' })
  paymentStatus!: CheckoutPaymentStatus;

  @Column('bigint', { name: 'amount_value' })
  amountValue!: string;

  @Column('text')
  currency!: string;

  @Column('bigint', { name: 'customer_id', nullable: true })
  customerId!: string | null;

  /** The customer as the request named them by e-mail address, for the payment. Null once the session has ended. */
  @Column('json', { nullable: true })
  payer!: PayerData | null;

  @Column('text', { nullable: true })
  description!: string | null;

  @Column('json', { name: 'line_items' })
  lineItems!: LineItem[];

  @Column('text', { nullable: true })
  locale!: string | null;

  /** The processor that was asked for, as payments store it; null if it is chosen with the payment. */
  @Column('text', { nullable: true })
  processor!: string | null;

  @Column('text', { nullable: true })
  reference!: string | null;

  /** `json` rather than `jsonb`: responses return it exactly as it was received. */
  @Column('json')
  metadata!: Record<string, unknown>;

  @Column('text', { name: 'capture_method' })
  captureMethod!: CaptureMethod;

  /** Whether the payment method of the payment is saved, and the page asks for consent. */
  @Column('boolean', { name: 'saves_method', default: false })
  savesMethod!: boolean;

  @Column('text', { name: 'success_url' })
  successUrl!: string;

  @Column('text', { name: 'cancel_url' })
  cancelUrl!: string;

  /** Whether its payment needs approval, by the thresholds when the session was created. */
  @Column('boolean', { name: 'reaches_threshold' })
  reachesThreshold!: boolean;

  /** In the environment's time, which may be ahead. */
  @Column('timestamptz', { name: 'expires_at' })
  expiresAt!: Date;

  /** The key that created it. */
  @Column('bigint', { name: 'maker_key_id', nullable: true })
  makerKeyId!: string | null;

  /** The person who did. */
  @Column('bigint', { name: 'maker_user_id', nullable: true })
  makerUserId!: string | null;

  /** The latest payment; null until the customer has begun one. */
  @Column('bigint', { name: 'payment_id', nullable: true })
  paymentId!: string | null;

  /** The saved payment method; null until there is one. */
  @Column('bigint', { name: 'payment_method_id', nullable: true })
  paymentMethodId!: string | null;

  /** How many payments the customer has begun. */
  @Column('integer', { name: 'payment_count', default: 0 })
  paymentCount!: number;

  /** When it expires by itself; null while only a payment's outcome can change it, and once it has ended. */
  @Column('timestamptz', { name: 'due_at', nullable: true })
  dueAt!: Date | null;

  @Column('timestamptz', { name: 'updated_at' })
  updatedAt!: Date;
}
