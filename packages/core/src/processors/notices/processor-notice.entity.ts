import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { ProcessorConnection } from '../connections/processor-connection.entity.js';
import type { ProcessorNotice } from '../payment-processor.js';

/** A processor's report about an object that is no attempt of ours. It is removed when the processor was asked about it. */
@Entity('processor_notices')
@ForeignKey(() => ProcessorConnection, ['environmentId', 'processorId'], ['environmentId', 'id'], {
  name: 'processor_notices_processor',
})
@Index('processor_notices_due', ['dueAt'])
@Check('processor_notices_kind', "kind IN ('dispute', 'refund')")
export class StoredNotice {
  @PrimaryColumn('integer', { name: 'environment_id', primaryKeyConstraintName: 'processor_notices_pkey' })
  environmentId!: number;

  @PrimaryColumn('bigint', { name: 'processor_id', primaryKeyConstraintName: 'processor_notices_pkey' })
  processorId!: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'processor_notices_pkey' })
  kind!: ProcessorNotice['operation'];

  /** The processor's own reference of the object. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'processor_notices_pkey' })
  reference!: string;

  /** When the processor first reported it. */
  @Column('timestamptz', { name: 'reported_at', default: () => 'now()' })
  reportedAt!: Date;

  /** When a worker should ask, or when its lease ends. */
  @Column('timestamptz', { name: 'due_at' })
  dueAt!: Date;

  /**
   * Another one with every claim and report: an answer that was asked for before is not used. Never used again, since a notice
   * that was removed may be reported anew.
   */
  @Column('uuid')
  lease!: string;
}
