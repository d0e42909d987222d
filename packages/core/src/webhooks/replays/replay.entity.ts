import type { EventKind } from '@svc/contract';
import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Webhook } from '../endpoints/webhook.entity.js';

export type ReplayStatus = 'pending' | 'running' | 'completed';

/** A request to deliver events of the past to an endpoint again, and how far it has got. */
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

  /** Null for every kind that the endpoint lists. */
  @Column('text', { nullable: true })
  type!: EventKind | null;

  @Column('boolean', { name: 'only_failed' })
  onlyFailed!: boolean;

  @Column('text')
  status!: ReplayStatus;

  /** The last event that has been looked at. */
  @Column('bigint')
  reached!: string;

  /** It ends before this id; null until it has begun. */
  @Column('bigint', { name: 'to_id', nullable: true })
  toId!: string | null;

  /** The transaction that asked for it: what had begun before is waited for, and what began later is no part of it. */
  @Column('bigint')
  xid!: string;

  /** The life of the database that the transaction is of. */
  @Column('integer')
  epoch!: number;

  /** How many deliveries it has made so far. */
  @Column('integer', { default: 0 })
  deliveries!: number;

  /** When it last got on, which is also its turn among others. */
  @Column('timestamptz', { name: 'updated_at' })
  updatedAt!: Date;
}
