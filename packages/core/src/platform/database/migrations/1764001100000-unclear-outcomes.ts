import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Since when it is unknown what became of a request to a processor. */
export class UnclearOutcomes1764001100000 implements MigrationInterface {
  name = 'UnclearOutcomes1764001100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE payment_attempts ADD COLUMN unclear_since timestamptz;
      ALTER TABLE refund_attempts ADD COLUMN unclear_since timestamptz;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE refund_attempts DROP COLUMN unclear_since;
      ALTER TABLE payment_attempts DROP COLUMN unclear_since;
    `);
  }
}
