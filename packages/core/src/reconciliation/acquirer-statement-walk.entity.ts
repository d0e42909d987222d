import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Report } from '../analytics/report.entity.js';

/**
 * The progress of reading a processor's statement for a report, or of the survey of whose statements it needs; deleted when
 * the report is done.
 */
@Entity('acquirer_statement_walks')
@ForeignKey(() => Report, ['environmentId', 'reportId'], ['environmentId', 'id'], {
  name: 'acquirer_statement_walks_report',
})
@Index('acquirer_statement_walks_due', ['dueAt'])
@Check('acquirer_statement_walks_result', "result IN ('surveyed', 'compared', 'compared_in_part', 'not_compared')")
export class StatementWalk {
  @PrimaryColumn('integer', { name: 'environment_id', primaryKeyConstraintName: 'acquirer_statement_walks_pkey' })
  environmentId!: number;

  @PrimaryColumn('bigint', { name: 'report_id', primaryKeyConstraintName: 'acquirer_statement_walks_pkey' })
  reportId!: string;

  /** The processor with the statement, as payments store it; empty for the survey. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'acquirer_statement_walks_pkey' })
  processor!: string;

  /** Null until it is done. */
  @Column('text', { nullable: true })
  result!: 'surveyed' | 'compared' | 'compared_in_part' | 'not_compared' | null;

  /** Our attempts below this id have been surveyed. Only of the survey. */
  @Column('bigint', { default: 0 })
  surveyed!: string;

  /** The first attempt that went to this processor, or the first authorization that may have been captured by hand. */
  @Column('bigint', { name: 'first_sent', nullable: true })
  firstSent!: string | null;

  /** When the last of them got its response. */
  @Column('timestamptz', { name: 'last_answered_at', nullable: true })
  lastAnsweredAt!: Date | null;

  /** The range to read; null during the survey, like the columns below. */
  @Column('timestamptz', { name: 'walk_from', nullable: true })
  walkFrom!: Date | null;

  @Column('timestamptz', { name: 'walk_to', nullable: true })
  walkTo!: Date | null;

  /** When the walk started: what was received before must be in the statement, if it is in the range. */
  @Column('timestamptz', { name: 'started_at', nullable: true })
  startedAt!: Date | null;

  /** The cursor of the next page, and the line before it. */
  @Column('text', { nullable: true })
  cursor!: string | null;

  @Column('timestamptz', { name: 'reached_at', nullable: true })
  reachedAt!: Date | null;

  @Column('text', { name: 'reached_reference', nullable: true })
  reachedReference!: string | null;

  /** The number of lines read, including those of other environments. */
  @Column('bigint', { default: 0 })
  lines!: string;

  /** The number of lines that no environment of this database can have sent. */
  @Column('bigint', { name: 'foreign_lines', default: 0 })
  foreignLines!: string;

  @Column('timestamptz', { name: 'failing_since', nullable: true })
  failingSince!: Date | null;

  /** When to continue; in the future while a worker holds the lease. */
  @Column('timestamptz', { name: 'due_at' })
  dueAt!: Date;

  /** Increases with each page request: fences off the results of earlier ones. */
  @Column('integer', { default: 0 })
  lease!: number;
}
