import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Reports, and the files that they are made of. */
export class Reports1764001310000 implements MigrationInterface {
  readonly name = 'Reports1764001310000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE reports (
        environment_id integer NOT NULL,
        id bigint NOT NULL,
        type text NOT NULL,
        format text NOT NULL,
        created_from timestamptz NOT NULL,
        created_to timestamptz NOT NULL,
        status text NOT NULL
          CONSTRAINT reports_status CHECK (status IN ('pending', 'running', 'ready', 'failed', 'expired')),
        personal boolean NOT NULL,
        from_id bigint NOT NULL,
        to_id bigint NOT NULL,
        reached bigint NOT NULL,
        complete boolean NOT NULL DEFAULT false,
        chunks integer NOT NULL DEFAULT 0,
        rows bigint NOT NULL DEFAULT 0,
        bytes bigint,
        failures integer NOT NULL DEFAULT 0,
        xid bigint NOT NULL,
        epoch integer NOT NULL,
        edition integer NOT NULL DEFAULT 0,
        expires_at timestamptz,
        updated_at timestamptz NOT NULL,
        CONSTRAINT reports_pkey PRIMARY KEY (environment_id, id)
      );
      CREATE INDEX reports_open ON reports (updated_at) WHERE status IN ('pending', 'running');
      CREATE INDEX reports_expiring ON reports (expires_at) WHERE status <> 'expired' AND expires_at IS NOT NULL;
      CREATE INDEX reports_personal ON reports (environment_id)
        WHERE personal AND status IN ('pending', 'running', 'ready');

      CREATE TABLE report_chunks (
        environment_id integer NOT NULL,
        report_id bigint NOT NULL,
        n integer NOT NULL,
        from_id bigint NOT NULL,
        to_id bigint NOT NULL,
        rows integer NOT NULL,
        body bytea,
        CONSTRAINT report_chunks_pkey PRIMARY KEY (environment_id, report_id, n),
        CONSTRAINT report_chunks_report FOREIGN KEY (environment_id, report_id) REFERENCES reports (environment_id, id)
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE report_chunks, reports');
  }
}
