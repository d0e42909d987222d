import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import type { AttemptState } from '../payments/processing/payment-attempt.entity.js';
import { Refund } from './refund.entity.js';

/** The only request to a processor for a refund, stored before it is sent. Its id is the idempotency key there. */
@Entity('refund_attempts')
@ForeignKey(() => Refund, ['environmentId', 'refundId'], ['environmentId', 'id'], { name: 'refund_attempts_refund' })
@Unique('refund_attempts_once', ['environmentId', 'refundId'])
@Index('refund_attempts_by_reference', ['environmentId', 'processor', 'externalReference'], {
  unique: true,
  where: 'external_reference IS NOT NULL',
})
@Check('refund_attempts_state', "state IN ('open', 'pending', 'approved', 'declined')")
export class RefundAttempt {
  @PrimaryColumn('integer', { name: 'environment_id', primaryKeyConstraintName: 'refund_attempts_pkey' })
  environmentId!: number;

  @PrimaryColumn('bigint', { primaryKeyConstraintName: 'refund_attempts_pkey' })
  id!: string;

  @Column('bigint', { name: 'refund_id' })
  refundId!: string;

  @Column('text')
  processor!: string;

  @Column('text')
  state!: AttemptState;

  /** The processor's code of the decline. */
  @Column('text', { nullable: true })
  code!: string | null;

  /** The processor's own reference. */
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
