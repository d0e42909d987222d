import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { ApprovalThreshold } from './caller.js';
import { Environment } from './environment.entity.js';

/** The settings for all keys of an environment. Without a row the defaults of the columns apply. */
@Entity('security_configs')
@ForeignKey(() => Environment, ['environmentId'], ['id'], { name: 'security_configs_environment' })
@Index('security_configs_by_retention', ['retentionDays'])
@Check('security_configs_retention', 'retention_days >= 30')
export class SecurityConfig {
  @PrimaryColumn('integer', { name: 'environment_id', primaryKeyConstraintName: 'security_configs_pkey' })
  environmentId!: number;

  @Column('integer', { default: 1 })
  version!: number;

  /** Networks that may use keys; any when empty. */
  @Column('text', { name: 'allowed_cidrs', array: true, default: () => "'{}'" })
  allowedCidrs!: string[];

  @Column('jsonb', { name: 'approval_thresholds', default: () => "'[]'" })
  approvalThresholds!: ApprovalThreshold[];

  @Column('boolean', { name: 'approvals_by_someone_else', default: false })
  approvalsBySomeoneElse!: boolean;

  @Column('boolean', { name: 'require_idempotency_key', default: false })
  requireIdempotencyKey!: boolean;

  /** How many days events and deliveries are shown; null for as long as they are kept. */
  @Column('integer', { name: 'retention_days', nullable: true })
  retentionDays!: number | null;

  @Column('timestamptz', { name: 'updated_at', nullable: true })
  updatedAt!: Date | null;
}
