import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Replays wait for what was being written when they were asked for. Those of earlier versions go by their ids. */
export class ReplaysInOrder1764001780000 implements MigrationInterface {
  readonly name = 'ReplaysInOrder1764001780000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE replays
        ADD COLUMN to_id bigint,
        ADD COLUMN xid bigint NOT NULL DEFAULT 0,
        ADD COLUMN epoch integer NOT NULL DEFAULT 0
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE replays DROP COLUMN epoch, DROP COLUMN xid, DROP COLUMN to_id');
  }
}
