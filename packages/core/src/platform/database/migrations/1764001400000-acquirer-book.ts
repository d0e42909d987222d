import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a reconciliation reads of an acquirer's book, and when a processor has first said something of an attempt. */
export class AcquirerBook1764001400000 implements MigrationInterface {
  readonly name = 'AcquirerBook1764001400000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE payment_attempts ADD COLUMN answered_at timestamptz;
      ALTER TABLE refund_attempts ADD COLUMN answered_at timestamptz;

      ALTER TABLE reports
        ADD COLUMN book text,
        ADD COLUMN failure_code text,
        ADD CONSTRAINT reports_book
          CHECK (book IN ('awaited', 'no_book', 'compared', 'compared_in_part', 'not_compared')),
        ADD CONSTRAINT reports_failure_code
          CHECK (failure_code IN ('internal', 'acquirer_unavailable', 'acquirer_unclear'));

      CREATE TABLE book_walks (
        environment_id integer NOT NULL,
        report_id bigint NOT NULL,
        surveyed bigint NOT NULL,
        first_sent bigint,
        last_answered_at timestamptz,
        sent_elsewhere boolean NOT NULL DEFAULT false,
        processor text,
        walk_from timestamptz,
        walk_to timestamptz,
        started_at timestamptz,
        cursor text,
        reached_at timestamptz,
        reached_reference text,
        lines bigint NOT NULL DEFAULT 0,
        foreign_lines bigint NOT NULL DEFAULT 0,
        failing_since timestamptz,
        due_at timestamptz NOT NULL,
        lease integer NOT NULL DEFAULT 0,
        CONSTRAINT book_walks_pkey PRIMARY KEY (environment_id, report_id),
        CONSTRAINT book_walks_report FOREIGN KEY (environment_id, report_id) REFERENCES reports (environment_id, id)
      );
      CREATE INDEX book_walks_due ON book_walks (due_at);

      CREATE TABLE book_lines (
        environment_id integer NOT NULL,
        report_id bigint NOT NULL,
        attempt_id bigint NOT NULL,
        operation text NOT NULL,
        status text NOT NULL,
        payment_id bigint,
        authorization_id bigint,
        amount_value bigint,
        currency text,
        received_at timestamptz NOT NULL,
        asked_at timestamptz NOT NULL,
        CONSTRAINT book_lines_pkey PRIMARY KEY (environment_id, report_id, attempt_id),
        CONSTRAINT book_lines_walk FOREIGN KEY (environment_id, report_id)
          REFERENCES book_walks (environment_id, report_id)
      );
      CREATE INDEX book_lines_received ON book_lines (environment_id, report_id, received_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE book_lines, book_walks;
      ALTER TABLE reports DROP COLUMN failure_code, DROP COLUMN book;
      ALTER TABLE refund_attempts DROP COLUMN answered_at;
      ALTER TABLE payment_attempts DROP COLUMN answered_at;
    `);
  }
}
