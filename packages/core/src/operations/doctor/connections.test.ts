import { createEmptyDatabase, type TestDatabase } from '@svc/testing';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '../../schema/migrate.js';
import { examineConnections } from './connections.js';
import type { Finding } from './finding.js';

let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await createEmptyDatabase();
  await migrate(database.url);
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});

afterAll(async () => {
  await client.end();
  await database.drop();
});

const query = (sql: string): Promise<unknown> => client.query(sql);

async function examine(): Promise<Finding[]> {
  return examineConnections(async (sql) => {
    const { rows } = await client.query<Record<string, unknown>>(sql);
    return rows[0] ?? {};
  });
}

describe('the doctor', () => {
  it('reports connections whose processor refuses the credentials', async () => {
    await query(`INSERT INTO accounts (id, name, tier) VALUES (8, 'Eight', 'pro')`);
    await query(`INSERT INTO environments (account_id, mode) VALUES (8, 'live')`);
    await query(
      `INSERT INTO processors (environment_id, id, kind, name, enabled, priority, status, last_error, updated_at)
       SELECT id, 7, 'http', 'Example', true, 1, 'failing', 'The processor refuses the credentials (status 401).', now()
         FROM environments WHERE account_id = 8`,
    );
    const findings = await examine();
    expect(findings.find(({ about }) => about === 'processors')).toMatchObject({
      state: 'warning',
      text: expect.stringContaining('1 failing, such as proc_7 (The processor refuses') as string,
    });
    await query(
      `DELETE FROM processors; DELETE FROM environments WHERE account_id = 8; DELETE FROM accounts WHERE id = 8`,
    );
  });

  it('reports notices that their processor does not answer', async () => {
    await query(`INSERT INTO accounts (id, name, tier) VALUES (8, 'Eight', 'pro')`);
    await query(`INSERT INTO environments (account_id, mode) VALUES (8, 'live')`);
    await query(
      `INSERT INTO processors (environment_id, id, kind, name, enabled, priority, status, updated_at)
       SELECT id, 7, 'stripe', 'Example', true, 1, 'ok', now() FROM environments WHERE account_id = 8`,
    );
    await query(
      `INSERT INTO processor_notices (environment_id, processor_id, kind, reference, reported_at, due_at, lease)
       SELECT environment_id, 7, 'dispute', 'dp_' || minutes, now() - minutes * interval '1 minute', now(), gen_random_uuid()
         FROM processors, unnest(ARRAY[50, 70]) minutes`,
    );
    const findings = await examine();
    expect(findings.find(({ about }) => about === 'processor notices')).toMatchObject({
      state: 'warning',
      text: expect.stringContaining('1 not handled for an hour, such as the dispute dp_70 of proc_7') as string,
    });
    await query(`DELETE FROM processor_notices; DELETE FROM processors; DELETE FROM environments WHERE account_id = 8`);
    await query('DELETE FROM accounts WHERE id = 8');
  });

  it('reports connections whose events or settlement were not read for hours', async () => {
    await query(`INSERT INTO accounts (id, name, tier) VALUES (8, 'Eight', 'pro')`);
    await query(`INSERT INTO environments (account_id, mode) VALUES (8, 'live')`);
    await query(
      `INSERT INTO processors (environment_id, id, kind, name, enabled, priority, status, updated_at)
       SELECT id, n, 'stripe', 'Example', n <> 6, 1, CASE n WHEN 5 THEN 'failing' ELSE 'ok' END, now()
         FROM environments, generate_series(5, 9) n WHERE account_id = 8`,
    );
    await query(
      `INSERT INTO processor_sweeps (environment_id, processor_id, subject, swept_to, due_at)
       SELECT environment_id, id, CASE id WHEN 8 THEN 'settlement' ELSE 'events' END, now() - CASE id WHEN 9 THEN interval '170 minutes' ELSE interval '190 minutes' END, now()
         FROM processors`,
    );
    const findings = await examine();
    expect(findings.find(({ about }) => about === 'processor events')).toMatchObject({
      state: 'warning',
      text: expect.stringContaining(
        'events of 2 connection(s), such as proc_6, were read completely up to 190 min ago',
      ) as string,
    });
    expect(findings.find(({ about }) => about === 'processor settlement')).toMatchObject({
      state: 'warning',
      text: expect.stringContaining('settlement of 1 connection(s), such as proc_8, were read') as string,
    });
    await query(`DELETE FROM processor_sweeps; DELETE FROM processors; DELETE FROM environments WHERE account_id = 8`);
    await query('DELETE FROM accounts WHERE id = 8');
  });

  it('reports connections to the same account, by name', async () => {
    await query(`INSERT INTO accounts (id, name, tier) VALUES (8, 'Eight', 'pro')`);
    await query(`INSERT INTO environments (account_id, mode) VALUES (8, 'live'), (8, 'test')`);
    await query(
      `INSERT INTO processors (environment_id, id, kind, name, enabled, priority, status, external_account_id, deleted_at,
         updated_at)
       SELECT e.id, n, 'stripe', 'Example', true, 1, 'ok', CASE n WHEN 5 THEN 'acct_1' ELSE 'acct_2' END,
              CASE n WHEN 6 THEN now() END, now()
         FROM environments e, generate_series(5, 9) n WHERE account_id = 8 AND (mode = 'test') = (n = 9)`,
    );
    const findings = await examine();
    expect(findings.find(({ about }) => about === 'processor accounts')).toMatchObject({
      state: 'warning',
      text: expect.stringContaining('proc_7 and proc_8 are connected to the same account acct_2;') as string,
    });
    await query(`DELETE FROM processors; DELETE FROM environments WHERE account_id = 8`);
    await query('DELETE FROM accounts WHERE id = 8');
  });
});
