import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The current life of the Postgres server, in one row. The table is unlogged, so a crash empties it. */
@Entity('server_life')
export class ServerLife {
  /** When the server started. A restored copy has the row, but another start time. */
  @PrimaryColumn('timestamptz', { name: 'started_at', primaryKeyConstraintName: 'server_life_pkey' })
  startedAt!: Date;

  @Column('integer')
  epoch!: number;
}
