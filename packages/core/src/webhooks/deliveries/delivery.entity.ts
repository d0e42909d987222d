import type { EventKind } from '@svc/contract';
import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

export type DeliveryStatus = 'pending' | 'delivered' | 'failed' | 'cancelled';

/** One event on its way to one endpoint. */
@Entity('deliveries')
@Index('deliveries_due', ['dueAt'], { where: 'due_at IS NOT NULL' })
@Index('deliveries_event', ['environmentId', 'eventId', 'webhookId', 'id'])
@Index('deliveries_put_off', ['webhookId', 'environmentId', 'id'], { where: "reason = 'endpoint_busy'" })
@Index('deliveries_type', ['environmentId', 'type', 'id'])
@Index('deliveries_undelivered', ['environmentId', 'status', 'id'], { where: "status <> 'delivered'" })
@Index('deliveries_webhook', ['environmentId', 'webhookId', 'id'])
@Check('deliveries_status', "status IN ('pending', 'delivered', 'failed', 'cancelled')")
@Check('deliveries_open', "(status = 'pending') = (due_at IS NOT NULL)")
export class Delivery {
  @PrimaryColumn('integer', { name: 'environment_id', primaryKeyConstraintName: 'deliveries_pkey' })
  environmentId!: number;

  @PrimaryColumn('bigint', { primaryKeyConstraintName: 'deliveries_pkey' })
  id!: string;

  @Column('bigint', { name: 'event_id' })
  eventId!: string;

  @Column('bigint', { name: 'webhook_id' })
  webhookId!: string;

  @Column('text')
  type!: EventKind;

  /** As it is stored: one that is being delivered is pending, with a lease. */
  @Column('text')
  status!: DeliveryStatus;

  /** Attempts with an outcome; a lost lease is none. */
  @Column('integer', { default: 0 })
  attempts!: number;

  /** While it is open: when the next attempt is due; Infinity when it waits for its endpoint to be enabled again. */
  @Column('timestamptz', { name: 'due_at', nullable: true })
  dueAt!: Date | number | null;

  /** While a worker has it, and until the next one takes it over: when the lease runs out. */
  @Column('timestamptz', { name: 'leased_until', nullable: true })
  leasedUntil!: Date | null;

  /** Grows with every claim; an outcome written under an older lease is refused. */
  @Column('integer', { default: 0 })
  lease!: number;

  /** Leases that ran out without an outcome. */
  @Column('integer', { name: 'lost_leases', default: 0 })
  lostLeases!: number;

  /** Why it failed or was cancelled, when no attempt tells. */
  @Column('text', { nullable: true })
  reason!: string | null;

  /** False once the event's customer was erased while it was open: what comes back may repeat what was sent. */
  @Column('boolean', { name: 'keeps_excerpts', default: true })
  keepsExcerpts!: boolean;

  @Column('timestamptz', { name: 'updated_at' })
  updatedAt!: Date;
}
