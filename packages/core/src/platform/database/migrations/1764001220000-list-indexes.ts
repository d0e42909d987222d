import type { MigrationInterface, QueryRunner } from 'typeorm';

const PAYMENTS = `CREATE INDEX CONCURRENTLY payments_by_currency ON payments (environment_id, currency, id)`;
const ATTEMPTS = `
  CREATE INDEX CONCURRENTLY payment_attempts_declined ON payment_attempts (environment_id, payment_id)
   WHERE state = 'declined'`;
const PARTITIONS = `SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'events'::regclass`;

/**
 * What lists of payments in one currency and of events of one type need, and the timeline of a payment: without them they
 * read everything of an environment. Nobody waits while they are built; one that was broken off begins anew.
 */
export class ListIndexes1764001220000 implements MigrationInterface {
  readonly name = 'ListIndexes1764001220000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX IF EXISTS payments_by_currency, payment_attempts_declined, events_by_type');
    await runner.query(PAYMENTS);
    await runner.query(ATTEMPTS);
    // Partitions that are made from here on have it from the start.
    await runner.query('CREATE INDEX events_by_type ON ONLY events (environment_id, type, id)');
    const partitions = (await runner.query(PARTITIONS)) as { name: string }[];
    for (const { name } of partitions) {
      await runner.query(`DROP INDEX IF EXISTS ${name}_by_type`);
      await runner.query(`CREATE INDEX CONCURRENTLY ${name}_by_type ON ${name} (environment_id, type, id)`);
      await runner.query(`ALTER INDEX events_by_type ATTACH PARTITION ${name}_by_type`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX events_by_type, payment_attempts_declined, payments_by_currency');
  }
}
