CREATE TABLE payments (
  environment_id integer NOT NULL,
  id bigint NOT NULL,
  version integer NOT NULL DEFAULT 1,
  event_version integer NOT NULL DEFAULT 1,
  status text NOT NULL CONSTRAINT payments_status CHECK (status IN ('pending', 'completed', 'failed')),
  stage text,
  amount_value bigint NOT NULL CONSTRAINT payments_amount CHECK (amount_value > 0),
  currency text NOT NULL,
  capture_value bigint CONSTRAINT payments_captured CHECK (capture_value BETWEEN 1 AND amount_value),
  capture_origin text NOT NULL DEFAULT 'api'
    CONSTRAINT payments_capture_origin CHECK (capture_origin IN ('api', 'processor')),
  -- What refunds of ours take never exceeds what was captured. One made at the processor may come on top of a pending one.
  refunded_value bigint NOT NULL DEFAULT 0 CONSTRAINT payments_refunded
    CHECK (refunded_value BETWEEN processor_refunded_value AND processor_refunded_value + coalesce(capture_value, amount_value)),
  processor_refunded_value bigint NOT NULL DEFAULT 0 CONSTRAINT payments_processor_refunded CHECK (processor_refunded_value >= 0),
  disputed_value bigint NOT NULL DEFAULT 0 CONSTRAINT payments_disputed CHECK (disputed_value >= 0),
  capture_method text NOT NULL DEFAULT 'automatic'
    CONSTRAINT payments_capture_method CHECK (capture_method IN ('automatic', 'manual')),
  customer_id bigint,
  customer_email text,
  customer_first_name text,
  customer_last_name text,
  payment_method_id bigint,
  subscription_id bigint,
  checkout_session_id bigint,
  description text,
  metadata json NOT NULL,
  reference text,
  processor text NOT NULL,
  processor_reference text,
  can_fail_over boolean NOT NULL DEFAULT false,
  unsent boolean NOT NULL DEFAULT false,
  operation text NOT NULL DEFAULT 'authorize'
    CONSTRAINT payments_operation CHECK (operation IN ('authorize', 'capture', 'void')),
  pending_inquiry text CONSTRAINT payments_pending_inquiry CHECK (pending_inquiry IN ('asked', 'overtaken')),
  next_action_url text,
  return_url text,
  initiator text NOT NULL DEFAULT 'customer'
    CONSTRAINT payments_initiator CHECK (initiator IN ('customer', 'merchant')),
  statement_descriptor_suffix text,
  receipt_email text,
  void_reason text CONSTRAINT payments_void_reason
    CHECK (void_reason IN ('cancelled', 'expired', 'rejected', 'authentication_required')),
  failure_code text,
  failure_message text,
  expires_at timestamptz,
  capture_before timestamptz,
  due_at timestamptz,
  lease integer NOT NULL DEFAULT 0,
  trace text,
  -- Who created a payment that waits for approval.
  maker_key_id bigint,
  maker_user_id bigint,
  -- Who else set what a waiting payment of a subscription charges: see TermMaker.
  other_makers json,
  updated_at timestamptz NOT NULL,
  CONSTRAINT payments_pkey PRIMARY KEY (environment_id, id),
  CONSTRAINT payments_customer FOREIGN KEY (environment_id, customer_id) REFERENCES customers (environment_id, id),
  CONSTRAINT payments_payment_method FOREIGN KEY (environment_id, customer_id, payment_method_id)
    REFERENCES payment_methods (environment_id, customer_id, id),
  CONSTRAINT payments_subscription FOREIGN KEY (environment_id, subscription_id)
    REFERENCES subscriptions (environment_id, id),
  CONSTRAINT payments_checkout_session FOREIGN KEY (environment_id, checkout_session_id)
    REFERENCES checkout_sessions (environment_id, id),
  CONSTRAINT payments_maker CHECK (num_nonnulls(maker_key_id, maker_user_id) <= 1),
  CONSTRAINT payments_stage CHECK ((status = 'pending') = (stage IS NOT NULL))
);
CREATE INDEX payments_due ON payments (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX payments_due_in ON payments (environment_id, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX payments_expiring ON payments (expires_at)
  WHERE expires_at IS NOT NULL AND stage IN ('awaiting_approval', 'requires_action', 'authorized');
CREATE INDEX payments_expiring_in_environment ON payments (environment_id, expires_at)
  WHERE expires_at IS NOT NULL AND stage IN ('awaiting_approval', 'requires_action', 'authorized');
-- The condition is always true. Without it, this index costs as little as the primary key while the table is small; the
-- planner could use it to find a row by id, and a prepared statement would keep that plan, which reads a whole
-- environment.
CREATE INDEX payments_by_currency ON payments (environment_id, currency, id) WHERE currency IS NOT NULL;
CREATE INDEX payments_of_customer ON payments (environment_id, customer_id, id) WHERE customer_id IS NOT NULL;
CREATE INDEX payments_of_subscription ON payments (environment_id, subscription_id, id) WHERE subscription_id IS NOT NULL;
CREATE INDEX payments_by_reference ON payments (environment_id, reference, id) WHERE reference IS NOT NULL;
CREATE INDEX payments_pending ON payments (environment_id, id) WHERE status = 'pending';
CREATE INDEX payments_by_stage ON payments (environment_id, stage, id) WHERE stage <> 'processing';
CREATE INDEX payments_undecided ON payments (environment_id, id) WHERE stage = 'requires_attention';
CREATE INDEX payments_completed ON payments (environment_id, id) WHERE status = 'completed';
CREATE INDEX payments_failed ON payments (environment_id, id) WHERE status = 'failed';

CREATE TABLE payment_transitions (
  environment_id integer NOT NULL,
  payment_id bigint NOT NULL,
  version integer NOT NULL,
  from_stage text NOT NULL,
  status text NOT NULL,
  stage text,
  reason text,
  key_id bigint,
  user_id bigint,
  at timestamptz NOT NULL,
  CONSTRAINT payment_transitions_pkey PRIMARY KEY (environment_id, payment_id, version),
  CONSTRAINT payment_transitions_payment FOREIGN KEY (environment_id, payment_id) REFERENCES payments (environment_id, id)
);

CREATE TABLE payment_attempts (
  environment_id integer NOT NULL,
  id bigint NOT NULL,
  payment_id bigint NOT NULL,
  operation text NOT NULL,
  processor text NOT NULL,
  state text NOT NULL CONSTRAINT payment_attempts_state CHECK (state IN ('open', 'pending', 'approved', 'declined')),
  code text,
  external_reference text,
  started_at timestamptz NOT NULL,
  answered_at timestamptz,
  unclear_since timestamptz,
  finished_at timestamptz,
  CONSTRAINT payment_attempts_pkey PRIMARY KEY (environment_id, id),
  CONSTRAINT payment_attempts_payment FOREIGN KEY (environment_id, payment_id) REFERENCES payments (environment_id, id)
);
-- At most one open or successful attempt per operation, so that money is never taken twice.
CREATE UNIQUE INDEX payment_attempts_authorization ON payment_attempts (environment_id, payment_id, operation)
  WHERE state <> 'declined';
CREATE INDEX payment_attempts_declined ON payment_attempts (environment_id, payment_id) WHERE state = 'declined';

-- What a customer chose on the page of the sandbox.
CREATE TABLE sandbox_actions (
  environment_id integer NOT NULL,
  id bigint NOT NULL,
  outcome text NOT NULL CONSTRAINT sandbox_actions_outcome CHECK (outcome IN ('complete', 'decline')),
  at timestamptz NOT NULL,
  CONSTRAINT sandbox_actions_pkey PRIMARY KEY (environment_id, id),
  CONSTRAINT sandbox_actions_attempt FOREIGN KEY (environment_id, id) REFERENCES payment_attempts (environment_id, id)
);

CREATE TABLE subscription_periods (
  environment_id integer NOT NULL,
  subscription_id bigint NOT NULL,
  period integer NOT NULL,
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  amount_value bigint NOT NULL,
  currency text NOT NULL,
  state text NOT NULL CONSTRAINT subscription_periods_state CHECK (state IN ('open', 'paid', 'failed')),
  payment_id bigint NOT NULL,
  attempts integer NOT NULL DEFAULT 1,
  attempt_due_at timestamptz NOT NULL,
  CONSTRAINT subscription_periods_pkey PRIMARY KEY (environment_id, subscription_id, period),
  CONSTRAINT subscription_periods_subscription FOREIGN KEY (environment_id, subscription_id)
    REFERENCES subscriptions (environment_id, id),
  CONSTRAINT subscription_periods_payment FOREIGN KEY (environment_id, payment_id) REFERENCES payments (environment_id, id)
);
CREATE UNIQUE INDEX subscription_periods_of_payment ON subscription_periods (environment_id, payment_id);
