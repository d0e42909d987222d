import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import type { SandboxOutcome } from '../../processors/sandbox-processor.js';
import { PaymentAttempt } from './payment-attempt.entity.js';

/** The customer's choice on the sandbox page; stands for an acquirer's records. */
@Entity('sandbox_actions')
@ForeignKey(() => PaymentAttempt, ['environmentId', 'id'], ['environmentId', 'id'], { name: 'sandbox_actions_attempt' })
@Check('sandbox_actions_outcome', "outcome IN ('complete', 'decline')")
export class SandboxAction {
  @PrimaryColumn('integer', { name: 'environment_id', primaryKeyConstraintName: 'sandbox_actions_pkey' })
  environmentId!: number;

  /** The authorization that requires the action. */
  @PrimaryColumn('bigint', { primaryKeyConstraintName: 'sandbox_actions_pkey' })
  id!: string;

  @Column('text')
  outcome!: SandboxOutcome;

  @Column('timestamptz')
  at!: Date;
}
