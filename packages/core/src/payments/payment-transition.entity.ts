import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Payment } from './payment.entity.js';
import type { PaymentStage, PaymentStatus } from './payment-state.js';

/** A change of a payment's state, written in the same transaction. */
@Entity('payment_transitions')
@ForeignKey(() => Payment, ['environmentId', 'paymentId'], ['environmentId', 'id'], {
  name: 'payment_transitions_payment',
})
export class PaymentTransition {
  @PrimaryColumn('integer', { name: 'environment_id', primaryKeyConstraintName: 'payment_transitions_pkey' })
  environmentId!: number;

  @PrimaryColumn('bigint', { name: 'payment_id', primaryKeyConstraintName: 'payment_transitions_pkey' })
  paymentId!: string;

  /** The payment's version after the change. */
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'payment_transitions_pkey' })
  version!: number;

  @Column('text', { name: 'from_stage' })
  fromStage!: PaymentStage;

  @Column('text')
  status!: PaymentStatus;

  @Column('text', { nullable: true })
  stage!: PaymentStage | null;

  /** Given by the person who decided. */
  @Column('text', { nullable: true })
  reason!: string | null;

  /** The key of the client who decided. */
  @Column('bigint', { name: 'key_id', nullable: true })
  keyId!: string | null;

  /** The person of the console who decided. */
  @Column('bigint', { name: 'user_id', nullable: true })
  userId!: string | null;

  @Column('timestamptz')
  at!: Date;
}
