import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Report } from './report.entity.js';

/** A part of a report, of about half a megabyte at most. */
@Entity('report_chunks')
@ForeignKey(() => Report, ['environmentId', 'reportId'], ['environmentId', 'id'], { name: 'report_chunks_report' })
export class ReportChunk {
  @PrimaryColumn('integer', { name: 'environment_id', primaryKeyConstraintName: 'report_chunks_pkey' })
  environmentId!: number;

  @PrimaryColumn('bigint', { name: 'report_id', primaryKeyConstraintName: 'report_chunks_pkey' })
  reportId!: string;

  @PrimaryColumn('integer', { primaryKeyConstraintName: 'report_chunks_pkey' })
  n!: number;

  @Column('bigint', { name: 'from_id' })
  fromId!: string;

  @Column('bigint', { name: 'to_id' })
  toId!: string;

  @Column('integer')
  rows!: number;

  /** Null after an erasure of a customer in it, until it is written again. */
  @Column('bytea', { nullable: true })
  body!: Buffer | null;
}
