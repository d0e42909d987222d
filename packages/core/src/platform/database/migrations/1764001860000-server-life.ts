import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Ties the epoch of events to the life of the Postgres server. Readers of a database in use may have passed transaction ids
 * that an earlier crash gave out again, so it begins a new epoch, once all who write events have ended.
 */
export class ServerLife1764001860000 implements MigrationInterface {
  readonly name = 'ServerLife1764001860000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      LOCK TABLE events IN SHARE ROW EXCLUSIVE MODE;
      UPDATE system_state SET event_epoch = event_epoch + 1 WHERE EXISTS (SELECT FROM events);
      CREATE UNLOGGED TABLE server_life (
        started_at timestamptz CONSTRAINT server_life_pkey PRIMARY KEY,
        epoch integer NOT NULL
      );
      INSERT INTO server_life (started_at, epoch) SELECT pg_postmaster_start_time(), event_epoch FROM system_state;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE server_life');
  }
}
