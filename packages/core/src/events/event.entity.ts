import type { EventKind } from '@svc/contract';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** An event with the exact bytes that are signed and delivered. */
@Entity('events')
@Index('events_in_order', ['environmentId', 'epoch', 'xid', 'id'])
@Index('events_by_type', ['environmentId', 'type', 'id'])
@Index('events_object', ['environmentId', 'objectId', 'id'])
export class StoredEvent {
  @PrimaryColumn('integer', { name: 'environment_id', primaryKeyConstraintName: 'events_pkey' })
  environmentId!: number;

  @PrimaryColumn('bigint', { primaryKeyConstraintName: 'events_pkey' })
  id!: string;

  @Column('text')
  type!: EventKind;

  /** The payment, customer or other object of the event. */
  @Column('bigint', { name: 'object_id' })
  objectId!: string;

  @Column('bytea')
  body!: Buffer;

  /** The server epoch: a new one begins with each start of Postgres (docs/decisions/0025). */
  @Column('integer')
  epoch!: number;

  /** The transaction that wrote it. */
  @Column('bigint')
  xid!: string;

  /** The trace of the request that caused it. */
  @Column('text', { nullable: true })
  trace!: string | null;
}
