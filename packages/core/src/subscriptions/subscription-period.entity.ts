import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Payment } from '../payments/payment.entity.js';
import type { PeriodState } from './subscription-state.js';
import { Subscription } from './subscription.entity.js';

/** A period and its latest payment. One row per period: it begins once, and has at most one payment in flight or completed. */
@Entity('subscription_periods')
@ForeignKey(() => Subscription, ['environmentId', 'subscriptionId'], ['environmentId', 'id'], {
  name: 'subscription_periods_subscription',
})
@ForeignKey(() => Payment, ['environmentId', 'paymentId'], ['environmentId', 'id'], {
  name: 'subscription_periods_payment',
})
@Index('subscription_periods_of_payment', ['environmentId', 'paymentId'], { unique: true })
@Check('subscription_periods_state', "state IN ('open', 'paid', 'failed')")
export class SubscriptionPeriod {
  @PrimaryColumn('integer', { name: 'environment_id', primaryKeyConstraintName: 'subscription_periods_pkey' })
  environmentId!: number;

  @PrimaryColumn('bigint', { name: 'subscription_id', primaryKeyConstraintName: 'subscription_periods_pkey' })
  subscriptionId!: string;

  /** From 0. */
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'subscription_periods_pkey' })
  period!: number;

  @Column('timestamptz', { name: 'starts_at' })
  startsAt!: Date;

  @Column('timestamptz', { name: 'ends_at' })
  endsAt!: Date;

  /** The price when the period began. */
  @Column('bigint', { name: 'amount_value' })
  amountValue!: string;

  @Column('text')
  currency!: string;

  @Column('text')
  state!: PeriodState;

  @Column('bigint', { name: 'payment_id' })
  paymentId!: string;

  /** Payments made for the period, including the latest. */
  @Column('integer', { default: 1 })
  attempts!: number;

  /** When the latest payment was due, in the environment's time. */
  @Column('timestamptz', { name: 'attempt_due_at' })
  attemptDueAt!: Date;
}
