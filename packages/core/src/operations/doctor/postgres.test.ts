import { createTestDatabase, type TestDatabase } from '@svc/testing';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { examinePostgres } from './postgres.js';

let server: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  server = await createTestDatabase();
  client = new pg.Client(server.url);
  await client.connect();
});

afterAll(async () => {
  await client.end();
  await server.drop();
});

async function dueDeliveries(): Promise<string | undefined> {
  const unset = { pendingLimit: undefined, masterKeys: undefined, peppers: undefined, config: undefined };
  const installation = { cell: 0, retentionDays: 30, sealedColumns: [], ...unset };
  const findings = await examinePostgres(server.url, installation);
  return findings.find(({ about }) => about === 'due deliveries')?.state;
}

it('counts deliveries as overdue since they were due, or since the lease of their worker expired', async () => {
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

it('ignores deliveries that wait behind a slow one to the same endpoint, while a worker holds that', async () => {
  await client.query(`INSERT INTO accounts (id, name, tier) VALUES (1, 'A', 'pro')`);
  await client.query(`INSERT INTO environments (id, account_id, mode) OVERRIDING SYSTEM VALUE VALUES (1, 1, 'test')`);
  await client.query(`INSERT INTO webhooks (environment_id, id, url, events, enabled, acknowledge_on, secret_ciphertext,
                        secret_data_key, updated_at)
    SELECT 1, n, 'https://shop.example/hooks', '{payment.pending}', true, '200', '\\x00', '\\x00', now()
      FROM generate_series(1, 2) n`);
  await client.query('TRUNCATE deliveries');
  await client.query(`INSERT INTO deliveries (environment_id, id, event_id, webhook_id, type, status, due_at, updated_at)
    SELECT 1, n, 1, 1, 'payment.pending', 'pending', now() - interval '1 hour', now() FROM generate_series(1, 3) n`);
  expect(await dueDeliveries()).toBe('failed');
  const hold = (seconds: number): Promise<unknown> =>
    client.query(`UPDATE deliveries SET leased_until = now() + interval '45 s' * sign(45 - ${seconds}),
                    updated_at = now() - interval '1 s' * ${seconds} WHERE id = 1`);
  await hold(0);
  expect(await dueDeliveries()).toBe('failed');
  await hold(2);
  expect(await dueDeliveries()).toBe('ok');
  await hold(0);
  await client.query('UPDATE webhooks SET failing_since = now() WHERE id = 1');
  expect(await dueDeliveries()).toBe('ok');
  await client.query('UPDATE deliveries SET webhook_id = 2 WHERE id = 3');
  expect(await dueDeliveries()).toBe('failed');
  await client.query('UPDATE deliveries SET webhook_id = 1');
  await hold(46);
  expect(await dueDeliveries()).toBe('failed');
});
