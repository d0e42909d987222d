-- Partitions with their ranges of ids, read from the bounds: an operator may have created some under other names.
CREATE VIEW range_partitions AS
SELECT p.relname::text AS parent, c.relname::text AS name, b.from_id::bigint AS from_id, b.to_id::bigint AS to_id
  FROM pg_inherits i
  JOIN pg_class p ON p.oid = i.inhparent
  JOIN pg_class c ON c.oid = i.inhrelid
 CROSS JOIN LATERAL (
   SELECT substring(e.bound FROM 'FROM \(''?(\d+)''?\)') AS from_id, substring(e.bound FROM 'TO \(''?(\d+)''?\)') AS to_id
     FROM (SELECT pg_get_expr(c.relpartbound, c.oid) AS bound) e) b
 WHERE i.inhparent IN ('events'::regclass, 'deliveries'::regclass, 'delivery_attempts'::regclass, 'request_log'::regclass)
   AND b.from_id IS NOT NULL AND b.to_id IS NOT NULL;

-- Those that hold a week, and are kept as long as the longest retention.
CREATE VIEW event_partitions AS SELECT * FROM range_partitions WHERE parent <> 'request_log';

CREATE TABLE events_default PARTITION OF events DEFAULT;
CREATE TABLE deliveries_default PARTITION OF deliveries DEFAULT WITH (fillfactor = 50);
CREATE TABLE delivery_attempts_default PARTITION OF delivery_attempts DEFAULT;

-- This week and the next four.
SELECT make_partition(parent, week_of_id(id), week_after_id(id))
  FROM unnest(ARRAY['events', 'deliveries', 'delivery_attempts']) AS parent,
       generate_series(0, 4) AS weeks, id_at(now() + make_interval(weeks => weeks)) AS id;

-- Today and the next seven days.
SELECT make_partition('request_log', day_of_id(id), day_after_id(id))
  FROM generate_series(0, 7) AS days, id_at(now() + make_interval(days => days)) AS id;
