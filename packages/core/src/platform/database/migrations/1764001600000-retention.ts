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

/**
 * How partitions of events, deliveries and attempts are made and dropped. make_partitions stays for workers of earlier
 * versions that are still running.
 */
export class Retention1764001600000 implements MigrationInterface {
  readonly name = 'Retention1764001600000';

  async up(runner: QueryRunner): Promise<void> {
    for (const part of [LISTED, MADE_AND_DROPPED]) await runner.query(part);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION drop_partition(text, text), make_partition(text, bigint, bigint), partition_name(text, bigint),
        week_after_id(bigint), week_of_id(bigint);
      DROP VIEW event_partitions;
    `);
  }
}
