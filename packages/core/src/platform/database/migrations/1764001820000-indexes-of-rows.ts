import type { MigrationInterface, QueryRunner } from 'typeorm';

const of = (column: string): string => `(environment_id, ${column}, id)`;
const DUE = 'WHERE due_at IS NOT NULL';

/** By name: the table, the columns before and after, and the conditions. */
const INDEXES = [
  ['payments_by_currency', 'payments', of('currency'), '', of('currency'), 'WHERE currency IS NOT NULL'],
  ['refunds_by_currency', 'refunds', of('currency'), '', of('currency'), 'WHERE currency IS NOT NULL'],
  ['refunds_of_payment', 'refunds', of('payment_id'), '', of('payment_id'), 'WHERE payment_id IS NOT NULL'],
  [
    'subscriptions_of_customer',
    'subscriptions',
    of('customer_id'),
    '',
    of('customer_id'),
    'WHERE customer_id IS NOT NULL',
  ],
  ['subscriptions_by_status', 'subscriptions', of('status'), '', of('status'), 'WHERE status IS NOT NULL'],
  ['payments_due', 'payments', '(due_at)', DUE, '(due_at, environment_id, id)', DUE],
  ['refunds_due', 'refunds', '(due_at)', DUE, '(due_at, environment_id, id)', DUE],
] as const;

/**
 * No index but the primary key serves to find a row by its id. Of an empty table any that begins with the environment costs
 * as much as the key, so that statements planned then read all of an environment to find one row. Indexes of lists ask that
 * their column is there, which it always is: that follows from asking for one of its values, and from nothing else. The one
 * of addresses, by which a payment's customer was looked for when its foreign key was checked, begins with the address. And
 * those of what is due have all of its order, so that no page is sorted. Nobody waits while they are built; what was broken
 * off begins anew.
 */
export class IndexesOfRows1764001820000 implements MigrationInterface {
  readonly name = 'IndexesOfRows1764001820000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const [name, table, , , columns, which] of INDEXES) {
      await runner.query(`DROP INDEX IF EXISTS ${name}_next`);
      await runner.query(`CREATE INDEX CONCURRENTLY ${name}_next ON ${table} ${columns} ${which}`);
      await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
      await runner.query(`ALTER INDEX ${name}_next RENAME TO ${name}`);
    }
    await runner.query('DROP INDEX IF EXISTS customers_email_next');
    await runner.query(
      'CREATE UNIQUE INDEX CONCURRENTLY customers_email_next ON customers (email_normalized, environment_id)',
    );
    await runner.query(`ALTER TABLE customers DROP CONSTRAINT customers_email,
                          ADD CONSTRAINT customers_email UNIQUE USING INDEX customers_email_next`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [name, table, columns, which] of INDEXES) {
      await runner.query(`DROP INDEX ${name}; CREATE INDEX ${name} ON ${table} ${columns} ${which}`);
    }
    await runner.query(`ALTER TABLE customers DROP CONSTRAINT customers_email,
                          ADD CONSTRAINT customers_email UNIQUE (environment_id, email_normalized)`);
  }
}
