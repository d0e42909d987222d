import type { MigrationInterface, QueryRunner } from 'typeorm';

// Each page keeps room for a claim of each of its rows, since those of one moment are claimed together. A claim writes no
// indexed column: the row stays on its page then, and no index is written.
const FILLFACTOR = 50;

const MAKE_PARTITION = (storage: string): string => `
  CREATE OR REPLACE FUNCTION make_partition(parent text, from_id bigint, to_id bigint) RETURNS void LANGUAGE plpgsql AS $$
  BEGIN
    EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (%s) TO (%s)',
      partition_name(parent, from_id), parent, from_id, to_id)${storage};
  END $$;
`;

const OF_DELIVERIES = `
  SELECT format('ALTER TABLE %s', inhrelid::regclass) AS alter FROM pg_inherits WHERE inhparent = 'deliveries'::regclass`;

/** The lease of a delivery has a column of its own, which no index knows. */
export class DeliveryLeases1764001700000 implements MigrationInterface {
  readonly name = 'DeliveryLeases1764001700000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE deliveries ADD COLUMN leased_until timestamptz');
    await runner.query(
      MAKE_PARTITION(` || CASE parent WHEN 'deliveries' THEN ' WITH (fillfactor = ${FILLFACTOR})' ELSE '' END`),
    );
    await this.alterPartitions(runner, `SET (fillfactor = ${FILLFACTOR})`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await this.alterPartitions(runner, 'RESET (fillfactor)');
    await runner.query(MAKE_PARTITION(''));
    await runner.query(
      `UPDATE deliveries SET status = 'delivering', due_at = leased_until WHERE status = 'pending' AND leased_until IS NOT NULL`,
    );
    await runner.query('ALTER TABLE deliveries DROP COLUMN leased_until');
  }

  private async alterPartitions(runner: QueryRunner, change: string): Promise<void> {
    const rows = (await runner.query(OF_DELIVERIES)) as { alter: string }[];
    for (const { alter } of rows) await runner.query(`${alter} ${change}`);
  }
}
