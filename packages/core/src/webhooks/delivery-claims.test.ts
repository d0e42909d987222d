import { createTestDatabase, type TestDatabase } from '@svc/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { entities } from '../entities.js';
import type { Database } from '../platform/database/database.js';
import { migrate } from '../platform/database/migrate.js';
import { namedQuery } from '../platform/database/named-query.js';
import { openDatabase } from '../platform/database/open-database.js';
import { DeliveryClaims, wakeDeliveries } from './delivery-claims.js';

const LEASE_MS = 20_000;
const endpoint = { environmentId: 1, id: '10' };
const waiting = { environmentId: 1, id: '100' };

let server: TestDatabase;
let database: Database;
let claims: DeliveryClaims;

beforeAll(async () => {
  server = await createTestDatabase();
  await migrate(server.url);
  const settings = { DATABASE_URL: server.url, DATABASE_POOL: 4, PG_PREPARED: true, SQL_CHECK: false };
  database = await openDatabase(settings, entities, { error: () => {} });
  claims = new DeliveryClaims(database, LEASE_MS);
  await sql(`INSERT INTO accounts (id, name, tier) VALUES (1, 'A', 'pro')`);
  await sql(`INSERT INTO environments (account_id, mode) VALUES (1, 'test')`);
});

afterAll(async () => {
  await database.close();
  await server.drop();
});

beforeEach(async () => {
  await sql('TRUNCATE webhooks, replays, deliveries, events');
  await sql(`INSERT INTO webhooks (environment_id, id, url, events, enabled, acknowledge_on, updated_at,
               secret_ciphertext, secret_data_key, next_secret_ciphertext, next_secret_data_key, overlap_until)
             VALUES (1, 10, 'https://shop.example.com/', '{payment.pending}', true, '200', now(),
               'old', 'old key', 'new', 'new key', now() + interval '1 hour')`);
  await sql(`INSERT INTO events (environment_id, id, type, object_id, body, epoch, xid)
             VALUES (1, 50, 'payment.pending', 1, '{}', 1, 1)`);
  await sql(`INSERT INTO deliveries (environment_id, id, event_id, webhook_id, type, status, due_at, updated_at)
             VALUES (1, 100, 50, 10, 'payment.pending', 'pending', now() - interval '10 s', now())`);
});

describe('claiming deliveries', () => {
  it('takes one that is due, once', async () => {
    const [first, second] = await Promise.all([claims.claim([waiting]), claims.claimDue(0, 10)]);
    expect([...first.claimed, ...second.claimed]).toEqual([expect.objectContaining({ id: '100', lease: 1 })]);
    expect((await claims.claimDue(0, 10)).met).toBe(0);
  });

  it('brings both secrets while a rotation overlaps, and the new one alone when it is over', async () => {
    expect(await secretsOf(claims)).toEqual(['old', 'new']);
    await sql(`UPDATE webhooks SET overlap_until = now()`);
    await sql(`UPDATE deliveries SET due_at = now(), status = 'pending'`);
    expect(await secretsOf(claims)).toEqual(['new', null]);
  });

  it('gives up after ten lost leases', async () => {
    await sql(`UPDATE deliveries SET status = 'delivering', lost_leases = 9`);
    expect(await claims.claimDue(0, 10)).toEqual({ met: 1, claimed: [] });
    expect(await delivery()).toMatchObject({ status: 'failed', reason: 'worker_crash', due_at: null });
  });
});

describe('a disabled endpoint', () => {
  beforeEach(() => sql(`UPDATE webhooks SET enabled = false`));

  it.each(['claim', 'claimDue'] as const)('parks its deliveries, and no sweep meets them again (%s)', async (by) => {
    const round = by === 'claim' ? claims.claim([waiting]) : claims.claimDue(0, 10);
    expect(await round).toEqual({ met: 1, claimed: [] });
    expect(await delivery()).toMatchObject({ status: 'pending', due_at: Infinity, attempts: 0 });
    expect((await claims.claimDue(0, 10)).met).toBe(0);
  });

  it('parks a delivery whose worker died, and counts the lost lease', async () => {
    await sql(`UPDATE deliveries SET status = 'delivering'`);
    await claims.claimDue(0, 10);
    expect(await delivery()).toMatchObject({ status: 'pending', due_at: Infinity, lost_leases: 1 });
  });

  it('lets them go when it is enabled, and only what was parked', async () => {
    await sql(`INSERT INTO deliveries (environment_id, id, event_id, webhook_id, type, status, due_at, updated_at)
               VALUES (1, 101, 50, 10, 'payment.pending', 'pending', now() + interval '1 hour', now())`);
    await claims.claimDue(0, 10);
    await database.transaction(async (transaction) => {
      await transaction.run(ENABLE, []);
      wakeDeliveries(transaction, endpoint);
    });
    expect((await claims.claimDue(0, 10)).claimed.map(({ id }) => id)).toEqual(['100']);
  });

  it('loses none that is claimed while somebody enables it', async () => {
    await database.transaction(async (transaction) => {
      await transaction.run(ENABLE, []);
      wakeDeliveries(transaction, endpoint);
      expect(await claims.claimDue(0, 10)).toEqual({ met: 1, claimed: [] });
    });
    expect(await delivery()).toMatchObject({ status: 'pending', due_at: expect.any(Date) });
    expect((await claims.claimDue(0, 10)).claimed).toHaveLength(1);
  });

  it('does not keep the deliveries of a deleted one waiting', async () => {
    await sql(`UPDATE webhooks SET deleted_at = now()`);
    expect((await claims.claimDue(0, 10)).claimed).toEqual([expect.objectContaining({ id: '100', url: null })]);
  });
});

const ENABLE = namedQuery('test_enable', 'UPDATE webhooks SET enabled = true WHERE environment_id = 1');

async function sql(text: string): Promise<Record<string, unknown>[]> {
  return database.dataSource.query<Record<string, unknown>[]>(text);
}

async function delivery(): Promise<Record<string, unknown> | undefined> {
  const [row] = await sql('SELECT * FROM deliveries WHERE environment_id = 1 AND id = 100');
  return row;
}

async function secretsOf(from: DeliveryClaims): Promise<(string | null)[]> {
  const { claimed } = await from.claimDue(0, 10);
  return claimed.flatMap((each) => [each.secretCiphertext, each.nextSecretCiphertext]).map((each) => each && `${each}`);
}
