import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Writes the health of endpoints where it turns, and switches off those that have failed for too long: these are answered,
 * with the delivery that showed it. Whatever was read before is read again once they are held, in the order of their ids, so
 * that two workers that both turn several of them do not wait for each other.
 *
 * In the statement that records outcomes the same broke Postgres 18 (18.4): where it had to look at an endpoint again,
 * because another one had just written it, it overwrote its own memory, and the whole server began anew. See docs/decisions/0023.
 */
export class EndpointTurns1764001800000 implements MigrationInterface {
  readonly name = 'EndpointTurns1764001800000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION turn_endpoints(environment_ids integer[], ids bigint[], well boolean[], delivery_ids bigint[],
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
      END $$
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION turn_endpoints(integer[], bigint[], boolean[], bigint[], integer)');
  }
}
