import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The present life of the Postgres server, in one row. The table is unlogged: a crash empties it. */
@Entity('server_life')
export class ServerLife {
  /** When the server started: a copy of its files keeps the row, but not the moment. */
  @PrimaryColumn('timestamptz', { name: 'started_at', primaryKeyConstraintName: 'server_life_pkey' })
  startedAt!: Date;

  @Column('integer')
  epoch!: number;
}
