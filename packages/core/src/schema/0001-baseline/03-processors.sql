-- Accounts at payment processors. A deleted one remains as a row without credentials, since payments name it.
CREATE TABLE processors (
  environment_id integer NOT NULL CONSTRAINT processors_environment REFERENCES environments (id),
  id bigint NOT NULL,
  version integer NOT NULL DEFAULT 1,
  kind text NOT NULL CONSTRAINT processors_kind CHECK (kind IN ('stripe', 'http')),
  name text NOT NULL,
  enabled boolean NOT NULL,
  priority integer NOT NULL,
  currencies text[],
  amount_min bigint,
  amount_max bigint,
  status text NOT NULL CONSTRAINT processors_status CHECK (status IN ('unverified', 'ok', 'failing')),
  last_error text,
  external_account_id text,
  credentials_ciphertext bytea,
  credentials_data_key bytea,
  deleted_at timestamptz,
  updated_at timestamptz NOT NULL,
  CONSTRAINT processors_pkey PRIMARY KEY (environment_id, id)
);
-- Callbacks name a connection by its id alone. The condition keeps all other look-ups on the primary key.
CREATE UNIQUE INDEX processors_by_id ON processors (id) WHERE deleted_at IS NULL;
CREATE INDEX processors_failing ON processors (environment_id, id) WHERE status = 'failing' AND deleted_at IS NULL;

-- What processors report about objects that are no attempts of ours. It is removed when the processor was asked about it.
CREATE TABLE processor_notices (
  environment_id integer NOT NULL,
  processor_id bigint NOT NULL,
  kind text NOT NULL CONSTRAINT processor_notices_kind CHECK (kind IN ('dispute', 'refund')),
  reference text NOT NULL,
  reported_at timestamptz NOT NULL DEFAULT now(),
  due_at timestamptz NOT NULL,
  lease uuid NOT NULL,
  CONSTRAINT processor_notices_pkey PRIMARY KEY (environment_id, processor_id, kind, reference),
  CONSTRAINT processor_notices_processor FOREIGN KEY (environment_id, processor_id)
    REFERENCES processors (environment_id, id)
);
CREATE INDEX processor_notices_due ON processor_notices (due_at);

-- How far the lists of a connection were read at its processor: its events, since callbacks get lost, and its settlement.
CREATE TABLE processor_sweeps (
  environment_id integer NOT NULL,
  processor_id bigint NOT NULL,
  subject text NOT NULL CONSTRAINT processor_sweeps_subject CHECK (subject IN ('events', 'settlement')),
  swept_to timestamptz NOT NULL,
  begun_at timestamptz,
  cursor text,
  has_failed boolean NOT NULL DEFAULT false,
  failing_since timestamptz,
  failures integer NOT NULL DEFAULT 0,
  due_at timestamptz NOT NULL,
  lease integer NOT NULL DEFAULT 0,
  CONSTRAINT processor_sweeps_pkey PRIMARY KEY (environment_id, processor_id, subject),
  CONSTRAINT processor_sweeps_processor FOREIGN KEY (environment_id, processor_id)
    REFERENCES processors (environment_id, id),
  CONSTRAINT processor_sweeps_begun CHECK (begun_at IS NOT NULL OR (cursor IS NULL AND NOT has_failed))
);
CREATE INDEX processor_sweeps_due ON processor_sweeps (due_at);

-- What processors have settled: the money that reaches the account's balance there, in its own currency. The id has the time
-- of the movement. A refund or dispute gets its payment from the line of its charge.
CREATE TABLE settlement_lines (
  environment_id integer NOT NULL,
  processor_id bigint NOT NULL,
  reference text NOT NULL,
  id bigint NOT NULL,
  kind text NOT NULL CONSTRAINT settlement_lines_kind CHECK (kind IN ('payment', 'refund', 'refund_failure', 'dispute')),
  source text NOT NULL,
  charge text NOT NULL,
  payment_id bigint,
  gross bigint NOT NULL,
  fee bigint NOT NULL,
  net bigint NOT NULL,
  currency text NOT NULL,
  exchange_rate numeric,
  available_at timestamptz NOT NULL,
  settled_at timestamptz NOT NULL,
  CONSTRAINT settlement_lines_pkey PRIMARY KEY (environment_id, processor_id, reference),
  CONSTRAINT settlement_lines_processor FOREIGN KEY (environment_id, processor_id)
    REFERENCES processors (environment_id, id)
);
CREATE INDEX settlement_lines_by_time ON settlement_lines (environment_id, id);
CREATE INDEX settlement_lines_charges ON settlement_lines (environment_id, processor_id, charge) WHERE kind = 'payment';
CREATE INDEX settlement_lines_unclaimed ON settlement_lines (environment_id, processor_id) WHERE payment_id IS NULL;
