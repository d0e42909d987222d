import type { MigrationInterface, QueryRunner } from 'typeorm';

const OF = `(environment_id, webhook_id, id) WHERE reason = 'endpoint_busy'`;
const PARTITIONS = `SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'deliveries'::regclass`;

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
    const partitions = (await runner.query(PARTITIONS)) as { name: string }[];
    for (const { name } of partitions) {
      await runner.query(`DROP INDEX IF EXISTS ${name}_put_off`);
      await runner.query(`CREATE INDEX CONCURRENTLY ${name}_put_off ON ${name} ${OF}`);
      await runner.query(`ALTER INDEX deliveries_put_off ATTACH PARTITION ${name}_put_off`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX deliveries_put_off');
  }
}
