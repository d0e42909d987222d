CREATE TABLE subscriptions (
  environment_id integer NOT NULL,
  id bigint NOT NULL,
  version integer NOT NULL DEFAULT 1,
  status text NOT NULL CONSTRAINT subscriptions_status
    CHECK (status IN ('scheduled', 'active', 'past_due', 'cancelled')),
  customer_id bigint NOT NULL,
  payment_method_id bigint,
  amount_value bigint NOT NULL CONSTRAINT subscriptions_amount CHECK (amount_value > 0),
  currency text NOT NULL,
  interval text NOT NULL,
  interval_count integer NOT NULL,
  start_at timestamptz NOT NULL,
  anchor_at timestamptz NOT NULL,
  anchor_period integer NOT NULL DEFAULT 0,
  anchor_day smallint NOT NULL CONSTRAINT subscriptions_anchor_day CHECK (anchor_day BETWEEN 1 AND 31),
  description text,
  metadata json NOT NULL,
  -- Who created it, last changed its amount or interval, or resumed it; the creator of its payments.
  maker_key_id bigint,
  maker_user_id bigint,
  -- Who last set the amount, and who the payment method. They may not approve its payments either.
  amount_maker_key_id bigint,
  amount_maker_user_id bigint,
  method_maker_key_id bigint,
  method_maker_user_id bigint,
  period integer,
  current_period_start timestamptz,
  current_period_end timestamptz,
  retry_at timestamptz,
  cancel_at_period_end boolean NOT NULL DEFAULT false,
  due_at timestamptz,
  updated_at timestamptz NOT NULL,
  CONSTRAINT subscriptions_pkey PRIMARY KEY (environment_id, id),
  CONSTRAINT subscriptions_customer FOREIGN KEY (environment_id, customer_id) REFERENCES customers (environment_id, id),
  CONSTRAINT subscriptions_payment_method FOREIGN KEY (environment_id, customer_id, payment_method_id)
    REFERENCES payment_methods (environment_id, customer_id, id),
  CONSTRAINT subscriptions_interval CHECK (interval IN ('day', 'week', 'month', 'year') AND interval_count > 0),
  CONSTRAINT subscriptions_period
    CHECK ((period IS NULL) = (current_period_start IS NULL) AND (period IS NULL) = (current_period_end IS NULL)),
  CONSTRAINT subscriptions_ended CHECK (status <> 'cancelled' OR due_at IS NULL)
);
CREATE INDEX subscriptions_due ON subscriptions (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX subscriptions_due_in ON subscriptions (environment_id, due_at) WHERE due_at IS NOT NULL;
-- The condition is always true: see payments_by_currency.
CREATE INDEX subscriptions_of_customer ON subscriptions (environment_id, customer_id, id) WHERE customer_id IS NOT NULL;
CREATE INDEX subscriptions_by_status ON subscriptions (environment_id, status, id) WHERE status IS NOT NULL;
