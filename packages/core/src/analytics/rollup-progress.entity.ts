import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** The progress of the roll-ups, in the only row: exactly the events of transactions below `xid` are counted. */
@Entity('rollup_progress')
@Check('rollup_progress_one', 'one')
@Check('rollup_progress_mark', '(mark_xid IS NULL) = (mark_at IS NULL)')
export class RollupProgress {
  @PrimaryColumn('boolean', { default: true, primaryKeyConstraintName: 'rollup_progress_pkey' })
  one!: boolean;

  /** The server's life to which the transaction id belongs. */
  @Column('integer')
  epoch!: number;

  @Column('bigint')
  xid!: string;

  /** Everything committed until this time is counted. */
  @Column('timestamptz', { name: 'as_of' })
  asOf!: Date;

  /** Once transactions below this one are counted, everything committed until `markAt` is. */
  @Column('bigint', { name: 'mark_xid', nullable: true })
  markXid!: string | null;

  @Column('timestamptz', { name: 'mark_at', nullable: true })
  markAt!: Date | null;
}
