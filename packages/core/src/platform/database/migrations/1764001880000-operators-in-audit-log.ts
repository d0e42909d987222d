import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What an operator does by command has no key. */
export class OperatorsInAuditLog1764001880000 implements MigrationInterface {
  readonly name = 'OperatorsInAuditLog1764001880000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE audit_log ALTER COLUMN key_id DROP NOT NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE audit_log ALTER COLUMN key_id SET NOT NULL');
  }
}
