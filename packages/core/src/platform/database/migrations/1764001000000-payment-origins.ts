import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The database itself refuses a payment of another tenant's subscription or payment method. New payments first. */
export class PaymentOrigins1764001000000 implements MigrationInterface {
  readonly name = 'PaymentOrigins1764001000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE payments
        ADD CONSTRAINT payments_subscription FOREIGN KEY (environment_id, subscription_id)
          REFERENCES subscriptions (environment_id, id) NOT VALID,
        ADD CONSTRAINT payments_payment_method FOREIGN KEY (environment_id, customer_id, payment_method_id)
          REFERENCES payment_methods (environment_id, customer_id, id) NOT VALID
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE payments DROP CONSTRAINT payments_payment_method, DROP CONSTRAINT payments_subscription
    `);
  }
}
