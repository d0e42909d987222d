import type { MigrationInterface, QueryRunner } from 'typeorm';

// What partitions hold is read from their bounds, never from their names: an operator may have made some by hand.
const LISTED = `
  CREATE VIEW event_partitions AS
  SELECT p.relname::text AS parent, c.relname::text AS name, b.from_id::bigint AS from_id, b.to_id::bigint AS to_id
    FROM pg_inherits i
    JOIN pg_class p ON p.oid = i.inhparent
    JOIN pg_class c ON c.oid = i.inhrelid
   CROSS JOIN LATERAL (
     SELECT substring(e.bound FROM 'FROM \\(''?(\\d+)''?\\)') AS from_id, substring(e.bound FROM 'TO \\(''?(\\d+)''?\\)') AS to_id
       FROM (SELECT pg_get_expr(c.relpartbound, c.oid) AS bound) e) b
   WHERE i.inhparent IN ('events'::regclass, 'deliveries'::regclass, 'delivery_attempts'::regclass)
     AND b.from_id IS NOT NULL AND b.to_id IS NOT NULL;

  CREATE FUNCTION week_of_id(id bigint) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT id_at(date_trunc('week', id_time(id) AT TIME ZONE 'UTC') AT TIME ZONE 'UTC')
  $$;

  CREATE FUNCTION week_after_id(id bigint) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT id_at((date_trunc('week', id_time(id) AT TIME ZONE 'UTC') + interval '7 days') AT TIME ZONE 'UTC')
  $$;

  CREATE FUNCTION partition_name(parent text, from_id bigint) RETURNS text LANGUAGE sql STABLE AS $$
    SELECT parent || CASE WHEN from_id = week_of_id(from_id) THEN to_char(id_time(from_id) AT TIME ZONE 'UTC', '_YYYYMMDD')
                          ELSE '_from_' || from_id END
  $$;

  CREATE FUNCTION partition_key(parent text) RETURNS text LANGUAGE sql STABLE AS $$
    SELECT a.attname::text FROM pg_partitioned_table t
      JOIN pg_attribute a ON a.attrelid = t.partrelid AND a.attnum = t.partattrs[0]
     WHERE t.partrelid = parent::regclass
  $$;
`;

// The table comes first, then its partitions, as whoever reads it takes its locks: nobody waits for each other in a
// circle. The caller sets lock_timeout.
const MADE_AND_DROPPED = `
  CREATE FUNCTION make_partition(parent text, from_id bigint, to_id bigint) RETURNS void LANGUAGE plpgsql AS $$
  BEGIN
    EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (%s) TO (%s)',
      partition_name(parent, from_id), parent, from_id, to_id);
  END $$;

  CREATE FUNCTION drop_partition(partitioned text, partition text) RETURNS boolean LANGUAGE plpgsql AS $$
  BEGIN
    EXECUTE format('LOCK TABLE %I IN ACCESS EXCLUSIVE MODE', partitioned);
    IF NOT EXISTS (SELECT 1 FROM event_partitions p WHERE p.parent = partitioned AND p.name = partition) THEN
      RETURN false;
    END IF;
    EXECUTE format('DROP TABLE %I', partition);
    RETURN true;
  END $$;
`;

// A default partition that holds the rows of one stretch alone becomes the partition of that stretch, and a new one takes
// its place: no row moves. The constraint lets it be attached without being read once more.
const STRAYS = `
  CREATE FUNCTION stray_weeks(parent text)
    RETURNS TABLE (from_id bigint, to_id bigint, first_id bigint, last_id bigint, strays bigint) LANGUAGE plpgsql AS $$
  BEGIN
    RETURN QUERY EXECUTE format(
      'SELECT week_of_id(min(%1$I)), week_after_id(min(%1$I)), min(%1$I), max(%1$I), count(*) FROM %2$I
        GROUP BY week_of_id(%1$I) ORDER BY 1',
      partition_key(parent), parent || '_default');
  END $$;

  CREATE FUNCTION bound_default_partition(parent text, from_id bigint, to_id bigint) RETURNS void
    LANGUAGE plpgsql AS $$
  BEGIN
    EXECUTE format('ALTER TABLE %I DROP CONSTRAINT IF EXISTS stray_ids', parent || '_default');
    EXECUTE format('ALTER TABLE %1$I ADD CONSTRAINT stray_ids CHECK (%2$I >= %3$s AND %2$I < %4$s) NOT VALID',
      parent || '_default', partition_key(parent), from_id, to_id);
  END $$;

  CREATE FUNCTION unbound_default_partition(parent text) RETURNS void LANGUAGE plpgsql AS $$
  BEGIN
    EXECUTE format('ALTER TABLE %I DROP CONSTRAINT IF EXISTS stray_ids', parent || '_default');
  END $$;

  CREATE FUNCTION validate_default_partition(parent text) RETURNS void LANGUAGE plpgsql AS $$
  BEGIN
    EXECUTE format('ALTER TABLE %I VALIDATE CONSTRAINT stray_ids', parent || '_default');
  END $$;

  CREATE FUNCTION replace_default_partition(parent text, from_id bigint, to_id bigint) RETURNS void
    LANGUAGE plpgsql AS $$
  DECLARE
    strays text := parent || '_default';
    partition text := partition_name(parent, from_id);
    index text;
  BEGIN
    EXECUTE format('LOCK TABLE %I IN ACCESS EXCLUSIVE MODE', parent);
    EXECUTE format('ALTER TABLE %I DETACH PARTITION %I', parent, strays);
    EXECUTE format('ALTER TABLE %I RENAME TO %I', strays, partition);
    FOR index IN SELECT c.relname FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
                  WHERE i.indrelid = partition::regclass LOOP
      EXECUTE format('ALTER INDEX %I RENAME TO %I', index, replace(index, strays, partition));
    END LOOP;
    EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%s) TO (%s)', parent, partition, from_id, to_id);
    EXECUTE format('ALTER TABLE %I DROP CONSTRAINT stray_ids', partition);
    EXECUTE format('CREATE TABLE %I PARTITION OF %I DEFAULT', strays, parent);
  END $$;

  CREATE FUNCTION move_strays(parent text, from_id bigint, to_id bigint, most integer) RETURNS bigint
    LANGUAGE plpgsql AS $$
  DECLARE
    key text := partition_key(parent);
    strays text := parent || '_default';
    partition text := partition_name(parent, from_id);
    columns text;
    until bigint;
    moved bigint;
  BEGIN
    EXECUTE format('SELECT %1$I FROM %2$I WHERE %1$I >= %3$s AND %1$I < %4$s ORDER BY 1 OFFSET %5$s LIMIT 1',
      key, strays, from_id, to_id, most) INTO until;
    until := coalesce(until, to_id);
    SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) INTO columns FROM pg_attribute
     WHERE attrelid = parent::regclass AND attnum > 0 AND NOT attisdropped;
    EXECUTE format('LOCK TABLE %I IN ACCESS EXCLUSIVE MODE', parent);
    EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING INDEXES)',
      partition, parent);
    EXECUTE format(
      'WITH strays AS (DELETE FROM %1$I WHERE %2$I >= %3$s AND %2$I < %4$s RETURNING %5$s)
       INSERT INTO %6$I (%5$s) SELECT %5$s FROM strays',
      strays, key, from_id, until, columns, partition);
    GET DIAGNOSTICS moved = ROW_COUNT;
    EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%s) TO (%s)', parent, partition, from_id, until);
    RETURN moved;
  END $$;
`;

/**
 * How partitions of events, deliveries and attempts are made, dropped, and taken out of the default one. make_partitions
 * stays for workers of earlier versions that are still running.
 */
export class Retention1764001600000 implements MigrationInterface {
  readonly name = 'Retention1764001600000';

  async up(runner: QueryRunner): Promise<void> {
    for (const part of [LISTED, MADE_AND_DROPPED, STRAYS]) await runner.query(part);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION move_strays(text, bigint, bigint, integer), replace_default_partition(text, bigint, bigint),
        validate_default_partition(text), unbound_default_partition(text), bound_default_partition(text, bigint, bigint),
        stray_weeks(text), drop_partition(text, text), make_partition(text, bigint, bigint), partition_key(text),
        partition_name(text, bigint), week_after_id(bigint), week_of_id(bigint);
      DROP VIEW event_partitions;
    `);
  }
}
