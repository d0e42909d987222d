-- These two are functions and not parts of the statements that call them: within a larger statement, Postgres 18 (18.4)
-- corrupted its own memory when it had to re-read an endpoint that another transaction had just written. See
-- docs/decisions/0023.

-- Records the health of endpoints where it changes, and disables those that have failed for too long: it returns these, with
-- the delivery that showed it. It locks the endpoints in the order of their ids, so that two workers do not deadlock, and
-- reads them again once they are locked.
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

-- Parks deliveries of disabled endpoints until `infinity`, where no sweep finds them, and returns how many it parked. The
-- caller holds the deliveries. The endpoints are locked meanwhile: enabling one comes either before, and then it is no longer
-- disabled, or after, and then wakes what was parked. Deliveries of an endpoint that cannot be locked at once stay for the
-- next round. `first` and `last` leave out the partitions of other weeks.
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
