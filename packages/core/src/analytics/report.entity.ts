import type { Schemas } from '@svc/contract';
import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { ReportStatement } from '../platform/reports/report-source.js';

export type ReportFailure = NonNullable<Schemas['Report']['failure']>['code'];

/** A file of everything created in a range, and its progress. */
@Entity('reports')
@Index('reports_by_type', ['environmentId', 'type', 'id'], { where: 'type IS NOT NULL' })
@Index('reports_by_status', ['environmentId', 'status', 'id'], { where: 'status IS NOT NULL' })
@Index('reports_open', ['updatedAt'], { where: "status IN ('pending', 'running')" })
@Index('reports_expiring', ['expiresAt'], { where: "status <> 'expired' AND expires_at IS NOT NULL" })
@Index('reports_personal', ['environmentId'], { where: "personal AND status <> 'expired'" })
@Index('reports_failed', ['environmentId', 'id'], { where: "status = 'failed' AND chunks > 0" })
@Check('reports_status', "status IN ('pending', 'running', 'ready', 'failed', 'expired')")
@Check('reports_statement', "statement IN ('awaited', 'no_book', 'compared', 'compared_in_part', 'not_compared')")
@Check('reports_failure_code', "failure_code IN ('internal', 'acquirer_unavailable', 'acquirer_unclear')")
export class Report {
  @PrimaryColumn('integer', { name: 'environment_id', primaryKeyConstraintName: 'reports_pkey' })
  environmentId!: number;

  @PrimaryColumn('bigint', { primaryKeyConstraintName: 'reports_pkey' })
  id!: string;

  @Column('text')
  type!: Schemas['ReportType'];

  @Column('text')
  format!: Schemas['ReportFormat'];

  @Column('timestamptz', { name: 'created_from' })
  createdFrom!: Date;

  @Column('timestamptz', { name: 'created_to' })
  createdTo!: Date;

  @Column('text')
  status!: Schemas['Report']['status'];

  @Column('boolean')
  personal!: boolean;

  /** The ids of its rows: from `fromId`, inclusive, to `toId`, exclusive. */
  @Column('bigint', { name: 'from_id' })
  fromId!: string;

  @Column('bigint', { name: 'to_id' })
  toId!: string;

  /** The lowest id written so far; the next rows are below it. */
  @Column('bigint')
  reached!: string;

  /** Whether everything has been written once. */
  @Column('boolean', { default: false })
  complete!: boolean;

  @Column('integer', { default: 0 })
  chunks!: number;

  @Column('bigint', { default: 0 })
  rows!: string;

  @Column('bigint', { nullable: true })
  bytes!: string | null;

  @Column('integer', { default: 0 })
  failures!: number;

  /** The state of the acquirer's statement; null if the report does not use one. */
  @Column('text', { nullable: true })
  statement!: ReportStatement | null;

  @Column('text', { name: 'failure_code', nullable: true })
  failureCode!: ReportFailure | null;

  /** The processor whose statement could not be read, as payments store it. */
  @Column('text', { name: 'failure_processor', nullable: true })
  failureProcessor!: string | null;

  /** Until when the processors were read when it was requested; null if that does not matter, or there are none. */
  @Column('timestamptz', { name: 'as_of', nullable: true })
  asOf!: Date | null;

  /** The connections that could not be read; null if that does not matter. */
  @Column('json', { name: 'unread_processors', nullable: true })
  unreadProcessors!: Schemas['Report']['unreadProcessors'];

  /** The transaction that created it; earlier ones have to end before it is written. */
  @Column('bigint')
  xid!: string;

  /** The server's life in which that transaction ran. */
  @Column('integer')
  epoch!: number;

  /** Increases whenever the file becomes ready: a download must not mix editions. */
  @Column('integer', { default: 0 })
  edition!: number;

  @Column('timestamptz', { name: 'expires_at', nullable: true })
  expiresAt!: Date | null;

  /** The last progress, which also orders the reports' turns. */
  @Column('timestamptz', { name: 'updated_at' })
  updatedAt!: Date;
}
