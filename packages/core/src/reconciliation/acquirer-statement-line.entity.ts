import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { StatementLine } from '../processors/processor-statement.js';
import { StatementWalk } from './acquirer-statement-walk.entity.js';

/** A line of an acquirer's statement about an operation of this environment, kept while a report needs it. */
@Entity('acquirer_statement_lines')
@ForeignKey(
  () => StatementWalk,
  ['environmentId', 'reportId', 'processor'],
  ['environmentId', 'reportId', 'processor'],
  {
    name: 'acquirer_statement_lines_walk',
  },
)
@Index('acquirer_statement_lines_received', ['environmentId', 'reportId', 'receivedAt'])
@Index('acquirer_statement_lines_captures', ['environmentId', 'reportId', 'authorizationId'], {
  where: "operation = 'capture'",
})
export class StoredStatementLine {
  @PrimaryColumn('integer', { name: 'environment_id', primaryKeyConstraintName: 'acquirer_statement_lines_pkey' })
  environmentId!: number;

  @PrimaryColumn('bigint', { name: 'report_id', primaryKeyConstraintName: 'acquirer_statement_lines_pkey' })
  reportId!: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'acquirer_statement_lines_pkey' })
  processor!: string;

  /** The attempt in its reference, even if it does not exist. */
  @PrimaryColumn('bigint', { name: 'attempt_id', primaryKeyConstraintName: 'acquirer_statement_lines_pkey' })
  attemptId!: string;

  @Column('text')
  operation!: StatementLine['operation'];

  @Column('text')
  status!: StatementLine['status'];

  @Column('bigint', { name: 'payment_id', nullable: true })
  paymentId!: string | null;

  /** The attempt of its authorization; null if that is not one of this environment. */
  @Column('bigint', { name: 'authorization_id', nullable: true })
  authorizationId!: string | null;

  @Column('bigint', { name: 'amount_value', nullable: true })
  amountValue!: string | null;

  @Column('text', { nullable: true })
  currency!: string | null;

  @Column('timestamptz', { name: 'received_at' })
  receivedAt!: Date;

  /** When we requested the page, by the database's clock: the page may lack what we learned later. */
  @Column('timestamptz', { name: 'asked_at' })
  askedAt!: Date;
}
