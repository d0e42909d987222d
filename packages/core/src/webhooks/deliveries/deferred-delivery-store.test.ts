import { forThisFile } from '@svc/testing';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../../test/open-test-database.js';
import { DeliveryClaims } from './delivery-claims.js';
import { DeferredDeliveryStore } from './deferred-delivery-store.js';

const due = { environmentId: 1, id: '100', webhookId: '10' };

const { database, sql } = await forThisFile(openTestDatabase({ isChecked: false }));
let claims: DeliveryClaims;
let store: DeferredDeliveryStore;

beforeAll(async () => {
  claims = new DeliveryClaims(database, 20_000);
  store = new DeferredDeliveryStore(database);
});

beforeEach(async () => {
  await sql('TRUNCATE deliveries');
  await sql(`INSERT INTO deliveries (environment_id, id, event_id, webhook_id, type, status, due_at, updated_at)
             VALUES (1, 100, 50, 10, 'payment.pending', 'pending', now() - interval '10 s', now())`);
});

describe('a delivery that its endpoint cannot take now', () => {
  it('is deferred with a reason, and becomes due by itself', async () => {
    await store.defer([{ due, waitMs: 60_000 }]);
    expect(await delivery()).toMatchObject({ status: 'pending', reason: 'endpoint_busy', attempts: 0 });
    expect(await claims.claim([due])).toEqual([]);
    await sql(`UPDATE deliveries SET due_at = now()`);
    expect(await claims.claim([due])).toHaveLength(1);
    expect(await delivery()).toMatchObject({ leased_until: expect.any(Date), reason: null });
  });

  it('is not deferred once a worker has claimed it', async () => {
    await claims.claim([due]);
    const before = await delivery();
    await store.defer([{ due, waitMs: 60_000 }]);
    expect(await delivery()).toEqual(before);
  });

  it('is not deferred while its row is locked, and nothing waits for the lock', async () => {
    const holder = database.dataSource.createQueryRunner();
    await holder.startTransaction();
    try {
      await holder.query('SELECT FROM deliveries WHERE environment_id = 1 AND id = 100 FOR UPDATE');
      await store.defer([{ due, waitMs: 60_000 }]);
    } finally {
      await holder.rollbackTransaction();
      await holder.release();
    }
    expect(await delivery()).toMatchObject({ reason: null });
  });

  it('is listed as the oldest of its endpoint, page by page', async () => {
    await sql(`INSERT INTO deliveries
                 (environment_id, id, event_id, webhook_id, type, status, due_at, reason, updated_at)
               SELECT 1, n, 50, 10 + n % 3, 'payment.pending', 'pending', now() + interval '1 hour',
                      CASE WHEN n % 3 < 2 THEN 'endpoint_busy' END, now() FROM generate_series(201, 230) n`);
    const [one, other] = [
      { environmentId: 1, webhookId: '10', id: '201' },
      { environmentId: 1, webhookId: '11', id: '202' },
    ];
    expect(await store.endpoints('0', 10)).toEqual([one, other]);
    expect(await store.endpoints('0', 1)).toEqual([one]);
    expect(await store.endpoints('10', 10)).toEqual([other]);
    expect(await store.endpoints('11', 10)).toEqual([]);
  });

  it('is recalled when the endpoint responds again, unlike one that waits for a retry', async () => {
    await sql(`INSERT INTO deliveries
                 (environment_id, id, event_id, webhook_id, type, status, attempts, due_at, updated_at)
               VALUES (1, 101, 50, 10, 'payment.pending', 'pending', 1, now() + interval '1 hour', now())`);
    await store.defer([{ due, waitMs: 60_000 }]);
    expect(await store.recall(1, '10', '101', 50)).toEqual([]);
    expect(await store.recall(1, '10', '100', 50)).toEqual([{ ...due, eventId: '50' }]);
    expect(await store.recall(1, '10', '0', 50)).toEqual([]);
    expect((await claims.due({ graceMs: 0, after: 0, environments: 1, rows: 10 })).refs.map(({ id }) => id)).toEqual([
      '100',
    ]);
  });
});

async function delivery(): Promise<Record<string, unknown> | undefined> {
  const [row] = await sql('SELECT * FROM deliveries WHERE environment_id = 1 AND id = 100');
  return row;
}
