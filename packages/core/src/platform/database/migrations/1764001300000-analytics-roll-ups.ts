import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Payments and refunds counted by quarters of an hour, and how far the counting has got. */
export class AnalyticsRollUps1764001300000 implements MigrationInterface {
  readonly name = 'AnalyticsRollUps1764001300000';

  async up(runner: QueryRunner): Promise<void> {
    // What has happened before is counted as well, from the first event on.
    await runner.query(`
      CREATE TABLE payment_rollups (
        environment_id integer NOT NULL,
        bucket timestamptz NOT NULL,
        currency text NOT NULL,
        count bigint NOT NULL DEFAULT 0,
        completed bigint NOT NULL DEFAULT 0,
        failed bigint NOT NULL DEFAULT 0,
        gross numeric NOT NULL DEFAULT 0,
        refunded numeric NOT NULL DEFAULT 0,
        CONSTRAINT payment_rollups_pkey PRIMARY KEY (environment_id, bucket, currency)
      );

      CREATE TABLE rollup_progress (
        one boolean CONSTRAINT rollup_progress_pkey PRIMARY KEY DEFAULT true CONSTRAINT rollup_progress_one CHECK (one),
        epoch integer NOT NULL,
        xid bigint NOT NULL,
        as_of timestamptz NOT NULL,
        mark_xid bigint,
        mark_at timestamptz,
        CONSTRAINT rollup_progress_mark CHECK ((mark_xid IS NULL) = (mark_at IS NULL))
      );
      INSERT INTO rollup_progress (epoch, xid, as_of)
      SELECT coalesce(f.epoch, s.event_epoch), coalesce(f.xid, 0), CASE WHEN f.xid IS NULL THEN now() ELSE id_time(0) END
        FROM system_state s LEFT JOIN (SELECT epoch, xid FROM events ORDER BY epoch, xid LIMIT 1) f ON true;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE rollup_progress, payment_rollups');
  }
}
