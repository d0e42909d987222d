import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { StatementLine } from '../processors/processor-statement.js';
import { StatementWalk } from './acquirer-statement-walk.entity.js';

/** A line about an authorization of this environment under a foreign reference, as of a capture by hand. */
@Entity('foreign_statement_lines')
@ForeignKey(
  () => StatementWalk,
  ['environmentId', 'reportId', 'processor'],
  ['environmentId', 'reportId', 'processor'],
  {
    name: 'foreign_statement_lines_walk',
    onDelete: 'CASCADE',
  },
)
@Index('foreign_statement_lines_received', ['environmentId', 'reportId', 'receivedAt'])
export class ForeignStatementLine {
  @PrimaryColumn('integer', { name: 'environment_id', primaryKeyConstraintName: 'foreign_statement_lines_pkey' })
  environmentId!: number;

  @PrimaryColumn('bigint', { name: 'report_id', primaryKeyConstraintName: 'foreign_statement_lines_pkey' })
  reportId!: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'foreign_statement_lines_pkey' })
  processor!: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'foreign_statement_lines_pkey' })
  reference!: string;

  @Column('text')
  operation!: StatementLine['operation'];

  @Column('text')
  status!: StatementLine['status'];

  /** The attempt of its authorization, even if it does not exist. */
  @Column('bigint', { name: 'authorization_id' })
  authorizationId!: string;

  @Column('bigint', { name: 'amount_value', nullable: true })
  amountValue!: string | null;

  @Column('text', { nullable: true })
  currency!: string | null;

  @Column('timestamptz', { name: 'received_at' })
  receivedAt!: Date;
}
