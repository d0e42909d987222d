import type { Schemas } from '@svc/contract';
import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { ReportStatement } from '../platform/reports/report-source.js';

export type ReportFailure = NonNullable<Schemas['Report']['failure']>['code'];

/** A file of all that was created in a range, and how far it has got. */
@Entity('reports')
@Index('reports_open', ['updatedAt'], { where: "status IN ('pending', 'running')" })
@Index('reports_expiring', ['expiresAt'], { where: "status <> 'expired' AND expires_at IS NOT NULL" })
@Index('reports_personal', ['environmentId'], { where: "personal AND status IN ('pending', 'running', 'ready')" })
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

  /** Whether it may tell of customers. */
  @Column('boolean')
  personal!: boolean;

  /** Its rows have ids from this one, included, to the next, not included. */
  @Column('bigint', { name: 'from_id' })
  fromId!: string;

  @Column('bigint', { name: 'to_id' })
  toId!: string;

  /** The lowest id that is written; what follows is below it. */
  @Column('bigint')
  reached!: string;

  /** Whether everything has been written once. */
  @Column('boolean', { default: false })
  complete!: boolean;

  @Column('integer', { default: 0 })
  chunks!: number;

  @Column('bigint', { default: 0 })
  rows!: string;

  /** The length of the file, once it is ready. */
  @Column('bigint', { nullable: true })
  bytes!: string | null;

  /** How often writing it has failed since it last got on. */
  @Column('integer', { default: 0 })
  failures!: number;

  /** How it stands to the acquirer's statement; null where it is not held against one. */
  @Column('text', { nullable: true })
  statement!: ReportStatement | null;

  /** Why it could not be made. */
  @Column('text', { name: 'failure_code', nullable: true })
  failureCode!: ReportFailure | null;

  /** The transaction that asked for it; those that began to write before are waited for. */
  @Column('bigint')
  xid!: string;

  /** The life of the database that the transaction is of. */
  @Column('integer')
  epoch!: number;

  /** Grows whenever the file becomes ready: a download that spans two is none. */
  @Column('integer', { default: 0 })
  edition!: number;

  @Column('timestamptz', { name: 'expires_at', nullable: true })
  expiresAt!: Date | null;

  /** When it last got on, which is also its turn among others. */
  @Column('timestamptz', { name: 'updated_at' })
  updatedAt!: Date;
}
