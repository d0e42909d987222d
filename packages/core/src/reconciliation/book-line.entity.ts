import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { BookLine } from '../processors/processor-book.js';
import { BookWalk } from './book-walk.entity.js';

/** What an acquirer's book says of an operation of this environment, for as long as a report is compared with it. */
@Entity('book_lines')
@ForeignKey(() => BookWalk, ['environmentId', 'reportId'], ['environmentId', 'reportId'], { name: 'book_lines_walk' })
@Index('book_lines_received', ['environmentId', 'reportId', 'receivedAt'])
@Index('book_lines_captures', ['environmentId', 'reportId', 'authorizationId'], { where: "operation = 'capture'" })
export class StoredBookLine {
  @PrimaryColumn('integer', { name: 'environment_id', primaryKeyConstraintName: 'book_lines_pkey' })
  environmentId!: number;

  @PrimaryColumn('bigint', { name: 'report_id', primaryKeyConstraintName: 'book_lines_pkey' })
  reportId!: string;

  /** The attempt that its reference names, if there is one. */
  @PrimaryColumn('bigint', { name: 'attempt_id', primaryKeyConstraintName: 'book_lines_pkey' })
  attemptId!: string;

  @Column('text')
  operation!: BookLine['operation'];

  @Column('text')
  status!: BookLine['status'];

  @Column('bigint', { name: 'payment_id', nullable: true })
  paymentId!: string | null;

  /** The attempt at an authorization that it is about; null also where it names none of this environment. */
  @Column('bigint', { name: 'authorization_id', nullable: true })
  authorizationId!: string | null;

  @Column('bigint', { name: 'amount_value', nullable: true })
  amountValue!: string | null;

  @Column('text', { nullable: true })
  currency!: string | null;

  /** By the acquirer's clock. */
  @Column('timestamptz', { name: 'received_at' })
  receivedAt!: Date;

  /** When we asked for the page, by the database's clock: what we have learned since, it may not know. */
  @Column('timestamptz', { name: 'asked_at' })
  askedAt!: Date;
}
