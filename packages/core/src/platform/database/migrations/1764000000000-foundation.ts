import type { MigrationInterface, QueryRunner } from 'typeorm';

const ACCOUNTS = `
  CREATE SEQUENCE id_blocks AS bigint;

  CREATE TABLE accounts (
    id bigint CONSTRAINT accounts_pkey PRIMARY KEY,
    name text NOT NULL,
    tier text NOT NULL CONSTRAINT accounts_tier CHECK (tier IN ('free', 'pro', 'enterprise'))
  );

  CREATE TABLE environments (
    id integer GENERATED ALWAYS AS IDENTITY CONSTRAINT environments_pkey PRIMARY KEY,
    account_id bigint NOT NULL CONSTRAINT environments_account REFERENCES accounts (id),
    mode text NOT NULL CONSTRAINT environments_mode CHECK (mode IN ('test', 'live')),
    CONSTRAINT environments_account_mode UNIQUE (account_id, mode)
  );

  CREATE TABLE api_keys (
    environment_id integer NOT NULL CONSTRAINT api_keys_environment REFERENCES environments (id),
    id bigint NOT NULL,
    name text NOT NULL,
    prefix text NOT NULL,
    hash bytea NOT NULL CONSTRAINT api_keys_hash UNIQUE,
    scopes text[] NOT NULL,
    expires_at timestamptz,
    revoked_at timestamptz,
    last_used_at timestamptz,
    CONSTRAINT api_keys_pkey PRIMARY KEY (environment_id, id)
  );
`;

// No foreign key leads from customers and payments to environments: its check would lock the environment's one row in
// every transaction of that environment.
const PAYMENTS = `
  CREATE TABLE customers (
    environment_id integer NOT NULL,
    id bigint NOT NULL,
    version integer NOT NULL DEFAULT 1,
    email text NOT NULL,
    email_normalized text NOT NULL,
    first_name text,
    last_name text,
    updated_at timestamptz NOT NULL,
    CONSTRAINT customers_pkey PRIMARY KEY (environment_id, id),
    CONSTRAINT customers_email UNIQUE (environment_id, email_normalized)
  );

  CREATE TABLE payments (
    environment_id integer NOT NULL,
    id bigint NOT NULL,
    version integer NOT NULL DEFAULT 1,
    status text NOT NULL CONSTRAINT payments_status CHECK (status IN ('pending', 'completed', 'failed')),
    stage text,
    amount_value bigint NOT NULL CONSTRAINT payments_amount CHECK (amount_value > 0),
    currency text NOT NULL,
    refunded_value bigint NOT NULL DEFAULT 0
      CONSTRAINT payments_refunded CHECK (refunded_value BETWEEN 0 AND amount_value),
    customer_id bigint,
    customer_email text,
    customer_first_name text,
    customer_last_name text,
    description text,
    metadata json NOT NULL,
    reference text,
    processor text NOT NULL,
    failure_code text,
    failure_message text,
    due_at timestamptz,
    lease integer NOT NULL DEFAULT 0,
    updated_at timestamptz NOT NULL,
    CONSTRAINT payments_pkey PRIMARY KEY (environment_id, id),
    CONSTRAINT payments_customer FOREIGN KEY (environment_id, customer_id) REFERENCES customers (environment_id, id),
    CONSTRAINT payments_stage CHECK ((status = 'pending') = (stage IS NOT NULL))
  );
  CREATE INDEX payments_due ON payments (due_at) WHERE due_at IS NOT NULL;

  CREATE TABLE payment_attempts (
    environment_id integer NOT NULL,
    id bigint NOT NULL,
    payment_id bigint NOT NULL,
    operation text NOT NULL,
    processor text NOT NULL,
    state text NOT NULL CONSTRAINT payment_attempts_state CHECK (state IN ('open', 'pending', 'approved', 'declined')),
    code text,
    started_at timestamptz NOT NULL,
    finished_at timestamptz,
    CONSTRAINT payment_attempts_pkey PRIMARY KEY (environment_id, id),
    CONSTRAINT payment_attempts_payment FOREIGN KEY (environment_id, payment_id)
      REFERENCES payments (environment_id, id)
  );
  CREATE UNIQUE INDEX payment_attempts_authorization ON payment_attempts (environment_id, payment_id, operation)
    WHERE state <> 'declined';

  CREATE TABLE idempotency_keys (
    environment_id integer NOT NULL,
    key text NOT NULL,
    fingerprint bytea NOT NULL,
    state text NOT NULL CONSTRAINT idempotency_keys_state CHECK (state IN ('running', 'done')),
    status smallint,
    location text,
    body text,
    lease_until timestamptz,
    created_at timestamptz NOT NULL,
    CONSTRAINT idempotency_keys_pkey PRIMARY KEY (environment_id, key)
  ) PARTITION BY HASH (key);
`;

const EVENTS = `
  CREATE TABLE system_state (
    one boolean CONSTRAINT system_state_pkey PRIMARY KEY DEFAULT true CONSTRAINT system_state_one CHECK (one),
    event_epoch integer NOT NULL
  );
  INSERT INTO system_state (event_epoch) VALUES (1);

  CREATE TABLE events (
    environment_id integer NOT NULL,
    id bigint NOT NULL,
    type text NOT NULL,
    object_id bigint NOT NULL,
    body bytea NOT NULL,
    epoch integer NOT NULL,
    xid bigint NOT NULL,
    CONSTRAINT events_pkey PRIMARY KEY (environment_id, id)
  ) PARTITION BY RANGE (id);

  CREATE TABLE webhooks (
    environment_id integer NOT NULL CONSTRAINT webhooks_environment REFERENCES environments (id),
    id bigint NOT NULL,
    version integer NOT NULL DEFAULT 1,
    url text NOT NULL,
    events text[] NOT NULL,
    description text,
    enabled boolean NOT NULL,
    acknowledge_on text NOT NULL,
    disabled_reason text,
    secret_ciphertext bytea,
    secret_data_key bytea,
    deleted_at timestamptz,
    updated_at timestamptz NOT NULL,
    CONSTRAINT webhooks_pkey PRIMARY KEY (environment_id, id)
  );
  CREATE INDEX webhooks_receiving ON webhooks (environment_id) WHERE enabled AND deleted_at IS NULL;

  CREATE TABLE deliveries (
    environment_id integer NOT NULL,
    id bigint NOT NULL,
    event_id bigint NOT NULL,
    webhook_id bigint NOT NULL,
    type text NOT NULL,
    status text NOT NULL CONSTRAINT deliveries_status
      CHECK (status IN ('pending', 'delivering', 'delivered', 'failed', 'cancelled')),
    attempts integer NOT NULL DEFAULT 0,
    due_at timestamptz,
    lease integer NOT NULL DEFAULT 0,
    lost_leases integer NOT NULL DEFAULT 0,
    reason text,
    updated_at timestamptz NOT NULL,
    CONSTRAINT deliveries_pkey PRIMARY KEY (environment_id, id),
    CONSTRAINT deliveries_open CHECK ((status IN ('pending', 'delivering')) = (due_at IS NOT NULL))
  ) PARTITION BY RANGE (id);
  CREATE INDEX deliveries_due ON deliveries (due_at) WHERE due_at IS NOT NULL;
  CREATE INDEX deliveries_webhook ON deliveries (environment_id, webhook_id, id);

  CREATE TABLE delivery_attempts (
    environment_id integer NOT NULL,
    delivery_id bigint NOT NULL,
    n integer NOT NULL,
    at timestamptz NOT NULL,
    duration_ms integer NOT NULL,
    status_code integer,
    error text,
    detail text,
    response_excerpt text,
    CONSTRAINT delivery_attempts_pkey PRIMARY KEY (environment_id, delivery_id, n)
  ) PARTITION BY RANGE (delivery_id);
`;

// An id is (milliseconds since 2025-01-01) << 22 | sequence. Partitions hold one week each, Monday to Monday.
const PARTITIONS = `
  CREATE FUNCTION id_at(moment timestamptz) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT (floor(extract(epoch FROM moment) * 1000)::bigint - 1735689600000) << 22
  $$;

  CREATE FUNCTION id_time(id bigint) RETURNS timestamptz LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT to_timestamp(((id >> 22) + 1735689600000) / 1000.0)
  $$;

  CREATE FUNCTION make_partitions(weeks_ahead integer) RETURNS integer LANGUAGE plpgsql AS $$
  DECLARE
    parent text;
    week timestamptz;
    partition text;
    made integer := 0;
  BEGIN
    PERFORM pg_advisory_xact_lock(hashtext('svc:make_partitions'));
    FOREACH parent IN ARRAY ARRAY['events', 'deliveries', 'delivery_attempts'] LOOP
      FOR ahead IN 0 .. weeks_ahead LOOP
        week := date_trunc('week', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' + make_interval(weeks => ahead);
        partition := parent || to_char(week AT TIME ZONE 'UTC', '_YYYYMMDD');
        IF to_regclass(partition) IS NULL THEN
          EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (%s) TO (%s)',
            partition, parent, id_at(week), id_at(week + interval '7 days'));
          made := made + 1;
        END IF;
      END LOOP;
    END LOOP;
    RETURN made;
  END $$;

  CREATE TABLE events_default PARTITION OF events DEFAULT;
  CREATE TABLE deliveries_default PARTITION OF deliveries DEFAULT;
  CREATE TABLE delivery_attempts_default PARTITION OF delivery_attempts DEFAULT;
  SELECT make_partitions(4);

  DO $$ BEGIN
    FOR i IN 0 .. 7 LOOP
      EXECUTE format('CREATE TABLE %I PARTITION OF idempotency_keys FOR VALUES WITH (MODULUS 8, REMAINDER %s)',
        'idempotency_keys_' || i, i);
    END LOOP;
  END $$;
`;

/** Accounts and keys, payments and their customers, events, webhooks and deliveries. */
export class Foundation1764000000000 implements MigrationInterface {
  readonly name = 'Foundation1764000000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const part of [ACCOUNTS, PAYMENTS, EVENTS, PARTITIONS]) await runner.query(part);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE delivery_attempts, deliveries, webhooks, events, system_state, idempotency_keys, payment_attempts,
        payments, customers, api_keys, environments, accounts;
      DROP FUNCTION make_partitions(integer);
      DROP FUNCTION id_time(bigint);
      DROP FUNCTION id_at(timestamptz);
      DROP SEQUENCE id_blocks;
    `);
  }
}
