import type { MigrationInterface, QueryRunner } from 'typeorm';

const INDEXES = [
  ['replays_completed', `replays (updated_at) WHERE status = 'completed'`],
  ['security_configs_by_retention', 'security_configs (retention_days)'],
] as const;

/** What is deleted in time, and the longest time that anybody set, are found without reading all replays and settings. */
export class RetentionIndexes1764001690000 implements MigrationInterface {
  readonly name = 'RetentionIndexes1764001690000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const [name, definition] of INDEXES) {
      await runner.query(`DROP INDEX IF EXISTS ${name}`);
      await runner.query(`CREATE INDEX CONCURRENTLY ${name} ON ${definition}`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [name] of INDEXES) await runner.query(`DROP INDEX ${name}`);
  }
}
