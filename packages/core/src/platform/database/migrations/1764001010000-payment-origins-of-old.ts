import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The same for the payments that were there, in a transaction of its own: payments are taken meanwhile. */
export class PaymentOriginsOfOld1764001010000 implements MigrationInterface {
  readonly name = 'PaymentOriginsOfOld1764001010000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE payments VALIDATE CONSTRAINT payments_subscription');
    await runner.query('ALTER TABLE payments VALIDATE CONSTRAINT payments_payment_method');
  }

  async down(): Promise<void> {
    // The constraints go with the migration before this one.
  }
}
