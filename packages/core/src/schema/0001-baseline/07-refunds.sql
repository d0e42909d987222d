CREATE TABLE refunds (
  environment_id integer NOT NULL,
  id bigint NOT NULL,
  version integer NOT NULL DEFAULT 1,
  payment_id bigint NOT NULL,
  status text NOT NULL CONSTRAINT refunds_status CHECK (status IN ('pending', 'completed', 'failed')),
  amount_value bigint NOT NULL CONSTRAINT refunds_amount CHECK (amount_value > 0),
  currency text NOT NULL,
  reason text,
  metadata json NOT NULL,
  origin text NOT NULL DEFAULT 'api' CONSTRAINT refunds_origin CHECK (origin IN ('api', 'processor')),
  pending_inquiry text CONSTRAINT refunds_pending_inquiry CHECK (pending_inquiry IN ('asked', 'overtaken')),
  failure_code text,
  failure_message text,
  due_at timestamptz,
  lease integer NOT NULL DEFAULT 0,
  trace text,
  updated_at timestamptz NOT NULL,
  CONSTRAINT refunds_pkey PRIMARY KEY (environment_id, id),
  CONSTRAINT refunds_payment FOREIGN KEY (environment_id, payment_id) REFERENCES payments (environment_id, id),
  CONSTRAINT refunds_open CHECK (status = 'completed' OR (status = 'pending') = (due_at IS NOT NULL)),
  CONSTRAINT refunds_failure CHECK ((status = 'failed') = (failure_code IS NOT NULL))
);
CREATE INDEX refunds_due ON refunds (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX refunds_due_in ON refunds (environment_id, due_at) WHERE due_at IS NOT NULL;
-- Both conditions are always true: see payments_by_currency.
CREATE INDEX refunds_of_payment ON refunds (environment_id, payment_id, id) WHERE payment_id IS NOT NULL;
CREATE INDEX refunds_by_currency ON refunds (environment_id, currency, id) WHERE currency IS NOT NULL;
CREATE INDEX refunds_pending ON refunds (environment_id, id) WHERE status = 'pending';
CREATE INDEX refunds_completed ON refunds (environment_id, id) WHERE status = 'completed';
CREATE INDEX refunds_failed ON refunds (environment_id, id) WHERE status = 'failed';

CREATE TABLE refund_attempts (
  environment_id integer NOT NULL,
  id bigint NOT NULL,
  refund_id bigint NOT NULL,
  processor text NOT NULL,
  state text NOT NULL CONSTRAINT refund_attempts_state CHECK (state IN ('open', 'pending', 'approved', 'declined')),
  code text,
  external_reference text,
  started_at timestamptz NOT NULL,
  answered_at timestamptz,
  unclear_since timestamptz,
  finished_at timestamptz,
  CONSTRAINT refund_attempts_pkey PRIMARY KEY (environment_id, id),
  CONSTRAINT refund_attempts_once UNIQUE (environment_id, refund_id),
  CONSTRAINT refund_attempts_refund FOREIGN KEY (environment_id, refund_id) REFERENCES refunds (environment_id, id)
);
-- A refund of the processor is recorded once.
CREATE UNIQUE INDEX refund_attempts_by_reference ON refund_attempts (environment_id, processor, external_reference)
  WHERE external_reference IS NOT NULL;
