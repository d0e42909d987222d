import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { ProcessorConnection } from '../connections/processor-connection.entity.js';

/** The lists of a connection that are read. */
export type SweepSubject = 'events' | 'settlement';

/** How far a list of a connection was read at its processor: its events, since callbacks get lost, or its settlement. */
@Entity('processor_sweeps')
@ForeignKey(() => ProcessorConnection, ['environmentId', 'processorId'], ['environmentId', 'id'], {
  name: 'processor_sweeps_processor',
})
@Index('processor_sweeps_due', ['dueAt'])
@Check('processor_sweeps_subject', "subject IN ('events', 'settlement')")
@Check('processor_sweeps_begun', 'begun_at IS NOT NULL OR (cursor IS NULL AND NOT has_failed)')
export class ProcessorSweep {
  @PrimaryColumn('integer', { name: 'environment_id', primaryKeyConstraintName: 'processor_sweeps_pkey' })
  environmentId!: number;

  @PrimaryColumn('bigint', { name: 'processor_id', primaryKeyConstraintName: 'processor_sweeps_pkey' })
  processorId!: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'processor_sweeps_pkey' })
  subject!: SweepSubject;

  /** All entries from before it were read. */
  @Column('timestamptz', { name: 'swept_to' })
  sweptTo!: Date;

  /** When the sweep in progress began; null between sweeps. */
  @Column('timestamptz', { name: 'begun_at', nullable: true })
  begunAt!: Date | null;

  /** The processor's cursor behind the pages that this sweep has read; null before the first one. */
  @Column('text', { nullable: true })
  cursor!: string | null;

  /** Whether an entry of this sweep could not be handled. */
  @Column('boolean', { name: 'has_failed', default: false })
  hasFailed!: boolean;

  /** Since when entries could not be handled. Set anew when the oldest ones are given up; null after a sweep without a failure. */
  @Column('timestamptz', { name: 'failing_since', nullable: true })
  failingSince!: Date | null;

  /** How often in a row a page could not be read. */
  @Column('integer', { default: 0 })
  failures!: number;

  /** When a worker should read a page, or when its lease ends. */
  @Column('timestamptz', { name: 'due_at' })
  dueAt!: Date;

  /** Incremented by every claim: another worker may have read a page meanwhile. */
  @Column('integer', { default: 0 })
  lease!: number;
}
