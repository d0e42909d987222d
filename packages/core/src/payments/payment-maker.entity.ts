import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Payment } from './payment.entity.js';

/** Who created a payment that waits for approval. */
@Entity('payment_makers')
@ForeignKey(() => Payment, ['environmentId', 'paymentId'], ['environmentId', 'id'], { name: 'payment_makers_payment' })
@Check('payment_makers_actor', 'num_nonnulls(key_id, user_id) = 1')
export class PaymentMaker {
  @PrimaryColumn('integer', { name: 'environment_id', primaryKeyConstraintName: 'payment_makers_pkey' })
  environmentId!: number;

  @PrimaryColumn('bigint', { name: 'payment_id', primaryKeyConstraintName: 'payment_makers_pkey' })
  paymentId!: string;

  @Column('bigint', { name: 'key_id', nullable: true })
  keyId!: string | null;

  /** The person of the console. */
  @Column('bigint', { name: 'user_id', nullable: true })
  userId!: string | null;
}
