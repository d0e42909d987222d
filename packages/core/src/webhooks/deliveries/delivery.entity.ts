import type { EventKind } from '@svc/contract';
import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

export type DeliveryStatus = 'pending' | 'delivered' | 'failed' | 'cancelled';

/** An event on its way to an endpoint. */
@Entity('deliveries')
@Index('deliveries_due', ['environmentId', 'dueAt'], { where: 'due_at IS NOT NULL' })
@Index('deliveries_event', ['environmentId', 'eventId', 'webhookId', 'id'])
@Index('deliveries_deferred', ['webhookId', 'environmentId', 'id'], { where: "reason = 'endpoint_busy'" })
@Index('deliveries_type', ['environmentId', 'type', 'id'])
@Index('deliveries_undelivered', ['environmentId', 'status', 'id'], { where: "status <> 'delivered'" })
@Index('deliveries_waiting', ['environmentId', 'webhookId', 'dueAt'], { where: 'due_at IS NOT NULL' })
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

  /** As stored: a delivery in progress is `pending` with a lease. */
  @Column('text')
  status!: DeliveryStatus;

  /** Attempts with an outcome; a lost lease does not count. */
  @Column('integer', { default: 0 })
  attempts!: number;

  /** When the next attempt is due; Infinity while the endpoint is disabled; null once settled. */
  @Column('timestamptz', { name: 'due_at', nullable: true })
  dueAt!: Date | number | null;

  /** When the lease ends; remains after its end until the next claim. */
  @Column('timestamptz', { name: 'leased_until', nullable: true })
  leasedUntil!: Date | null;

  /** Incremented by every claim; outcomes under an older lease are refused. */
  @Column('integer', { default: 0 })
  lease!: number;

  /** Leases that ran out without an outcome. */
  @Column('integer', { name: 'lost_leases', default: 0 })
  lostLeases!: number;

  /** Why it failed, was cancelled or waits, when no attempt shows it. */
  @Column('text', { nullable: true })
  reason!: string | null;

  /** False once the event's customer was erased while it was open: a response may repeat what was sent. */
  @Column('boolean', { name: 'keeps_excerpts', default: true })
  keepsExcerpts!: boolean;

  @Column('timestamptz', { name: 'updated_at' })
  updatedAt!: Date;
}
