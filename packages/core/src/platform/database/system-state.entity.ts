import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** Facts of this database as a whole, in its one row. */
@Entity('system_state')
@Check('system_state_one', 'one')
@Check('system_state_cell', 'cell BETWEEN 0 AND 1023')
export class SystemState {
  @PrimaryColumn('boolean', { default: true, primaryKeyConstraintName: 'system_state_pkey' })
  one!: boolean;

  /** Rises with each life of the server: transaction ids may be given out again, so events are ordered by both. */
  @Column('integer', { name: 'event_epoch' })
  eventEpoch!: number;

  /** Which of the installations that share customers this one is; null until it is migrated with a cell. */
  @Column('integer', { nullable: true })
  cell!: number | null;
}
