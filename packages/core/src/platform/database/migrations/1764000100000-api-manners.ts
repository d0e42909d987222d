import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the timeline, the delivery log and the cleaning of idempotency keys need. */
export class ApiManners1764000100000 implements MigrationInterface {
  readonly name = 'ApiManners1764000100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE payment_transitions (
        environment_id integer NOT NULL,
        payment_id bigint NOT NULL,
        version integer NOT NULL,
        from_stage text NOT NULL,
        status text NOT NULL,
        stage text,
        reason text,
        at timestamptz NOT NULL,
        CONSTRAINT payment_transitions_pkey PRIMARY KEY (environment_id, payment_id, version),
        CONSTRAINT payment_transitions_payment FOREIGN KEY (environment_id, payment_id)
          REFERENCES payments (environment_id, id)
      );
      CREATE INDEX payments_of_customer ON payments (environment_id, customer_id, id) WHERE customer_id IS NOT NULL;
      CREATE INDEX payments_by_reference ON payments (environment_id, reference, id) WHERE reference IS NOT NULL;
      CREATE INDEX payments_pending ON payments (environment_id, id) WHERE status = 'pending';
      CREATE INDEX payments_failed ON payments (environment_id, id) WHERE status = 'failed';
      CREATE INDEX events_in_order ON events (environment_id, epoch, xid, id);
      CREATE INDEX events_object ON events (environment_id, object_id);
      CREATE INDEX deliveries_event ON deliveries (environment_id, event_id);
      CREATE INDEX idempotency_keys_created ON idempotency_keys USING brin (created_at);
      ALTER TABLE idempotency_keys ADD COLUMN lease integer NOT NULL DEFAULT 0;
      ALTER TABLE webhooks
        ADD COLUMN next_secret_ciphertext bytea,
        ADD COLUMN next_secret_data_key bytea,
        ADD COLUMN overlap_until timestamptz;
      ALTER TABLE accounts ADD COLUMN rate_limit integer CONSTRAINT accounts_rate_limit CHECK (rate_limit > 0);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE accounts DROP COLUMN rate_limit;
      ALTER TABLE idempotency_keys DROP COLUMN lease;
      ALTER TABLE webhooks DROP COLUMN next_secret_ciphertext, DROP COLUMN next_secret_data_key, DROP COLUMN overlap_until;
      DROP INDEX idempotency_keys_created, deliveries_event, events_object, events_in_order, payments_failed,
        payments_pending, payments_by_reference, payments_of_customer;
      DROP TABLE payment_transitions;
    `);
  }
}
