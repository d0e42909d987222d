import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** Facts about this database as a whole, in its only row. */
@Entity('system_state')
@Check('system_state_one', 'one')
@Check('system_state_cell', 'cell BETWEEN 0 AND 1023')
export class SystemState {
  @PrimaryColumn('boolean', { default: true, primaryKeyConstraintName: 'system_state_pkey' })
  one!: boolean;

  /** Increases with each life of the server. Transaction ids may repeat after that, so events are ordered by both. */
  @Column('integer', { name: 'event_epoch' })
  eventEpoch!: number;

  /** Marks objects of this database at processors that others use too. */
  @Column('text', { name: 'installation_id', default: () => "replace((gen_random_uuid()), '-', '')" })
  installationId!: string;

  /** Which of the installations that share customers this is; null until migrated with a cell. */
  @Column('integer', { nullable: true })
  cell!: number | null;
}
