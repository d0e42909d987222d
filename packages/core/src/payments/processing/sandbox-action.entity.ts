import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import type { SandboxOutcome } from '../../processors/sandbox-processor.js';
import { PaymentAttempt } from './payment-attempt.entity.js';

/** What a customer chose on the sandbox's page: the memory of the sandbox, which stands for an acquirer's. */
@Entity('sandbox_actions')
@ForeignKey(() => PaymentAttempt, ['environmentId', 'id'], ['environmentId', 'id'], { name: 'sandbox_actions_attempt' })
@Check('sandbox_actions_outcome', "outcome IN ('complete', 'decline')")
export class SandboxAction {
  @PrimaryColumn('integer', { name: 'environment_id', primaryKeyConstraintName: 'sandbox_actions_pkey' })
  environmentId!: number;

  /** The authorization that asked for the action. */
  @PrimaryColumn('bigint', { primaryKeyConstraintName: 'sandbox_actions_pkey' })
  id!: string;

  @Column('text')
  outcome!: SandboxOutcome;

  @Column('timestamptz')
  at!: Date;
}
