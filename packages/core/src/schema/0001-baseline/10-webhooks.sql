CREATE TABLE webhooks (
  environment_id integer NOT NULL CONSTRAINT webhooks_environment REFERENCES environments (id),
  id bigint NOT NULL,
  version integer NOT NULL DEFAULT 1,
  url text NOT NULL,
  events text[] NOT NULL,
  description text,
  enabled boolean NOT NULL,
  disabled_reason text,
  failing_since timestamptz,
  acknowledge_on text NOT NULL,
  retry_schedule text NOT NULL DEFAULT 'standard'
    CONSTRAINT webhooks_retry_schedule CHECK (retry_schedule IN ('standard', 'extended')),
  secret_ciphertext bytea,
  secret_data_key bytea,
  next_secret_ciphertext bytea,
  next_secret_data_key bytea,
  overlap_until timestamptz,
  has_backlog boolean NOT NULL DEFAULT false,
  deleted_at timestamptz,
  updated_at timestamptz NOT NULL,
  CONSTRAINT webhooks_pkey PRIMARY KEY (environment_id, id)
);
CREATE INDEX webhooks_receiving ON webhooks (environment_id) WHERE enabled AND deleted_at IS NULL;
CREATE INDEX webhooks_backlog ON webhooks (environment_id, id) WHERE has_backlog;
CREATE INDEX webhooks_overlapping ON webhooks (overlap_until) WHERE overlap_until IS NOT NULL;

-- Claiming a delivery changes no indexed column, and half of each page is kept free (see make_partition): the updated
-- row stays on its page and no index is written. The column order keeps a row with a lease only slightly longer.
CREATE TABLE deliveries (
  environment_id integer NOT NULL,
  id bigint NOT NULL,
  event_id bigint NOT NULL,
  webhook_id bigint NOT NULL,
  type text NOT NULL,
  status text NOT NULL CONSTRAINT deliveries_status CHECK (status IN ('pending', 'delivered', 'failed', 'cancelled')),
  attempts integer NOT NULL DEFAULT 0,
  due_at timestamptz,
  lease integer NOT NULL DEFAULT 0,
  lost_leases integer NOT NULL DEFAULT 0,
  reason text,
  updated_at timestamptz NOT NULL,
  keeps_excerpts boolean NOT NULL DEFAULT true,
  leased_until timestamptz,
  CONSTRAINT deliveries_pkey PRIMARY KEY (environment_id, id),
  CONSTRAINT deliveries_open CHECK ((status = 'pending') = (due_at IS NOT NULL))
) PARTITION BY RANGE (id);
CREATE INDEX deliveries_due ON deliveries (environment_id, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX deliveries_webhook ON deliveries (environment_id, webhook_id, id);
CREATE INDEX deliveries_event ON deliveries (environment_id, event_id, webhook_id, id);
CREATE INDEX deliveries_type ON deliveries (environment_id, type, id);
CREATE INDEX deliveries_undelivered ON deliveries (environment_id, status, id) WHERE status <> 'delivered';
CREATE INDEX deliveries_deferred ON deliveries (webhook_id, environment_id, id) WHERE reason = 'endpoint_busy';
-- Last, since Postgres takes the newest of indexes that cost the same: see docs/decisions/0004.
CREATE INDEX deliveries_waiting ON deliveries (environment_id, webhook_id, due_at) WHERE due_at IS NOT NULL;

CREATE TABLE delivery_attempts (
  environment_id integer NOT NULL,
  delivery_id bigint NOT NULL,
  n integer NOT NULL,
  at timestamptz NOT NULL,
  duration_ms integer NOT NULL,
  status_code integer,
  error text,
  detail text,
  response_excerpt text,
  CONSTRAINT delivery_attempts_pkey PRIMARY KEY (environment_id, delivery_id, n)
) PARTITION BY RANGE (delivery_id);

CREATE TABLE replays (
  environment_id integer NOT NULL,
  id bigint NOT NULL,
  webhook_id bigint NOT NULL,
  created_from timestamptz NOT NULL,
  created_to timestamptz NOT NULL,
  type text,
  only_failed boolean NOT NULL,
  status text NOT NULL CONSTRAINT replays_status CHECK (status IN ('pending', 'running', 'completed')),
  epoch integer NOT NULL,
  xid bigint NOT NULL,
  reached bigint NOT NULL,
  to_id bigint,
  deliveries integer NOT NULL DEFAULT 0,
  updated_at timestamptz NOT NULL,
  CONSTRAINT replays_pkey PRIMARY KEY (environment_id, id),
  CONSTRAINT replays_webhook FOREIGN KEY (environment_id, webhook_id) REFERENCES webhooks (environment_id, id)
);
CREATE INDEX replays_open ON replays (updated_at) WHERE status <> 'completed';
CREATE INDEX replays_completed ON replays (updated_at) WHERE status = 'completed';
