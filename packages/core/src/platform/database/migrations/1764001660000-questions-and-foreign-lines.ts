import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What is being asked of a processor, and lines of an acquirer's book that are about ours and not of us. */
export class QuestionsAndForeignLines1764001660000 implements MigrationInterface {
  readonly name = 'QuestionsAndForeignLines1764001660000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE payments
        ADD COLUMN question text CONSTRAINT payments_question CHECK (question IN ('asked', 'overtaken'));
      ALTER TABLE refunds
        ADD COLUMN question text CONSTRAINT refunds_question CHECK (question IN ('asked', 'overtaken'));

      CREATE TABLE foreign_book_lines (
        environment_id integer NOT NULL,
        report_id bigint NOT NULL,
        reference text NOT NULL,
        operation text NOT NULL,
        status text NOT NULL,
        authorization_id bigint NOT NULL,
        amount_value bigint,
        currency text,
        received_at timestamptz NOT NULL,
        CONSTRAINT foreign_book_lines_pkey PRIMARY KEY (environment_id, report_id, reference),
        CONSTRAINT foreign_book_lines_walk FOREIGN KEY (environment_id, report_id)
          REFERENCES book_walks (environment_id, report_id) ON DELETE CASCADE
      );
      CREATE INDEX foreign_book_lines_received ON foreign_book_lines (environment_id, report_id, received_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE foreign_book_lines;
      ALTER TABLE refunds DROP COLUMN question;
      ALTER TABLE payments DROP COLUMN question;
    `);
  }
}
