import { Check, Column, Entity, ForeignKey, PrimaryColumn, Unique } from 'typeorm';
import type { AttemptState } from '../payments/processing/payment-attempt.entity.js';
import { Refund } from './refund.entity.js';

/**
 * The one request to a processor that a refund makes, stored before it is sent; its id is the idempotency key downstream,
 * so that however often it is repeated, the money goes back once.
 */
@Entity('refund_attempts')
@ForeignKey(() => Refund, ['environmentId', 'refundId'], ['environmentId', 'id'], { name: 'refund_attempts_refund' })
@Unique('refund_attempts_once', ['environmentId', 'refundId'])
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
