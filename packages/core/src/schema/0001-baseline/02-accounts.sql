CREATE SEQUENCE account_numbers AS integer;

CREATE TABLE accounts (
  id bigint CONSTRAINT accounts_pkey PRIMARY KEY,
  name text NOT NULL,
  tier text NOT NULL CONSTRAINT accounts_tier CHECK (tier IN ('free', 'pro', 'enterprise')),
  rate_limit integer CONSTRAINT accounts_rate_limit CHECK (rate_limit > 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Since when the operator refuses its keys and people; NULL if it is not suspended.
  suspended_at timestamptz,
  -- From when its live subscriptions are charged again after its last suspension.
  charged_from timestamptz
);

CREATE TABLE environments (
  id integer GENERATED ALWAYS AS IDENTITY CONSTRAINT environments_pkey PRIMARY KEY,
  account_id bigint NOT NULL CONSTRAINT environments_account REFERENCES accounts (id),
  mode text NOT NULL CONSTRAINT environments_mode CHECK (mode IN ('test', 'live')),
  -- How far the clock of a test environment is ahead of the real one.
  clock_offset interval NOT NULL DEFAULT '0'
    CONSTRAINT environments_clock CHECK (clock_offset >= '0' AND (mode = 'test' OR clock_offset = '0')),
  CONSTRAINT environments_account_mode UNIQUE (account_id, mode)
);
CREATE INDEX environments_ahead ON environments (id) WHERE clock_offset > '0';

-- Test clocks that are being advanced.
CREATE TABLE test_clocks (
  environment_id integer CONSTRAINT test_clocks_pkey PRIMARY KEY
    CONSTRAINT test_clocks_environment REFERENCES environments (id),
  target_at timestamptz,
  lease integer NOT NULL DEFAULT 0,
  lease_until timestamptz,
  CONSTRAINT test_clocks_running CHECK ((target_at IS NULL) = (lease_until IS NULL))
);
CREATE INDEX test_clocks_due ON test_clocks (lease_until) WHERE lease_until IS NOT NULL;

CREATE TABLE api_keys (
  environment_id integer NOT NULL CONSTRAINT api_keys_environment REFERENCES environments (id),
  id bigint NOT NULL,
  name text NOT NULL,
  prefix text NOT NULL,
  hash bytea NOT NULL CONSTRAINT api_keys_hash UNIQUE,
  pepper text NOT NULL,
  scopes text[] NOT NULL,
  allowed_cidrs text[] NOT NULL DEFAULT '{}',
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  replaced_by bigint,
  created_by bigint,
  CONSTRAINT api_keys_pkey PRIMARY KEY (environment_id, id),
  CONSTRAINT api_keys_replaced_by FOREIGN KEY (environment_id, replaced_by) REFERENCES api_keys (environment_id, id)
);

CREATE TABLE security_configs (
  environment_id integer CONSTRAINT security_configs_pkey PRIMARY KEY
    CONSTRAINT security_configs_environment REFERENCES environments (id),
  version integer NOT NULL DEFAULT 1,
  allowed_cidrs text[] NOT NULL DEFAULT '{}',
  approval_thresholds jsonb NOT NULL DEFAULT '[]',
  approvals_by_someone_else boolean NOT NULL DEFAULT false,
  require_idempotency_key boolean NOT NULL DEFAULT false,
  retention_days integer CONSTRAINT security_configs_retention CHECK (retention_days >= 30),
  updated_at timestamptz
);
CREATE INDEX security_configs_by_retention ON security_configs (retention_days);

CREATE TABLE audit_log (
  environment_id integer NOT NULL,
  id bigint NOT NULL,
  key_id bigint,
  user_id bigint,
  origin text CONSTRAINT audit_log_origin CHECK (origin IN ('operator', 'identity_provider')),
  action text NOT NULL,
  object_id text,
  changes text[] NOT NULL,
  role_change text[] CONSTRAINT audit_log_role_change CHECK (cardinality(role_change) = 2),
  request_id text NOT NULL,
  CONSTRAINT audit_log_pkey PRIMARY KEY (environment_id, id),
  CONSTRAINT audit_log_actor CHECK (num_nonnulls(key_id, user_id, origin) = 1)
);
CREATE INDEX audit_log_by_key ON audit_log (environment_id, key_id, id);
CREATE INDEX audit_log_by_action ON audit_log (environment_id, action, id);
CREATE INDEX audit_log_by_object ON audit_log (environment_id, object_id, id) WHERE object_id IS NOT NULL;
CREATE TRIGGER audit_log_only_grows BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_log_change();
