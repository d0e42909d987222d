import type { Schemas } from '@svc/contract';
import type { EventSelector } from '../../events/event-selectors.js';
import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, VirtualColumn } from 'typeorm';
import { Environment } from '../../security/environment.entity.js';

/** An endpoint that receives events. A deleted one remains as a row without secrets, since deliveries refer to it. */
@Entity('webhooks')
@ForeignKey(() => Environment, ['environmentId'], ['id'], { name: 'webhooks_environment' })
@Check('webhooks_retry_schedule', "retry_schedule IN ('standard', 'extended')")
@Index('webhooks_backlog', ['environmentId', 'id'], { where: 'has_backlog' })
@Index('webhooks_overlapping', ['overlapUntil'], { where: 'overlap_until IS NOT NULL' })
@Index('webhooks_receiving', ['environmentId'], { where: 'enabled AND deleted_at IS NULL' })
export class Webhook {
  @PrimaryColumn('integer', { name: 'environment_id', primaryKeyConstraintName: 'webhooks_pkey' })
  environmentId!: number;

  @PrimaryColumn('bigint', { primaryKeyConstraintName: 'webhooks_pkey' })
  id!: string;

  @Column('integer', { default: 1 })
  version!: number;

  @Column('text')
  url!: string;

  @Column('text', { array: true })
  events!: EventSelector[];

  @Column('text', { nullable: true })
  description!: string | null;

  @Column('boolean')
  enabled!: boolean;

  @Column('text', { name: 'acknowledge_on' })
  acknowledgeOn!: '200' | '2xx';

  @Column('text', { name: 'retry_schedule', default: 'standard' })
  retrySchedule!: Schemas['RetrySchedule'];

  @Column('text', { name: 'disabled_reason', nullable: true })
  disabledReason!: string | null;

  @Column('bytea', { name: 'secret_ciphertext', nullable: true })
  secretCiphertext!: Buffer | null;

  @Column('bytea', { name: 'secret_data_key', nullable: true })
  secretDataKey!: Buffer | null;

  /** The next secret, while a rotation overlaps. */
  @Column('bytea', { name: 'next_secret_ciphertext', nullable: true })
  nextSecretCiphertext!: Buffer | null;

  @Column('bytea', { name: 'next_secret_data_key', nullable: true })
  nextSecretDataKey!: Buffer | null;

  /** When the next secret replaces the current one. */
  @Column('timestamptz', { name: 'overlap_until', nullable: true })
  overlapUntil!: Date | null;

  /** Whether it has, by the database clock. Read-only. */
  @VirtualColumn({ type: 'boolean', query: (webhook) => `coalesce(${webhook}.overlap_until <= now(), false)` })
  isOverlapOver?: boolean;

  /** Whether deliveries may remain that a worker must wake, since it was enabled, or cancel, since it was deleted. */
  @Column('boolean', { name: 'has_backlog', default: false })
  hasBacklog!: boolean;

  /** When the current series of failed attempts began; null after an acknowledged one. */
  @Column('timestamptz', { name: 'failing_since', nullable: true })
  failingSince!: Date | null;

  @Column('timestamptz', { name: 'deleted_at', nullable: true })
  deletedAt!: Date | null;

  @Column('timestamptz', { name: 'updated_at' })
  updatedAt!: Date;
}
