import { forThisFile } from '@svc/testing';
import { describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../../test/open-test-database.js';

// For deliveries, Postgres 18 uses the index of types, in a few more steps: see docs/decisions/0004.
const TABLES = `
  SELECT c.relname AS name FROM pg_class c JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary
   WHERE c.relnamespace = 'public'::regnamespace AND NOT c.relispartition AND c.relname <> 'deliveries'
     AND pg_get_indexdef(i.indexrelid) LIKE '%(environment_id, id)' ORDER BY 1`;

const { sql } = await forThisFile(openTestDatabase({ pool: 1, isChecked: false, dueInOrder: true }));

describe('a row', () => {
  it('is found by its primary key in every table, even if the plan was made while the table was empty', async () => {
    const tables = (await sql(TABLES)).map(({ name }) => String(name));
    expect(tables).toEqual(expect.arrayContaining(['customers', 'events', 'payments', 'refunds', 'subscriptions']));
    const by: Record<string, unknown> = {};
    for (const table of tables) {
      await sql(
        `PREPARE row_of_${table} (int, bigint) AS SELECT * FROM ${table} WHERE environment_id = $1 AND id = $2`,
      );
      const plan = await sql(`EXPLAIN EXECUTE row_of_${table} (1, id_at(now()))`);
      by[table] = / using (\w+)/.exec(plan.map((line) => line['QUERY PLAN']).join('\n'))?.[1];
    }
    expect(by).toEqual(
      Object.fromEntries(tables.map((table) => [table, expect.stringMatching(`${table}(_\\w+)?_pkey`)])),
    );
  });
});
