import type { MigrationInterface, QueryRunner } from 'typeorm';

const OF = `(webhook_id, environment_id, id) WHERE reason = 'endpoint_busy'`;
// Those that have it already were made since the index of all was.
const PARTITIONS = `
  SELECT c.oid::regclass::text AS name, format('%I', left(c.relname, 50) || '_put_off') AS index,
         format('%I.%I', n.nspname, left(c.relname, 50) || '_put_off') AS place
    FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid JOIN pg_namespace n ON n.oid = c.relnamespace
   WHERE i.inhparent = 'deliveries'::regclass
     AND NOT EXISTS (SELECT FROM pg_inherits o JOIN pg_index x ON x.indexrelid = o.inhrelid
                      WHERE o.inhparent = 'deliveries_put_off'::regclass AND x.indrelid = c.oid)`;

/**
 * What was put off for an endpoint is found without reading all that it ever got. Nobody waits while that is built; if it
 * was broken off it begins anew.
 */
export class PutOffDeliveries1764001760000 implements MigrationInterface {
  readonly name = 'PutOffDeliveries1764001760000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX IF EXISTS deliveries_put_off');
    // Partitions that are made from here on have it from the start.
    await runner.query(`CREATE INDEX deliveries_put_off ON ONLY deliveries ${OF}`);
    const partitions = (await runner.query(PARTITIONS)) as { name: string; index: string; place: string }[];
    for (const { name, index, place } of partitions) {
      await runner.query(`DROP INDEX IF EXISTS ${place}`);
      await runner.query(`CREATE INDEX CONCURRENTLY ${index} ON ${name} ${OF}`);
      await runner.query(`ALTER INDEX deliveries_put_off ATTACH PARTITION ${place}`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX deliveries_put_off');
  }
}
