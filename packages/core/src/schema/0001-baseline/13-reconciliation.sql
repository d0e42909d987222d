-- The acquirer's statement, read page by page for a reconciliation report.
CREATE TABLE acquirer_statement_walks (
  environment_id integer NOT NULL,
  report_id bigint NOT NULL,
  surveyed bigint NOT NULL,
  first_sent bigint,
  last_answered_at timestamptz,
  sent_elsewhere boolean NOT NULL DEFAULT false,
  processor text,
  walk_from timestamptz,
  walk_to timestamptz,
  started_at timestamptz,
  cursor text,
  reached_at timestamptz,
  reached_reference text,
  lines bigint NOT NULL DEFAULT 0,
  foreign_lines bigint NOT NULL DEFAULT 0,
  failing_since timestamptz,
  due_at timestamptz NOT NULL,
  lease integer NOT NULL DEFAULT 0,
  CONSTRAINT acquirer_statement_walks_pkey PRIMARY KEY (environment_id, report_id),
  CONSTRAINT acquirer_statement_walks_report FOREIGN KEY (environment_id, report_id) REFERENCES reports (environment_id, id)
);
CREATE INDEX acquirer_statement_walks_due ON acquirer_statement_walks (due_at);

-- Lines whose reference is one of our attempts.
CREATE TABLE acquirer_statement_lines (
  environment_id integer NOT NULL,
  report_id bigint NOT NULL,
  attempt_id bigint NOT NULL,
  operation text NOT NULL,
  status text NOT NULL,
  payment_id bigint,
  authorization_id bigint,
  amount_value bigint,
  currency text,
  received_at timestamptz NOT NULL,
  asked_at timestamptz NOT NULL,
  CONSTRAINT acquirer_statement_lines_pkey PRIMARY KEY (environment_id, report_id, attempt_id),
  CONSTRAINT acquirer_statement_lines_walk FOREIGN KEY (environment_id, report_id) REFERENCES acquirer_statement_walks (environment_id, report_id)
);
CREATE INDEX acquirer_statement_lines_received ON acquirer_statement_lines (environment_id, report_id, received_at);
CREATE INDEX acquirer_statement_lines_captures ON acquirer_statement_lines (environment_id, report_id, authorization_id) WHERE operation = 'capture';

-- Lines with other references that concern one of our authorizations.
CREATE TABLE foreign_statement_lines (
  environment_id integer NOT NULL,
  report_id bigint NOT NULL,
  reference text NOT NULL,
  operation text NOT NULL,
  status text NOT NULL,
  authorization_id bigint NOT NULL,
  amount_value bigint,
  currency text,
  received_at timestamptz NOT NULL,
  CONSTRAINT foreign_statement_lines_pkey PRIMARY KEY (environment_id, report_id, reference),
  CONSTRAINT foreign_statement_lines_walk FOREIGN KEY (environment_id, report_id)
    REFERENCES acquirer_statement_walks (environment_id, report_id) ON DELETE CASCADE
);
CREATE INDEX foreign_statement_lines_received ON foreign_statement_lines (environment_id, report_id, received_at);
