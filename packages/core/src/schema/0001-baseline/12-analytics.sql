-- Payments and refunds, counted by quarter of an hour.
CREATE TABLE payment_rollups (
  environment_id integer NOT NULL,
  bucket timestamptz NOT NULL,
  currency text NOT NULL,
  count bigint NOT NULL DEFAULT 0,
  completed bigint NOT NULL DEFAULT 0,
  failed bigint NOT NULL DEFAULT 0,
  gross numeric NOT NULL DEFAULT 0,
  refunded numeric NOT NULL DEFAULT 0,
  disputed numeric NOT NULL DEFAULT 0,
  CONSTRAINT payment_rollups_pkey PRIMARY KEY (environment_id, bucket, currency)
);

-- The progress of the counting.
CREATE TABLE rollup_progress (
  one boolean CONSTRAINT rollup_progress_pkey PRIMARY KEY DEFAULT true CONSTRAINT rollup_progress_one CHECK (one),
  epoch integer NOT NULL,
  xid bigint NOT NULL,
  as_of timestamptz NOT NULL,
  mark_xid bigint,
  mark_at timestamptz,
  CONSTRAINT rollup_progress_mark CHECK ((mark_xid IS NULL) = (mark_at IS NULL))
);
INSERT INTO rollup_progress (epoch, xid, as_of) SELECT event_epoch, 0, now() FROM system_state;

CREATE TABLE reports (
  environment_id integer NOT NULL,
  id bigint NOT NULL,
  type text NOT NULL,
  format text NOT NULL,
  created_from timestamptz NOT NULL,
  created_to timestamptz NOT NULL,
  status text NOT NULL
    CONSTRAINT reports_status CHECK (status IN ('pending', 'running', 'ready', 'failed', 'expired')),
  failure_code text CONSTRAINT reports_failure_code
    CHECK (failure_code IN ('internal', 'acquirer_unavailable', 'acquirer_unclear')),
  -- The processor whose statement could not be read.
  failure_processor text,
  -- The state of the acquirer's statement; reconciliations only.
  statement text CONSTRAINT reports_statement
    CHECK (statement IN ('awaited', 'no_book', 'compared', 'compared_in_part', 'not_compared')),
  -- How far the processors were read; settlements only.
  as_of timestamptz,
  unread_processors json,
  personal boolean NOT NULL,
  from_id bigint NOT NULL,
  to_id bigint NOT NULL,
  reached bigint NOT NULL,
  complete boolean NOT NULL DEFAULT false,
  chunks integer NOT NULL DEFAULT 0,
  rows bigint NOT NULL DEFAULT 0,
  bytes bigint,
  failures integer NOT NULL DEFAULT 0,
  xid bigint NOT NULL,
  epoch integer NOT NULL,
  edition integer NOT NULL DEFAULT 0,
  expires_at timestamptz,
  updated_at timestamptz NOT NULL,
  CONSTRAINT reports_pkey PRIMARY KEY (environment_id, id)
);
-- The conditions are always true; see payments_by_currency.
CREATE INDEX reports_by_type ON reports (environment_id, type, id) WHERE type IS NOT NULL;
CREATE INDEX reports_by_status ON reports (environment_id, status, id) WHERE status IS NOT NULL;
CREATE INDEX reports_open ON reports (updated_at) WHERE status IN ('pending', 'running');
CREATE INDEX reports_expiring ON reports (expires_at) WHERE status <> 'expired' AND expires_at IS NOT NULL;
CREATE INDEX reports_personal ON reports (environment_id) WHERE personal AND status <> 'expired';
-- Those with chunks to delete.
CREATE INDEX reports_failed ON reports (environment_id, id) WHERE status = 'failed' AND chunks > 0;

CREATE TABLE report_chunks (
  environment_id integer NOT NULL,
  report_id bigint NOT NULL,
  n integer NOT NULL,
  from_id bigint NOT NULL,
  to_id bigint NOT NULL,
  rows integer NOT NULL,
  body bytea,
  CONSTRAINT report_chunks_pkey PRIMARY KEY (environment_id, report_id, n),
  CONSTRAINT report_chunks_report FOREIGN KEY (environment_id, report_id) REFERENCES reports (environment_id, id)
);
