import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = ['payments', 'refunds'];

/**
 * Lists of what was completed go by an index of their own, as those of what is pending and what failed do: where little
 * was completed, they read past everything else. Nobody waits while they are built; one that was broken off begins anew.
 */
export class CompletedLists1764001350000 implements MigrationInterface {
  readonly name = 'CompletedLists1764001350000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) {
      await runner.query(`DROP INDEX IF EXISTS ${table}_completed`);
      await runner.query(
        `CREATE INDEX CONCURRENTLY ${table}_completed ON ${table} (environment_id, id) WHERE status = 'completed'`,
      );
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.query(`DROP INDEX ${table}_completed`);
  }
}
