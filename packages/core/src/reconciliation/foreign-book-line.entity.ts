import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { BookLine } from '../processors/processor-book.js';
import { BookWalk } from './book-walk.entity.js';

/**
 * What an acquirer's book says was done to an authorization of this environment under a reference that no environment gives,
 * as by hand at the gateway. There are few: they go with the walk.
 */
@Entity('foreign_book_lines')
@ForeignKey(() => BookWalk, ['environmentId', 'reportId'], ['environmentId', 'reportId'], {
  name: 'foreign_book_lines_walk',
  onDelete: 'CASCADE',
})
@Index('foreign_book_lines_received', ['environmentId', 'reportId', 'receivedAt'])
export class ForeignBookLine {
  @PrimaryColumn('integer', { name: 'environment_id', primaryKeyConstraintName: 'foreign_book_lines_pkey' })
  environmentId!: number;

  @PrimaryColumn('bigint', { name: 'report_id', primaryKeyConstraintName: 'foreign_book_lines_pkey' })
  reportId!: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'foreign_book_lines_pkey' })
  reference!: string;

  @Column('text')
  operation!: BookLine['operation'];

  @Column('text')
  status!: BookLine['status'];

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
