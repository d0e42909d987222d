import type { EventKind } from '@svc/contract';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Something that happened, with the exact bytes that are signed and delivered. */
@Entity('events')
@Index('events_in_order', ['environmentId', 'epoch', 'xid', 'id'])
@Index('events_by_type', ['environmentId', 'type', 'id'])
@Index('events_object', ['environmentId', 'objectId'])
export class StoredEvent {
  @PrimaryColumn('integer', { name: 'environment_id', primaryKeyConstraintName: 'events_pkey' })
  environmentId!: number;

  @PrimaryColumn('bigint', { primaryKeyConstraintName: 'events_pkey' })
  id!: string;

  @Column('text')
  type!: EventKind;

  /** The payment, customer or other object that it is about. */
  @Column('bigint', { name: 'object_id' })
  objectId!: string;

  @Column('bytea')
  body!: Buffer;

  /** Which life of the database wrote it; transaction ids start anew with each. */
  @Column('integer')
  epoch!: number;

  /** The transaction that wrote it. */
  @Column('bigint')
  xid!: string;

  /** The trace of the request that led to it. */
  @Column('text', { nullable: true })
  trace!: string | null;
}
