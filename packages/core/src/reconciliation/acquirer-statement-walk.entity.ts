import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Report } from '../analytics/report.entity.js';

/** How far an acquirer's statement has been read for a report; it goes when the report is done. */
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

  /** Our attempts below this id have been looked through, to know which part of the statement is needed. */
  @Column('bigint')
  surveyed!: string;

  /**
   * The first of them that went to whoever keeps the statement, or the first authorization of which a person says that it was
   * captured by hand.
   */
  @Column('bigint', { name: 'first_sent', nullable: true })
  firstSent!: string | null;

  /** When the last of them was answered. */
  @Column('timestamptz', { name: 'last_answered_at', nullable: true })
  lastAnsweredAt!: Date | null;

  /** Whether one of them went to a processor that may keep a statement, and is not asked for it. */
  @Column('boolean', { name: 'sent_elsewhere', default: false })
  sentElsewhere!: boolean;

  /** Whose statement it is; null while the attempts are looked through, like all that follows from them. */
  @Column('text', { nullable: true })
  processor!: string | null;

  @Column('timestamptz', { name: 'walk_from', nullable: true })
  walkFrom!: Date | null;

  @Column('timestamptz', { name: 'walk_to', nullable: true })
  walkTo!: Date | null;

  /** What was received before then must be in the statement, if it belongs into the range. */
  @Column('timestamptz', { name: 'started_at', nullable: true })
  startedAt!: Date | null;

  /** Where the next page begins, and the line before it. */
  @Column('text', { nullable: true })
  cursor!: string | null;

  @Column('timestamptz', { name: 'reached_at', nullable: true })
  reachedAt!: Date | null;

  @Column('text', { name: 'reached_reference', nullable: true })
  reachedReference!: string | null;

  /** How many lines have been read, those of other environments included. */
  @Column('bigint', { default: 0 })
  lines!: string;

  /** How many of them no environment of this database can have sent. */
  @Column('bigint', { name: 'foreign_lines', default: 0 })
  foreignLines!: string;

  /** Since when no page could be had. */
  @Column('timestamptz', { name: 'failing_since', nullable: true })
  failingSince!: Date | null;

  /** When it is to be read on; later while somebody does. */
  @Column('timestamptz', { name: 'due_at' })
  dueAt!: Date;

  /** Grows whenever somebody begins to read a page: only the last one may note what it has read. */
  @Column('integer', { default: 0 })
  lease!: number;
}
