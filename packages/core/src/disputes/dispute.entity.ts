import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { Payment } from '../payments/payment.entity.js';
import type { DisputeStatus } from './dispute-state.js';

/** A payment that a customer's bank contests, as its processor last reported it. */
@Entity('disputes')
@ForeignKey(() => Payment, ['environmentId', 'paymentId'], ['environmentId', 'id'], { name: 'disputes_payment' })
@Unique('disputes_once', ['externalReference', 'environmentId', 'processor'])
@Index('disputes_of_payment', ['environmentId', 'paymentId', 'id'], { where: 'payment_id IS NOT NULL' })
@Index('disputes_by_status', ['environmentId', 'status', 'id'], { where: 'status IS NOT NULL' })
@Check(
  'disputes_status',
  "status IN ('inquiry', 'needs_response', 'under_review', 'won', 'lost', 'prevented', 'closed')",
)
@Check('disputes_amount', 'amount_value > 0')
@Check('disputes_moved', 'reinstated_value BETWEEN 0 AND CASE WHEN withdrawn THEN amount_value ELSE 0 END')
export class Dispute {
  @PrimaryColumn('integer', { name: 'environment_id', primaryKeyConstraintName: 'disputes_pkey' })
  environmentId!: number;

  @PrimaryColumn('bigint', { primaryKeyConstraintName: 'disputes_pkey' })
  id!: string;

  @Column('integer', { default: 1 })
  version!: number;

  @Column('bigint', { name: 'payment_id' })
  paymentId!: string;

  @Column('text')
  processor!: string;

  /** The processor's own reference. */
  @Column('text', { name: 'external_reference' })
  externalReference!: string;

  @Column('text')
  status!: DisputeStatus;

  /** As last reported before the money was taken: what the ledger says of it must not change. */
  @Column('bigint', { name: 'amount_value' })
  amountValue!: string;

  @Column('text')
  currency!: string;

  @Column('text', { nullable: true })
  reason!: string | null;

  @Column('timestamptz', { name: 'evidence_due_by', nullable: true })
  evidenceDueBy!: Date | null;

  @Column('text', { name: 'processor_url', nullable: true })
  processorUrl!: string | null;

  /** Whether the processor took the amount. */
  @Column('boolean', { default: false })
  withdrawn!: boolean;

  /** What it gave back of the amount then, which is a part of it if something had been refunded. */
  @Column('bigint', { name: 'reinstated_value', default: 0 })
  reinstatedValue!: string;

  @Column('timestamptz', { name: 'updated_at' })
  updatedAt!: Date;
}
