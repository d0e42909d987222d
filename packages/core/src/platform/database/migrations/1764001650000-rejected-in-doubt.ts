import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A payment in doubt that a person rejects is let go, for the reason `rejected`. The constraint only widens, so that no row
 * has to be read while others wait. What a customer was asked for before a person took over is taken off.
 */
export class RejectedInDoubt1764001650000 implements MigrationInterface {
  readonly name = 'RejectedInDoubt1764001650000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE payments
        DROP CONSTRAINT payments_void_reason,
        ADD CONSTRAINT payments_void_reason CHECK (void_reason IN ('cancelled', 'expired', 'rejected')) NOT VALID
    `);
    await runner.query('ALTER TABLE payments VALIDATE CONSTRAINT payments_void_reason');
    await runner.query(`
      UPDATE payments SET next_action_url = NULL
       WHERE status = 'pending' AND stage = 'requires_attention' AND next_action_url IS NOT NULL
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`UPDATE payments SET void_reason = 'cancelled' WHERE void_reason = 'rejected'`);
    await runner.query(`
      ALTER TABLE payments
        DROP CONSTRAINT payments_void_reason,
        ADD CONSTRAINT payments_void_reason CHECK (void_reason IN ('cancelled', 'expired'))
    `);
  }
}
