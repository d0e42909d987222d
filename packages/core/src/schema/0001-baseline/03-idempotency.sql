CREATE TABLE idempotency_keys (
  environment_id integer NOT NULL,
  key text NOT NULL,
  fingerprint bytea NOT NULL,
  state text NOT NULL CONSTRAINT idempotency_keys_state CHECK (state IN ('running', 'done')),
  lease integer NOT NULL DEFAULT 0,
  lease_until timestamptz,
  status smallint,
  location text,
  body text,
  -- The customer whose data the stored answer contains.
  customer_id bigint,
  created_at timestamptz NOT NULL,
  CONSTRAINT idempotency_keys_pkey PRIMARY KEY (environment_id, key)
) PARTITION BY HASH (key);
CREATE INDEX idempotency_keys_created ON idempotency_keys (created_at);
CREATE INDEX idempotency_keys_customer ON idempotency_keys (environment_id, customer_id) WHERE customer_id IS NOT NULL;

DO $$ BEGIN
  FOR i IN 0 .. 7 LOOP
    EXECUTE format('CREATE TABLE %I PARTITION OF idempotency_keys FOR VALUES WITH (MODULUS 8, REMAINDER %s)',
      'idempotency_keys_' || i, i);
  END LOOP;
END $$;
