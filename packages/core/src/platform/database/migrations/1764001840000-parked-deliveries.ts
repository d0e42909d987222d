import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Parks deliveries of disabled endpoints until `infinity`, where no sweep meets them again, and answers how many there were;
 * they are held by whoever calls. The endpoints are held meanwhile: whoever enables one comes either before, and then it is
 * no longer disabled, or after, and then finds what was parked. Where one cannot be held at once its deliveries are left for
 * the next round. The first and the last of the ids leave out the partitions of other weeks.
 *
 * In the statement that claims the same broke Postgres 18, as in the one that records. See docs/decisions/0023.
 */
export class ParkedDeliveries1764001840000 implements MigrationInterface {
  readonly name = 'ParkedDeliveries1764001840000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION park_deliveries(environment_ids integer[], ids bigint[], webhook_ids bigint[], took_over boolean[],
                                      first bigint, last bigint)
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
      END $$
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION park_deliveries(integer[], bigint[], bigint[], boolean[], bigint, bigint)');
  }
}
