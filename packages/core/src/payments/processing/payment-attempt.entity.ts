import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { PaymentOperation } from '../payment-state.js';
import { Payment } from '../payment.entity.js';

/** Open: stored, perhaps not yet sent. Pending: the processor has it. */
export type AttemptState = 'open' | 'pending' | 'approved' | 'declined';

/** One request to a payment processor, stored before it is made; its id is the idempotency key downstream. */
@Entity('payment_attempts')
@ForeignKey(() => Payment, ['environmentId', 'paymentId'], ['environmentId', 'id'], {
  name: 'payment_attempts_payment',
})
@Index('payment_attempts_authorization', ['environmentId', 'paymentId', 'operation'], {
  unique: true,
  where: "state <> 'declined'",
})
@Index('payment_attempts_declined', ['environmentId', 'paymentId'], { where: "state = 'declined'" })
@Check('payment_attempts_state', "state IN ('open', 'pending', 'approved', 'declined')")
export class PaymentAttempt {
  @PrimaryColumn('integer', { name: 'environment_id', primaryKeyConstraintName: 'payment_attempts_pkey' })
  environmentId!: number;

  @PrimaryColumn('bigint', { primaryKeyConstraintName: 'payment_attempts_pkey' })
  id!: string;

  @Column('bigint', { name: 'payment_id' })
  paymentId!: string;

  @Column('text')
  operation!: PaymentOperation;

  @Column('text')
  processor!: string;

  @Column('text')
  state!: AttemptState;

  /** Why it was declined, in the processor's own code. */
  @Column('text', { nullable: true })
  code!: string | null;

  @Column('timestamptz', { name: 'started_at' })
  startedAt!: Date;

  @Column('timestamptz', { name: 'finished_at', nullable: true })
  finishedAt!: Date | null;

  /** Since when its outcome cannot be told; null while it can, and before it was asked for. */
  @Column('timestamptz', { name: 'unclear_since', nullable: true })
  unclearSince!: Date | null;

  /** When the processor first said something of it, so that it had received it by then. */
  @Column('timestamptz', { name: 'answered_at', nullable: true })
  answeredAt!: Date | null;
}
