-- The statements of processors, read page by page for a reconciliation report. The row without a processor is the survey that
-- finds out whose statements are needed.
CREATE TABLE acquirer_statement_walks (
  environment_id integer NOT NULL,
  report_id bigint NOT NULL,
  processor text NOT NULL,
  result text CONSTRAINT acquirer_statement_walks_result
    CHECK (result IN ('surveyed', 'compared', 'compared_in_part', 'not_compared')),
  surveyed bigint NOT NULL DEFAULT 0,
  first_sent bigint,
  last_answered_at timestamptz,
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
  CONSTRAINT acquirer_statement_walks_pkey PRIMARY KEY (environment_id, report_id, processor),
  CONSTRAINT acquirer_statement_walks_report FOREIGN KEY (environment_id, report_id) REFERENCES reports (environment_id, id)
);
CREATE INDEX acquirer_statement_walks_due ON acquirer_statement_walks (due_at);

-- Lines whose reference is one of our attempts.
CREATE TABLE acquirer_statement_lines (
  environment_id integer NOT NULL,
  report_id bigint NOT NULL,
  processor text NOT NULL,
  attempt_id bigint NOT NULL,
  operation text NOT NULL,
  status text NOT NULL,
  payment_id bigint,
  authorization_id bigint,
  amount_value bigint,
  currency text,
  received_at timestamptz NOT NULL,
  asked_at timestamptz NOT NULL,
  CONSTRAINT acquirer_statement_lines_pkey PRIMARY KEY (environment_id, report_id, processor, attempt_id),
  CONSTRAINT acquirer_statement_lines_walk FOREIGN KEY (environment_id, report_id, processor)
    REFERENCES acquirer_statement_walks (environment_id, report_id, processor)
);
CREATE INDEX acquirer_statement_lines_received ON acquirer_statement_lines (environment_id, report_id, received_at);
CREATE INDEX acquirer_statement_lines_captures ON acquirer_statement_lines (environment_id, report_id, authorization_id) WHERE operation = 'capture';

-- Lines with other references that concern one of our authorizations.
CREATE TABLE foreign_statement_lines (
  environment_id integer NOT NULL,
  report_id bigint NOT NULL,
  processor text NOT NULL,
  reference text NOT NULL,
  operation text NOT NULL,
  status text NOT NULL,
  authorization_id bigint NOT NULL,
  amount_value bigint,
  currency text,
  received_at timestamptz NOT NULL,
  CONSTRAINT foreign_statement_lines_pkey PRIMARY KEY (environment_id, report_id, processor, reference),
  CONSTRAINT foreign_statement_lines_walk FOREIGN KEY (environment_id, report_id, processor)
    REFERENCES acquirer_statement_walks (environment_id, report_id, processor) ON DELETE CASCADE
);
CREATE INDEX foreign_statement_lines_received ON foreign_statement_lines (environment_id, report_id, received_at);
