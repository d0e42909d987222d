import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** Facts of this database as a whole, in its one row. */
@Entity('system_state')
@Check('system_state_one', 'one')
export class SystemState {
  @PrimaryColumn('boolean', { default: true, primaryKeyConstraintName: 'system_state_pkey' })
  one!: boolean;

  /** Raised by a restore: transaction ids start anew in another cluster, so events are ordered by both. */
  @Column('integer', { name: 'event_epoch' })
  eventEpoch!: number;

  /** Workers have checked that the ledger holds all completions that events below this id tell of. */
  @Column('bigint', { name: 'ledger_checked_id' })
  ledgerCheckedId!: string;
}
