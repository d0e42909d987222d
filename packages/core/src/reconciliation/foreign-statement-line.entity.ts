import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { StatementLine } from '../processors/processor-statement.js';
import { StatementWalk } from './acquirer-statement-walk.entity.js';

/**
 * What an acquirer's statement says was done to an authorization of this environment under a reference that no environment gives,
 * as by hand at the gateway. There are few: they go with the walk.
 */
@Entity('foreign_statement_lines')
@ForeignKey(() => StatementWalk, ['environmentId', 'reportId'], ['environmentId', 'reportId'], {
  name: 'foreign_statement_lines_walk',
  onDelete: 'CASCADE',
})
@Index('foreign_statement_lines_received', ['environmentId', 'reportId', 'receivedAt'])
export class ForeignStatementLine {
  @PrimaryColumn('integer', { name: 'environment_id', primaryKeyConstraintName: 'foreign_statement_lines_pkey' })
  environmentId!: number;

  @PrimaryColumn('bigint', { name: 'report_id', primaryKeyConstraintName: 'foreign_statement_lines_pkey' })
  reportId!: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'foreign_statement_lines_pkey' })
  reference!: string;

  @Column('text')
  operation!: StatementLine['operation'];

  @Column('text')
  status!: StatementLine['status'];

  /** The attempt at an authorization that it is about, if there is one. */
  @Column('bigint', { name: 'authorization_id' })
  authorizationId!: string;

  @Column('bigint', { name: 'amount_value', nullable: true })
  amountValue!: string | null;

  @Column('text', { nullable: true })
  currency!: string | null;

  /** By the acquirer's clock. */
  @Column('timestamptz', { name: 'received_at' })
  receivedAt!: Date;
}
