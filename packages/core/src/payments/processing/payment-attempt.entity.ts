import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { PaymentOperation } from '../payment-state.js';
import { Payment } from '../payment.entity.js';

/** Open: stored, perhaps not sent yet. Pending: the processor has received it. */
export type AttemptState = 'open' | 'pending' | 'approved' | 'declined';

/** A request to a processor, stored before it is sent; its id is the idempotency key there. */
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

  /** The processor's code of the decline. */
  @Column('text', { nullable: true })
  code!: string | null;

  /** The processor's own reference, stored before money can move under it. */
  @Column('text', { name: 'external_reference', nullable: true })
  externalReference!: string | null;

  @Column('timestamptz', { name: 'started_at' })
  startedAt!: Date;

  @Column('timestamptz', { name: 'finished_at', nullable: true })
  finishedAt!: Date | null;

  /** Since when the outcome has been unknown; null while it is known, and before the first request. */
  @Column('timestamptz', { name: 'unclear_since', nullable: true })
  unclearSince!: Date | null;

  /** When the processor first confirmed that it has received the request. */
  @Column('timestamptz', { name: 'answered_at', nullable: true })
  answeredAt!: Date | null;
}
