import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What has taken the money of an authorization is found in an acquirer's book, whatever its reference. */
export class CapturesInBooks1764001720000 implements MigrationInterface {
  readonly name = 'CapturesInBooks1764001720000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX IF EXISTS book_lines_captures');
    await runner.query(`
      CREATE INDEX CONCURRENTLY book_lines_captures ON book_lines (environment_id, report_id, authorization_id)
       WHERE operation = 'capture'
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX book_lines_captures');
  }
}
