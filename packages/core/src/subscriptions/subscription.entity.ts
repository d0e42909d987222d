import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Customer } from '../customers/customer.entity.js';
import { PaymentMethod } from '../customers/payment-method.entity.js';
import type { BillingUnit } from './billing-calendar.js';
import type { SubscriptionState, SubscriptionStatus } from './subscription-state.js';

/** A subscription. Its id contains its creation time. */
@Entity('subscriptions')
@ForeignKey(() => Customer, ['environmentId', 'customerId'], ['environmentId', 'id'], {
  name: 'subscriptions_customer',
})
@ForeignKey(
  () => PaymentMethod,
  ['environmentId', 'customerId', 'paymentMethodId'],
  ['environmentId', 'customerId', 'id'],
  { name: 'subscriptions_payment_method' },
)
@Index('subscriptions_due', ['dueAt'], { where: 'due_at IS NOT NULL' })
@Index('subscriptions_due_in', ['environmentId', 'dueAt'], { where: 'due_at IS NOT NULL' })
@Index('subscriptions_of_customer', ['environmentId', 'customerId', 'id'], { where: 'customer_id IS NOT NULL' })
@Index('subscriptions_by_status', ['environmentId', 'status', 'id'], { where: 'status IS NOT NULL' })
@Check('subscriptions_status', "status IN ('scheduled', 'active', 'past_due', 'cancelled')")
@Check('subscriptions_interval', "interval IN ('day', 'week', 'month', 'year') AND interval_count > 0")
@Check('subscriptions_amount', 'amount_value > 0')
@Check('subscriptions_anchor_day', 'anchor_day BETWEEN 1 AND 31')
@Check(
  'subscriptions_period',
  '(period IS NULL) = (current_period_start IS NULL) AND (period IS NULL) = (current_period_end IS NULL)',
)
@Check('subscriptions_ended', "status <> 'cancelled' OR due_at IS NULL")
export class Subscription implements SubscriptionState {
  @PrimaryColumn('integer', { name: 'environment_id', primaryKeyConstraintName: 'subscriptions_pkey' })
  environmentId!: number;

  @PrimaryColumn('bigint', { primaryKeyConstraintName: 'subscriptions_pkey' })
  id!: string;

  @Column('integer', { default: 1 })
  version!: number;

  @Column('bigint', { name: 'customer_id' })
  customerId!: string;

  /** The price of the next period; the current one keeps its own. */
  @Column('bigint', { name: 'amount_value' })
  amountValue!: string;

  @Column('text')
  currency!: string;

  @Column('text')
  interval!: BillingUnit;

  @Column('integer', { name: 'interval_count' })
  intervalCount!: number;

  @Column('timestamptz', { name: 'start_at' })
  startAt!: Date;

  /** The start of period `anchorPeriod`; the others are computed from it. */
  @Column('timestamptz', { name: 'anchor_at' })
  anchorAt!: Date;

  @Column('integer', { name: 'anchor_period', default: 0 })
  anchorPeriod!: number;

  /** The day of the month that months and years begin on. */
  @Column('smallint', { name: 'anchor_day' })
  anchorDay!: number;

  @Column('bigint', { name: 'payment_method_id', nullable: true })
  paymentMethodId!: string | null;

  @Column('text', { nullable: true })
  description!: string | null;

  /** `json` rather than `jsonb`: responses return it exactly as it was received. */
  @Column('json')
  metadata!: Record<string, unknown>;

  /** The key that created it, last changed amount or interval, or resumed it. */
  @Column('bigint', { name: 'maker_key_id', nullable: true })
  makerKeyId!: string | null;

  /** The person who did. */
  @Column('bigint', { name: 'maker_user_id', nullable: true })
  makerUserId!: string | null;

  /** The key that last set the amount; it may not approve the payments either. */
  @Column('bigint', { name: 'amount_maker_key_id', nullable: true })
  amountMakerKeyId!: string | null;

  /** The person who did. */
  @Column('bigint', { name: 'amount_maker_user_id', nullable: true })
  amountMakerUserId!: string | null;

  /** The key that last set, removed or left out the payment method; it may not approve the payments either. */
  @Column('bigint', { name: 'method_maker_key_id', nullable: true })
  methodMakerKeyId!: string | null;

  /** The person who did. */
  @Column('bigint', { name: 'method_maker_user_id', nullable: true })
  methodMakerUserId!: string | null;

  @Column('text')
  status!: SubscriptionStatus;

  @Column('integer', { nullable: true })
  period!: number | null;

  @Column('timestamptz', { name: 'current_period_start', nullable: true })
  currentPeriodStart!: Date | null;

  @Column('timestamptz', { name: 'current_period_end', nullable: true })
  currentPeriodEnd!: Date | null;

  @Column('timestamptz', { name: 'retry_at', nullable: true })
  retryAt!: Date | null;

  @Column('boolean', { name: 'cancel_at_period_end', default: false })
  cancelAtPeriodEnd!: boolean;

  /** When something is due, in the environment's time; null while only a payment's outcome can change it, and once cancelled. */
  @Column('timestamptz', { name: 'due_at', nullable: true })
  dueAt!: Date | null;

  @Column('timestamptz', { name: 'updated_at' })
  updatedAt!: Date;
}
