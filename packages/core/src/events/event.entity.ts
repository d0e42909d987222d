import type { EventKind } from '@svc/contract';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Something that happened, with the exact bytes that are signed and delivered. */
@Entity('events')
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
}
