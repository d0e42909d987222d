import type { MigrationInterface, QueryRunner } from 'typeorm';

const SUBSCRIPTIONS = `
  CREATE TABLE subscriptions (
    environment_id integer NOT NULL,
    id bigint NOT NULL,
    version integer NOT NULL DEFAULT 1,
    customer_id bigint NOT NULL,
    amount_value bigint NOT NULL CONSTRAINT subscriptions_amount CHECK (amount_value > 0),
    currency text NOT NULL,
    interval text NOT NULL,
    interval_count integer NOT NULL,
    start_at timestamptz NOT NULL,
    anchor_at timestamptz NOT NULL,
    anchor_period integer NOT NULL DEFAULT 0,
    payment_method_id bigint,
    description text,
    metadata json NOT NULL,
    status text NOT NULL CONSTRAINT subscriptions_status
      CHECK (status IN ('scheduled', 'active', 'past_due', 'cancelled')),
    period integer,
    current_period_start timestamptz,
    current_period_end timestamptz,
    retry_at timestamptz,
    cancel_at_period_end boolean NOT NULL DEFAULT false,
    due_at timestamptz,
    updated_at timestamptz NOT NULL,
    CONSTRAINT subscriptions_pkey PRIMARY KEY (environment_id, id),
    CONSTRAINT subscriptions_customer FOREIGN KEY (environment_id, customer_id)
      REFERENCES customers (environment_id, id),
    CONSTRAINT subscriptions_payment_method FOREIGN KEY (environment_id, customer_id, payment_method_id)
      REFERENCES payment_methods (environment_id, customer_id, id),
    CONSTRAINT subscriptions_interval
      CHECK (interval IN ('day', 'week', 'month', 'year') AND interval_count > 0),
    CONSTRAINT subscriptions_period
      CHECK ((period IS NULL) = (current_period_start IS NULL) AND (period IS NULL) = (current_period_end IS NULL)),
    CONSTRAINT subscriptions_ended CHECK (status <> 'cancelled' OR due_at IS NULL)
  );
  CREATE INDEX subscriptions_due ON subscriptions (due_at) WHERE due_at IS NOT NULL;
  CREATE INDEX subscriptions_due_in ON subscriptions (environment_id, due_at) WHERE due_at IS NOT NULL;
  CREATE INDEX subscriptions_of_customer ON subscriptions (environment_id, customer_id, id);
  CREATE INDEX subscriptions_by_status ON subscriptions (environment_id, status, id);

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
    CONSTRAINT subscription_periods_payment FOREIGN KEY (environment_id, payment_id)
      REFERENCES payments (environment_id, id)
  );
  CREATE UNIQUE INDEX subscription_periods_of_payment ON subscription_periods (environment_id, payment_id);
`;

const CLOCKS = `
  CREATE TABLE test_clocks (
    environment_id integer CONSTRAINT test_clocks_pkey PRIMARY KEY
      CONSTRAINT test_clocks_environment REFERENCES environments (id),
    target_at timestamptz,
    lease integer NOT NULL DEFAULT 0,
    lease_until timestamptz,
    CONSTRAINT test_clocks_running CHECK ((target_at IS NULL) = (lease_until IS NULL))
  );
  CREATE INDEX test_clocks_due ON test_clocks (lease_until) WHERE lease_until IS NOT NULL;
`;

/** Subscriptions with their periods, and the clocks of test environments that are on their way. */
export class Subscriptions1764000800000 implements MigrationInterface {
  readonly name = 'Subscriptions1764000800000';

  async up(runner: QueryRunner): Promise<void> {
    for (const part of [SUBSCRIPTIONS, CLOCKS]) await runner.query(part);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE test_clocks, subscription_periods, subscriptions');
  }
}
