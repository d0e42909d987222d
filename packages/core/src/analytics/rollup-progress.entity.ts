import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** How far the roll-ups have got, in its one row: events of earlier transactions are counted, all others are not. */
@Entity('rollup_progress')
@Check('rollup_progress_one', 'one')
@Check('rollup_progress_mark', '(mark_xid IS NULL) = (mark_at IS NULL)')
export class RollupProgress {
  @PrimaryColumn('boolean', { default: true, primaryKeyConstraintName: 'rollup_progress_pkey' })
  one!: boolean;

  /** The life of the database that the transaction id is of. */
  @Column('integer')
  epoch!: number;

  /** The first transaction that is not counted yet. */
  @Column('bigint')
  xid!: string;

  /** All that was committed up to this time is counted. */
  @Column('timestamptz', { name: 'as_of' })
  asOf!: Date;

  /** Once transactions up to this one are counted, all is that was committed up to `markAt`. */
  @Column('bigint', { name: 'mark_xid', nullable: true })
  markXid!: string | null;

  @Column('timestamptz', { name: 'mark_at', nullable: true })
  markAt!: Date | null;
}
