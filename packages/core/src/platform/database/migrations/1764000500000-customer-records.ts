import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Full customer records, payment methods, and what it takes to erase a customer. */
export class CustomerRecords1764000500000 implements MigrationInterface {
  readonly name = 'CustomerRecords1764000500000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE payment_methods (
        environment_id integer NOT NULL,
        id bigint NOT NULL,
        customer_id bigint NOT NULL,
        type text NOT NULL CONSTRAINT payment_methods_type CHECK (type IN ('card', 'bank_account', 'wallet')),
        token_ciphertext bytea,
        token_data_key bytea,
        brand text,
        last4 text,
        expiry_month smallint,
        expiry_year smallint,
        deleted_at timestamptz,
        CONSTRAINT payment_methods_pkey PRIMARY KEY (environment_id, id),
        CONSTRAINT payment_methods_of_customer UNIQUE (environment_id, customer_id, id),
        CONSTRAINT payment_methods_customer FOREIGN KEY (environment_id, customer_id)
          REFERENCES customers (environment_id, id)
      );
      ALTER TABLE customers
        ALTER COLUMN email_normalized DROP NOT NULL,
        ADD COLUMN phone text,
        ADD COLUMN address json,
        ADD COLUMN locale text,
        ADD COLUMN currency text,
        ADD COLUMN email_receipts boolean NOT NULL DEFAULT true,
        ADD COLUMN default_payment_method_id bigint,
        ADD COLUMN metadata json NOT NULL DEFAULT '{}',
        ADD COLUMN erased_at timestamptz,
        ADD CONSTRAINT customers_erased CHECK ((erased_at IS NULL) = (email_normalized IS NOT NULL)),
        ADD CONSTRAINT customers_default_payment_method FOREIGN KEY (environment_id, id, default_payment_method_id)
          REFERENCES payment_methods (environment_id, customer_id, id);
      CREATE TABLE customer_erasures (
        environment_id integer NOT NULL,
        customer_id bigint NOT NULL,
        stage text,
        position bigint NOT NULL DEFAULT 0,
        due_at timestamptz NOT NULL,
        CONSTRAINT customer_erasures_pkey PRIMARY KEY (environment_id, customer_id),
        CONSTRAINT customer_erasures_customer FOREIGN KEY (environment_id, customer_id)
          REFERENCES customers (environment_id, id)
      );
      CREATE INDEX customer_erasures_due ON customer_erasures (due_at);
      ALTER TABLE idempotency_keys ADD COLUMN customer_id bigint;
      CREATE INDEX idempotency_keys_customer ON idempotency_keys (environment_id, customer_id)
        WHERE customer_id IS NOT NULL;
      ALTER TABLE deliveries ADD COLUMN keeps_excerpts boolean NOT NULL DEFAULT true;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE deliveries DROP COLUMN keeps_excerpts;
      DROP INDEX idempotency_keys_customer;
      ALTER TABLE idempotency_keys DROP COLUMN customer_id;
      DROP TABLE customer_erasures;
      UPDATE customers SET erased_at = NULL, email_normalized = 'erased ' || id WHERE email_normalized IS NULL;
      ALTER TABLE customers
        DROP CONSTRAINT customers_default_payment_method,
        DROP CONSTRAINT customers_erased,
        DROP COLUMN erased_at, DROP COLUMN metadata, DROP COLUMN default_payment_method_id, DROP COLUMN email_receipts,
        DROP COLUMN currency, DROP COLUMN locale, DROP COLUMN address, DROP COLUMN phone,
        ALTER COLUMN email_normalized SET NOT NULL;
      DROP TABLE payment_methods;
    `);
  }
}
