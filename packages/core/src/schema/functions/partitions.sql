CREATE OR REPLACE FUNCTION partition_name(parent text, from_id bigint) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT parent || CASE WHEN from_id = day_of_id(from_id) THEN to_char(id_time(from_id) AT TIME ZONE 'UTC', '_YYYYMMDD')
                        ELSE '_from_' || from_id END
$$;

-- Workers may only make and drop partitions of these tables. Their role may not create tables.
CREATE OR REPLACE FUNCTION require_partitioned(parent text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF parent NOT IN ('events', 'deliveries', 'delivery_attempts', 'request_log') THEN
    RAISE EXCEPTION 'the table % has no partitions', parent;
  END IF;
END $$;

-- Pages of deliveries keep room to claim each of their rows, since rows that fall due together are claimed together.
CREATE OR REPLACE FUNCTION make_partition(parent text, from_id bigint, to_id bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM require_partitioned(parent);
  EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (%s) TO (%s)',
    partition_name(parent, from_id), parent, from_id, to_id)
    || CASE parent WHEN 'deliveries' THEN ' WITH (fillfactor = 50)' ELSE '' END;
END $$;

-- Locks the table before the partition, as readers do, to avoid deadlocks. The caller sets lock_timeout.
CREATE OR REPLACE FUNCTION drop_partition(partitioned text, partition text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM require_partitioned(partitioned);
  EXECUTE format('LOCK TABLE %I IN ACCESS EXCLUSIVE MODE', partitioned);
  IF NOT EXISTS (SELECT 1 FROM range_partitions p WHERE p.parent = partitioned AND p.name = partition) THEN
    RETURN false;
  END IF;
  EXECUTE format('DROP TABLE %I', partition);
  RETURN true;
END $$;

-- They change the schema as its owner. `npm run migrate -- --grant-to` lets the role of the processes call them.
REVOKE EXECUTE ON FUNCTION make_partition(text, bigint, bigint), drop_partition(text, text) FROM PUBLIC;
