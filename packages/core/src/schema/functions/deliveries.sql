-- These two are functions, not parts of the statements that call them: within a larger statement, Postgres 18.4
-- corrupts its memory when it rechecks an endpoint that another transaction has just written. See docs/decisions/0023.

-- Records changes in the health of endpoints, and disables those that have failed for too long. Returns the disabled
-- ones, with the delivery that triggered it. Locks endpoints in the order of their ids to avoid deadlocks, and reads
-- them again after that.
CREATE OR REPLACE FUNCTION turn_endpoints(environment_ids integer[], ids bigint[], well boolean[], delivery_ids bigint[],
                                          disable_after_ms integer)
  RETURNS TABLE (environment_id integer, delivery_id bigint) LANGUAGE plpgsql AS $$
#variable_conflict use_column
BEGIN
  PERFORM FROM unnest(environment_ids, ids) AS t (environment_id, id)
          JOIN webhooks w ON w.environment_id = t.environment_id AND w.id = t.id
         ORDER BY w.environment_id, w.id FOR NO KEY UPDATE OF w;
  RETURN QUERY
    UPDATE webhooks w
       SET enabled = false, version = w.version + 1, updated_at = date_trunc('milliseconds', now()),
           disabled_reason = to_char(w.failing_since AT TIME ZONE 'UTC',
             '"Every attempt has failed since "YYYY-MM-DD"T"HH24:MI:SS"Z."')
      FROM unnest(environment_ids, ids, well, delivery_ids) AS t (environment_id, id, well, delivery_id)
     WHERE w.environment_id = t.environment_id AND w.id = t.id AND NOT t.well
       AND w.failing_since <= now() - disable_after_ms * interval '1 millisecond'
       AND w.enabled AND w.deleted_at IS NULL
    RETURNING w.environment_id, t.delivery_id;
  UPDATE webhooks w SET failing_since = CASE WHEN NOT t.well THEN now() END
    FROM unnest(environment_ids, ids, well) AS t (environment_id, id, well)
   WHERE w.environment_id = t.environment_id AND w.id = t.id AND t.well = (w.failing_since IS NOT NULL);
END $$;

-- Parks deliveries of disabled endpoints until `infinity`, where no sweep finds them, and returns how many. The caller
-- has locked the deliveries. The endpoints are locked meanwhile: one that is enabled earlier is no longer disabled, and
-- one that is enabled later wakes the parked deliveries. Deliveries whose endpoint is locked wait for the next round.
-- `first` and `last` prune the partitions of other weeks.
CREATE OR REPLACE FUNCTION park_deliveries(environment_ids integer[], ids bigint[], webhook_ids bigint[],
                                           took_over boolean[], first bigint, last bigint)
  RETURNS integer LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  held bigint[];
  parked integer;
BEGIN
  held := ARRAY(
    SELECT w.id
      FROM (SELECT DISTINCT * FROM unnest(environment_ids, webhook_ids)) AS a (environment_id, webhook_id)
      JOIN webhooks w ON w.environment_id = a.environment_id AND w.id = a.webhook_id
     WHERE NOT w.enabled AND w.deleted_at IS NULL
       FOR SHARE OF w SKIP LOCKED);
  UPDATE deliveries d
     SET status = 'pending', due_at = 'infinity', leased_until = NULL, reason = NULL, lease = d.lease + 1,
         lost_leases = d.lost_leases + t.took_over::int, updated_at = now()
    FROM (SELECT * FROM unnest(environment_ids, ids, webhook_ids, took_over) LIMIT cardinality(ids))
           AS t (environment_id, id, webhook_id, took_over)
   WHERE d.environment_id = t.environment_id AND d.id = t.id AND d.id >= first AND d.id <= ALL (ARRAY[last])
     AND t.webhook_id = ANY(held);
  GET DIAGNOSTICS parked = ROW_COUNT;
  RETURN parked;
END $$;
