import type { MigrationInterface, QueryRunner } from 'typeorm';

// As in 1764001700000: each page of deliveries keeps room for a claim of each of its rows.
const FILLFACTOR = 50;

/** Both as they were made with partitions, and what `storage` adds to CREATE TABLE: an SQL expression, from `||` on. */
const STRAYS = (storage: string): string => `
  CREATE OR REPLACE FUNCTION replace_default_partition(parent text, from_id bigint, to_id bigint) RETURNS void
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
    EXECUTE format('CREATE TABLE %I PARTITION OF %I DEFAULT', strays, parent)${storage};
  END $$;

  CREATE OR REPLACE FUNCTION move_strays(parent text, from_id bigint, to_id bigint, most integer) RETURNS bigint
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
      partition, parent)${storage};
    EXECUTE format(
      'WITH strays AS (DELETE FROM %1$I WHERE %2$I >= %3$s AND %2$I < %4$s RETURNING %5$s)
       INSERT INTO %6$I (%5$s) SELECT %5$s FROM strays',
      strays, key, from_id, until, columns, partition);
    GET DIAGNOSTICS moved = ROW_COUNT;
    EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%s) TO (%s)', parent, partition, from_id, until);
    RETURN moved;
  END $$;
`;

// Those that 1764001700000 has not met: they were made since, out of the default one or by workers of earlier versions.
const WITHOUT_ROOM = `
  SELECT format('ALTER TABLE %s SET (fillfactor = ${FILLFACTOR})', c.oid::regclass) AS alter
    FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
   WHERE i.inhparent = 'deliveries'::regclass
     AND NOT coalesce(c.reloptions @> ARRAY['fillfactor=${FILLFACTOR}'], false)`;

/** Partitions of deliveries that come of the default one keep room for claims as the others do. */
export class RoomInStrays1764001740000 implements MigrationInterface {
  readonly name = 'RoomInStrays1764001740000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      STRAYS(` || CASE parent WHEN 'deliveries' THEN ' WITH (fillfactor = ${FILLFACTOR})' ELSE '' END`),
    );
    const rows = (await runner.query(WITHOUT_ROOM)) as { alter: string }[];
    for (const { alter } of rows) await runner.query(alter);
  }

  // Those that have room keep it, until 1764001700000 is undone.
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(STRAYS(''));
  }
}
