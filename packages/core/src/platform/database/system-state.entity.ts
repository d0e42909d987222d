import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** Facts of this database as a whole, in its one row. */
@Entity('system_state')
@Check('system_state_one', 'one')
export class SystemState {
  @PrimaryColumn('boolean', { default: true, primaryKeyConstraintName: 'system_state_pkey' })
  one!: boolean;

  /** Rises with each life of the server: transaction ids may be given out again, so events are ordered by both. */
  @Column('integer', { name: 'event_epoch' })
  eventEpoch!: number;
}
