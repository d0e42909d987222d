CREATE TABLE checkout_sessions (
  environment_id integer NOT NULL,
  id bigint NOT NULL,
  version integer NOT NULL DEFAULT 1,
  status text NOT NULL CONSTRAINT checkout_sessions_status CHECK (status IN ('open', 'completed', 'expired')),
  payment_status text NOT NULL CONSTRAINT checkout_sessions_payment_status
    CHECK (payment_status IN ('unpaid', 'authorized', 'paid')),
  amount_value bigint NOT NULL CONSTRAINT checkout_sessions_amount CHECK (amount_value > 0),
  currency text NOT NULL,
  customer_id bigint,
  payer json,
  description text,
  line_items json NOT NULL,
  locale text,
  processor text,
  reference text,
  metadata json NOT NULL,
  capture_method text NOT NULL,
  saves_method boolean NOT NULL DEFAULT false,
  success_url text NOT NULL,
  cancel_url text NOT NULL,
  reaches_threshold boolean NOT NULL,
  expires_at timestamptz NOT NULL,
  -- Who created it; the creator of its payments.
  maker_key_id bigint,
  maker_user_id bigint,
  -- The latest payment. The payment names its session.
  payment_id bigint,
  payment_method_id bigint,
  payment_count integer NOT NULL DEFAULT 0,
  due_at timestamptz,
  updated_at timestamptz NOT NULL,
  CONSTRAINT checkout_sessions_pkey PRIMARY KEY (environment_id, id),
  CONSTRAINT checkout_sessions_customer FOREIGN KEY (environment_id, customer_id)
    REFERENCES customers (environment_id, id),
  CONSTRAINT checkout_sessions_payment_method FOREIGN KEY (environment_id, customer_id, payment_method_id)
    REFERENCES payment_methods (environment_id, customer_id, id),
  CONSTRAINT checkout_sessions_ended CHECK (status = 'open' OR due_at IS NULL),
  CONSTRAINT checkout_sessions_paid CHECK (status = 'completed' OR payment_status = 'unpaid')
);
CREATE INDEX checkout_sessions_due ON checkout_sessions (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX checkout_sessions_due_in ON checkout_sessions (environment_id, due_at) WHERE due_at IS NOT NULL;
-- The condition is always true: see payments_by_currency.
CREATE INDEX checkout_sessions_of_customer ON checkout_sessions (environment_id, customer_id, id)
  WHERE customer_id IS NOT NULL;
CREATE INDEX checkout_sessions_by_status ON checkout_sessions (environment_id, status, id) WHERE status IS NOT NULL;
