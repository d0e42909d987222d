-- The requests of the last days. There is no default partition: rows without a partition are not logged.
CREATE TABLE request_log (
  environment_id integer NOT NULL,
  -- The time and the last bits of the request id, so that a request is found by its id in one partition.
  id bigint NOT NULL,
  request_id uuid NOT NULL,
  method text NOT NULL,
  -- The path of the operation, never the path as sent.
  route text,
  operation_id text,
  -- Null if the connection was closed before the response.
  status smallint,
  code text,
  duration_ms integer NOT NULL,
  key_id bigint,
  user_id bigint,
  CONSTRAINT request_log_pkey PRIMARY KEY (environment_id, id),
  CONSTRAINT request_log_actor CHECK (num_nonnulls(key_id, user_id) = 1)
) PARTITION BY RANGE (id);
-- Conditions that are always true: see payments_by_currency.
CREATE INDEX request_log_by_operation ON request_log (environment_id, operation_id, id) WHERE operation_id IS NOT NULL;
CREATE INDEX request_log_by_method ON request_log (environment_id, method, id) WHERE method IS NOT NULL;
CREATE INDEX request_log_by_key ON request_log (environment_id, key_id, id) WHERE key_id IS NOT NULL;
CREATE INDEX request_log_by_code ON request_log (environment_id, code, id) WHERE code IS NOT NULL;
CREATE INDEX request_log_2xx ON request_log (environment_id, id) WHERE status BETWEEN 200 AND 299;
CREATE INDEX request_log_3xx ON request_log (environment_id, id) WHERE status BETWEEN 300 AND 399;
CREATE INDEX request_log_4xx ON request_log (environment_id, id) WHERE status BETWEEN 400 AND 499;
CREATE INDEX request_log_5xx ON request_log (environment_id, id) WHERE status BETWEEN 500 AND 599;
