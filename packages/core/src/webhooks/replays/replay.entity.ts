import type { EventKind } from '@svc/contract';
import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Webhook } from '../endpoints/webhook.entity.js';

export type ReplayStatus = 'pending' | 'running' | 'completed';

/** A request to deliver past events to an endpoint again, and its progress. */
@Entity('replays')
@ForeignKey(() => Webhook, ['environmentId', 'webhookId'], ['environmentId', 'id'], { name: 'replays_webhook' })
@Index('replays_completed', ['updatedAt'], { where: "status = 'completed'" })
@Index('replays_open', ['updatedAt'], { where: "status <> 'completed'" })
@Check('replays_status', "status IN ('pending', 'running', 'completed')")
export class Replay {
  @PrimaryColumn('integer', { name: 'environment_id', primaryKeyConstraintName: 'replays_pkey' })
  environmentId!: number;

  @PrimaryColumn('bigint', { primaryKeyConstraintName: 'replays_pkey' })
  id!: string;

  @Column('bigint', { name: 'webhook_id' })
  webhookId!: string;

  @Column('timestamptz', { name: 'created_from' })
  createdFrom!: Date;

  @Column('timestamptz', { name: 'created_to' })
  createdTo!: Date;

  /** Null for all types that the endpoint lists. */
  @Column('text', { nullable: true })
  type!: EventKind | null;

  @Column('boolean', { name: 'only_failed' })
  onlyFailed!: boolean;

  @Column('text')
  status!: ReplayStatus;

  /** The last event scanned. */
  @Column('bigint')
  reached!: string;

  /** Exclusive end; null until the replay starts. */
  @Column('bigint', { name: 'to_id', nullable: true })
  toId!: string | null;

  /** The transaction of the request: the replay waits for earlier ones, and excludes events of later ones. */
  @Column('bigint')
  xid!: string;

  /** The server epoch of the transaction. */
  @Column('integer')
  epoch!: number;

  /** Deliveries made so far. */
  @Column('integer', { default: 0 })
  deliveries!: number;

  /** When it last advanced; the longest ago is next. */
  @Column('timestamptz', { name: 'updated_at' })
  updatedAt!: Date;
}
