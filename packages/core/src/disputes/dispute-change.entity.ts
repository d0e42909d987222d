import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import type { DisputeStatus } from './dispute-state.js';
import { Dispute } from './dispute.entity.js';

/** A change of a dispute, written in the same transaction. */
@Entity('dispute_changes')
@ForeignKey(() => Dispute, ['environmentId', 'disputeId'], ['environmentId', 'id'], { name: 'dispute_changes_dispute' })
@Check('dispute_changes_movement', "movement IN ('withdrawn', 'reinstated')")
export class DisputeChange {
  @PrimaryColumn('integer', { name: 'environment_id', primaryKeyConstraintName: 'dispute_changes_pkey' })
  environmentId!: number;

  @PrimaryColumn('bigint', { name: 'dispute_id', primaryKeyConstraintName: 'dispute_changes_pkey' })
  disputeId!: string;

  /** The dispute's version after the change. */
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'dispute_changes_pkey' })
  version!: number;

  @Column('text')
  status!: DisputeStatus;

  @Column('text', { nullable: true })
  reason!: string | null;

  /** In the currency's smallest unit: what was moved, or the disputed amount if nothing was. */
  @Column('bigint', { name: 'amount_value' })
  amountValue!: string;

  /** What the processor did with the amount. */
  @Column('text', { nullable: true })
  movement!: 'withdrawn' | 'reinstated' | null;

  @Column('timestamptz')
  at!: Date;
}
