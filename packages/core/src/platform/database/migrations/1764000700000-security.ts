import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What keys are limited to, what holds for all keys of an environment, and who has changed what. */
export class Security1764000700000 implements MigrationInterface {
  readonly name = 'Security1764000700000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE api_keys
        ADD COLUMN allowed_cidrs text[] NOT NULL DEFAULT '{}',
        ADD COLUMN replaced_by bigint,
        ADD CONSTRAINT api_keys_replaced_by FOREIGN KEY (environment_id, replaced_by)
          REFERENCES api_keys (environment_id, id);

      CREATE TABLE security_configs (
        environment_id integer CONSTRAINT security_configs_pkey PRIMARY KEY
          CONSTRAINT security_configs_environment REFERENCES environments (id),
        version integer NOT NULL DEFAULT 1,
        allowed_cidrs text[] NOT NULL DEFAULT '{}',
        approval_thresholds jsonb NOT NULL DEFAULT '[]',
        require_idempotency_key boolean NOT NULL DEFAULT false,
        retention_days integer CONSTRAINT security_configs_retention CHECK (retention_days >= 30),
        updated_at timestamptz
      );

      CREATE TABLE audit_log (
        environment_id integer NOT NULL,
        id bigint NOT NULL,
        key_id bigint NOT NULL,
        action text NOT NULL,
        object_id text,
        changes text[] NOT NULL,
        request_id text NOT NULL,
        CONSTRAINT audit_log_pkey PRIMARY KEY (environment_id, id)
      );
      CREATE INDEX audit_log_by_key ON audit_log (environment_id, key_id, id);
      CREATE INDEX audit_log_by_action ON audit_log (environment_id, action, id);
      CREATE INDEX audit_log_by_object ON audit_log (environment_id, object_id, id) WHERE object_id IS NOT NULL;

      CREATE FUNCTION refuse_audit_log_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION 'the audit log only grows' USING ERRCODE = 'restrict_violation';
      END $$;
      CREATE TRIGGER audit_log_only_grows BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_log_change();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE audit_log, security_configs;
      DROP FUNCTION refuse_audit_log_change();
      ALTER TABLE api_keys DROP COLUMN allowed_cidrs, DROP COLUMN replaced_by;
    `);
  }
}
