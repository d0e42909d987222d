import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Captures, voids, customers' actions and expiries of payments. */
export class PaymentLifecycle1764000400000 implements MigrationInterface {
  readonly name = 'PaymentLifecycle1764000400000';

  async up(runner: QueryRunner): Promise<void> {
    // Payments that are settled by now send no further event, so that the number of their last one does not matter.
    await runner.query(`
      ALTER TABLE payments
        ADD COLUMN capture_method text NOT NULL DEFAULT 'automatic'
          CONSTRAINT payments_capture_method CHECK (capture_method IN ('automatic', 'manual')),
        ADD COLUMN payment_method_id bigint,
        ADD COLUMN subscription_id bigint,
        ADD COLUMN expires_at timestamptz,
        ADD COLUMN operation text NOT NULL DEFAULT 'authorize'
          CONSTRAINT payments_operation CHECK (operation IN ('authorize', 'capture', 'void')),
        ADD COLUMN void_reason text
          CONSTRAINT payments_void_reason CHECK (void_reason IN ('cancelled', 'expired')),
        ADD COLUMN next_action_url text,
        ADD COLUMN event_version integer NOT NULL DEFAULT 1;
      CREATE INDEX payments_expiring ON payments (expires_at)
        WHERE expires_at IS NOT NULL AND stage IN ('awaiting_approval', 'requires_action', 'authorized');
      CREATE INDEX payments_expiring_in_environment ON payments (environment_id, expires_at)
        WHERE expires_at IS NOT NULL AND stage IN ('awaiting_approval', 'requires_action', 'authorized');

      CREATE TABLE sandbox_actions (
        environment_id integer NOT NULL,
        id bigint NOT NULL,
        outcome text NOT NULL CONSTRAINT sandbox_actions_outcome CHECK (outcome IN ('complete', 'decline')),
        at timestamptz NOT NULL,
        CONSTRAINT sandbox_actions_pkey PRIMARY KEY (environment_id, id),
        CONSTRAINT sandbox_actions_attempt FOREIGN KEY (environment_id, id)
          REFERENCES payment_attempts (environment_id, id)
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE sandbox_actions;
      DROP INDEX payments_expiring_in_environment, payments_expiring;
      ALTER TABLE payments DROP COLUMN capture_method, DROP COLUMN payment_method_id, DROP COLUMN subscription_id,
        DROP COLUMN expires_at, DROP COLUMN operation, DROP COLUMN void_reason, DROP COLUMN next_action_url,
        DROP COLUMN event_version;
    `);
  }
}
