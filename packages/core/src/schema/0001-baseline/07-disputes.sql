-- Payments that a customer's bank contests, as their processor last reported them.
CREATE TABLE disputes (
  environment_id integer NOT NULL,
  id bigint NOT NULL,
  version integer NOT NULL DEFAULT 1,
  payment_id bigint NOT NULL,
  processor text NOT NULL,
  external_reference text NOT NULL,
  status text NOT NULL CONSTRAINT disputes_status
    CHECK (status IN ('inquiry', 'needs_response', 'under_review', 'won', 'lost', 'prevented', 'closed')),
  amount_value bigint NOT NULL CONSTRAINT disputes_amount CHECK (amount_value > 0),
  currency text NOT NULL,
  reason text,
  evidence_due_by timestamptz,
  processor_url text,
  withdrawn boolean NOT NULL DEFAULT false,
  reinstated_value bigint NOT NULL DEFAULT 0,
  updated_at timestamptz NOT NULL,
  CONSTRAINT disputes_pkey PRIMARY KEY (environment_id, id),
  -- The reference comes first: see customers_email.
  CONSTRAINT disputes_once UNIQUE (external_reference, environment_id, processor),
  CONSTRAINT disputes_payment FOREIGN KEY (environment_id, payment_id) REFERENCES payments (environment_id, id),
  CONSTRAINT disputes_moved CHECK (reinstated_value BETWEEN 0 AND CASE WHEN withdrawn THEN amount_value ELSE 0 END)
);
-- Both conditions are always true: see payments_by_currency.
CREATE INDEX disputes_of_payment ON disputes (environment_id, payment_id, id) WHERE payment_id IS NOT NULL;
CREATE INDEX disputes_by_status ON disputes (environment_id, status, id) WHERE status IS NOT NULL;

-- How a dispute became what it is, a row for each of its versions.
CREATE TABLE dispute_changes (
  environment_id integer NOT NULL,
  dispute_id bigint NOT NULL,
  version integer NOT NULL,
  status text NOT NULL,
  reason text,
  amount_value bigint NOT NULL,
  movement text CONSTRAINT dispute_changes_movement CHECK (movement IN ('withdrawn', 'reinstated')),
  at timestamptz NOT NULL,
  CONSTRAINT dispute_changes_pkey PRIMARY KEY (environment_id, dispute_id, version),
  CONSTRAINT dispute_changes_dispute FOREIGN KEY (environment_id, dispute_id) REFERENCES disputes (environment_id, id)
);
