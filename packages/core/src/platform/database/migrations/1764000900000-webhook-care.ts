import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Traces, wide fan-outs, replays, the health of endpoints, and the delivery log across endpoints. */
export class WebhookCare1764000900000 implements MigrationInterface {
  readonly name = 'WebhookCare1764000900000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE payments ADD COLUMN trace text;
      ALTER TABLE events ADD COLUMN trace text;

      CREATE TABLE fan_outs (
        environment_id integer NOT NULL,
        event_id bigint NOT NULL,
        type text NOT NULL,
        reached bigint NOT NULL DEFAULT 0,
        last bigint NOT NULL,
        CONSTRAINT fan_outs_pkey PRIMARY KEY (environment_id, event_id)
      );
      CREATE INDEX fan_outs_in_turn ON fan_outs (event_id);

      CREATE TABLE replays (
        environment_id integer NOT NULL,
        id bigint NOT NULL,
        webhook_id bigint NOT NULL,
        created_from timestamptz NOT NULL,
        created_to timestamptz NOT NULL,
        type text,
        only_failed boolean NOT NULL,
        status text NOT NULL CONSTRAINT replays_status CHECK (status IN ('pending', 'running', 'completed')),
        reached bigint NOT NULL,
        deliveries integer NOT NULL DEFAULT 0,
        updated_at timestamptz NOT NULL,
        CONSTRAINT replays_pkey PRIMARY KEY (environment_id, id),
        CONSTRAINT replays_webhook FOREIGN KEY (environment_id, webhook_id) REFERENCES webhooks (environment_id, id)
      );
      CREATE INDEX replays_open ON replays (updated_at) WHERE status <> 'completed';

      ALTER TABLE webhooks ADD COLUMN failing_since timestamptz;
      CREATE INDEX webhooks_overlapping ON webhooks (overlap_until) WHERE overlap_until IS NOT NULL;

      DROP INDEX deliveries_event;
      CREATE INDEX deliveries_event ON deliveries (environment_id, event_id, webhook_id, id);
      CREATE INDEX deliveries_undelivered ON deliveries (environment_id, status, id) WHERE status <> 'delivered';
      CREATE INDEX deliveries_type ON deliveries (environment_id, type, id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX deliveries_type, deliveries_undelivered, deliveries_event;
      CREATE INDEX deliveries_event ON deliveries (environment_id, event_id);
      DROP INDEX webhooks_overlapping;
      ALTER TABLE webhooks DROP COLUMN failing_since;
      DROP TABLE replays, fan_outs;
      ALTER TABLE events DROP COLUMN trace;
      ALTER TABLE payments DROP COLUMN trace;
    `);
  }
}
