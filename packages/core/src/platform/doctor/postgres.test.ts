import { createTestDatabase, type TestDatabase } from '@svc/testing';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrate } from '../database/migrate.js';
import { examinePostgres } from './postgres.js';

let server: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  server = await createTestDatabase();
  await migrate(server.url);
  client = new pg.Client(server.url);
  await client.connect();
});

afterAll(async () => {
  await client.end();
  await server.drop();
});

async function dueDeliveries(): Promise<string | undefined> {
  const installation = { retentionDays: 30, pendingLimit: undefined, masterKeys: undefined, sealedColumns: [] };
  const findings = await examinePostgres(server.url, installation);
  return findings.find(({ about }) => about === 'due deliveries')?.state;
}

it('counts deliveries as left lying since they were due, or since the lease of whoever had them has run out', async () => {
  await client.query(
    `INSERT INTO deliveries (environment_id, id, event_id, webhook_id, type, status, due_at, leased_until, updated_at)
     VALUES (1, 1, 1, 1, 'payment.pending', 'pending', now() - interval '1 hour', now() + interval '1 hour', now())`,
  );
  expect(await dueDeliveries()).toBe('ok');
  await client.query(`UPDATE deliveries SET leased_until = now() - interval '20 seconds'`);
  expect(await dueDeliveries()).toBe('warning');
  await client.query('UPDATE deliveries SET leased_until = NULL');
  expect(await dueDeliveries()).toBe('failed');
});
