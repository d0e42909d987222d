import { createTestDatabase } from '@svc/testing';
import pg from 'pg';
import { expect, it } from 'vitest';
import { tenantTables } from './reviewed-statements.js';

it('every table with rows of an environment is behind the tenant wall', async () => {
  const database = await createTestDatabase();
  const client = new pg.Client(database.url);
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'environment_id'
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition ORDER BY 1`,
  );
  await client.end();
  await database.drop();
  expect(rows.map(({ name }) => name).filter((name) => !tenantTables.has(name))).toEqual([]);
});
