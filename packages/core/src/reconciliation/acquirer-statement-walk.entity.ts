import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Report } from '../analytics/report.entity.js';

/** The progress of reading an acquirer's statement for a report; deleted when the report is done. */
@Entity('acquirer_statement_walks')
@ForeignKey(() => Report, ['environmentId', 'reportId'], ['environmentId', 'id'], {
  name: 'acquirer_statement_walks_report',
})
@Index('acquirer_statement_walks_due', ['dueAt'])
export class StatementWalk {
  @PrimaryColumn('integer', { name: 'environment_id', primaryKeyConstraintName: 'acquirer_statement_walks_pkey' })
  environmentId!: number;

  @PrimaryColumn('bigint', { name: 'report_id', primaryKeyConstraintName: 'acquirer_statement_walks_pkey' })
  reportId!: string;

  /** Our attempts below this id have been surveyed to find the required range of the statement. */
  @Column('bigint')
  surveyed!: string;

  /** The first attempt that went to this acquirer, or the first authorization that may have been captured by hand. */
  @Column('bigint', { name: 'first_sent', nullable: true })
  firstSent!: string | null;

  /** When the last of them got its response. */
  @Column('timestamptz', { name: 'last_answered_at', nullable: true })
  lastAnsweredAt!: Date | null;

  /** Whether one of them went to a processor that may have a statement, but is not asked for it. */
  @Column('boolean', { name: 'sent_elsewhere', default: false })
  sentElsewhere!: boolean;

  /** The processor with the statement; null during the survey, like the columns below. */
  @Column('text', { nullable: true })
  processor!: string | null;

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
