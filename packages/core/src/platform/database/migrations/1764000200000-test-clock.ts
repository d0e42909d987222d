import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How far the clock of a test environment is ahead of the real one. */
export class TestClock1764000200000 implements MigrationInterface {
  readonly name = 'TestClock1764000200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE environments ADD COLUMN clock_offset interval NOT NULL DEFAULT '0'
        CONSTRAINT environments_clock CHECK (clock_offset >= '0' AND (mode = 'test' OR clock_offset = '0'));
      CREATE INDEX environments_ahead ON environments (id) WHERE clock_offset > '0';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX environments_ahead; ALTER TABLE environments DROP COLUMN clock_offset');
  }
}
