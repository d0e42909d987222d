import { forThisFile } from '@svc/testing';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openTestDatabase } from '../../../test/open-test-database.js';
import { namedQuery } from '../../platform/database/named-query.js';
import { ID_EPOCH } from '../../platform/ids.js';
import type { WorkRef } from '../../platform/queues/work-ref.js';
import { DeliveryClaims, databaseTime, type ClaimedDelivery } from './delivery-claims.js';
import { wakeDeliveries } from './endpoint-backlogs.js';

const LEASE_MS = 20_000;
const endpoint = { environmentId: 1, id: '10' };
const waiting = { environmentId: 1, id: '100' };

const { database, sql } = await forThisFile(openTestDatabase({ isChecked: false }));
let claims: DeliveryClaims;

beforeAll(async () => {
  claims = new DeliveryClaims(database, LEASE_MS);
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
  it('claims a due delivery once', async () => {
    const claimed = await Promise.all([claims.claim([waiting]), claims.claim([waiting]), claimDue()]);
    expect(claimed.flat()).toEqual([expect.objectContaining({ id: '100', lease: 1 })]);
    expect(await dueNow(0, 10)).toEqual([]);
  });

  it('returns deliveries unattempted when their data cannot be read', async () => {
    await sql('ALTER TABLE environments RENAME TO elsewhere');
    try {
      await expect(claims.claim([waiting])).rejects.toThrow('environments');
    } finally {
      await sql('ALTER TABLE elsewhere RENAME TO environments');
    }
    expect(await claims.claim([waiting])).toEqual([expect.objectContaining({ id: '100', lease: 2, tookOver: false })]);
    expect(await sql('SELECT lost_leases FROM deliveries')).toEqual([{ lost_leases: 0 }]);
  });

  it.each([
    ['unknown', undefined],
    ['right', '50'],
    ['wrong', '51'],
  ])('reads the event when the event id of the queue is %s', async (_, eventId) => {
    await sql(`UPDATE events SET body = 'its bytes'`);
    const [claimed] = await claims.claim([eventId === undefined ? waiting : { ...waiting, eventId }]);
    expect(claimed?.body?.toString()).toBe('its bytes');
  });

  it('returns no body when the event is gone', async () => {
    await sql('DELETE FROM events');
    expect(await claims.claim([{ ...waiting, eventId: '50' }])).toMatchObject([{ id: '100', body: null }]);
  });

  it('claims no delivery that is not due or has a valid lease', async () => {
    expect(await claims.claim([waiting])).toHaveLength(1);
    expect(await claims.claim([waiting])).toEqual([]);
    await sql(`UPDATE deliveries SET leased_until = NULL, due_at = now() + interval '1 minute'`);
    expect(await claims.claim([waiting])).toEqual([]);
  });

  it('returns an event for each of its deliveries', async () => {
    await sql(`INSERT INTO deliveries (environment_id, id, event_id, webhook_id, type, status, due_at, updated_at)
               VALUES (1, 101, 50, 10, 'payment.pending', 'pending', now(), now())`);
    const claimed = await claims.claim([waiting, { environmentId: 1, id: '101' }]);
    expect(claimed.map(({ id, body }) => `${id} ${body}`).sort()).toEqual(['100 {}', '101 {}']);
  });

  it('reads an endpoint once, and again after any change of it', async () => {
    const again = async (): Promise<ClaimedDelivery['endpoint'] | undefined> => {
      await sql(`UPDATE deliveries SET leased_until = NULL`);
      return (await claims.claim([waiting]))[0]?.endpoint;
    };
    const first = await again();
    expect(first).toMatchObject({
      url: 'https://shop.example.com/',
      acknowledgeOn: '200',
      retrySchedule: 'standard',
      mode: 'test',
      accountId: '1',
    });
    expect(await again()).toBe(first);
    await sql(`UPDATE webhooks SET url = 'https://shop.example.com/moved', acknowledge_on = '2xx'`);
    expect(await again()).toMatchObject({ url: 'https://shop.example.com/moved', acknowledgeOn: '2xx' });
    await sql(`UPDATE webhooks SET retry_schedule = 'extended'`);
    expect(await again()).toMatchObject({ url: 'https://shop.example.com/moved', retrySchedule: 'extended' });
    await sql(`UPDATE webhooks SET deleted_at = now()`);
    expect(await again()).toBeNull();
    await sql(`UPDATE webhooks SET deleted_at = NULL`);
    expect(await again()).toMatchObject({ url: 'https://shop.example.com/moved' });
  });

  it('returns both secrets while a rotation overlaps, and only the new one afterwards', async () => {
    expect(await secretsOf(claims)).toEqual(['old', 'new']);
    await sql(`UPDATE webhooks SET overlap_until = now()`);
    await sql(`UPDATE deliveries SET leased_until = NULL`);
    expect(await secretsOf(claims)).toEqual(['new', null]);
  });

  it("returns the time of the database, whatever the host's clock says", async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 600_000 });
    const [claimed] = await claims.claim([waiting]).finally(() => vi.useRealTimers());
    if (claimed === undefined) throw new Error('it is not due');
    const told = databaseTime(claimed).getTime();
    const [{ now = 0 } = {}] = await sql('SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS now');
    const behindMs = Number(now) - told;
    expect(behindMs).toBeGreaterThanOrEqual(0);
    expect(behindMs).toBeLessThan(5_000);
    expect(Math.abs(claimed.waitedSeconds - (told - ID_EPOCH) / 1_000)).toBeLessThan(5);
  });

  it('marks deliveries taken over after another lease ended', async () => {
    expect(await claims.claim([waiting])).toMatchObject([{ id: '100', tookOver: false }]);
    await sql(`UPDATE deliveries SET leased_until = now()`);
    expect(await dueNow(1_000, 10)).toEqual([]);
    expect(await dueNow(0, 10)).toHaveLength(1);
    expect(await claims.claim([waiting])).toMatchObject([{ id: '100', tookOver: true }]);
  });

  it('fails a delivery after ten lost leases', async () => {
    await sql(`UPDATE deliveries SET leased_until = now(), lost_leases = 9`);
    expect(await claimDue()).toEqual([]);
    const givenUp = { status: 'failed', reason: 'worker_crash', due_at: null, leased_until: null };
    expect(await delivery()).toMatchObject(givenUp);
  });

  it('writes no index: the row stays on its page', async () => {
    await sql(`INSERT INTO deliveries (environment_id, id, event_id, webhook_id, type, status, due_at, updated_at)
               SELECT 1, n, 50, 10, 'payment.pending', 'pending', now(), now() FROM generate_series(1000, 1499) n`);
    const place = `SELECT id, (ctid::text::point)[0] AS page FROM deliveries ORDER BY id`;
    const before = await sql(place);
    await claims.claim(before.map(({ id }) => ({ environmentId: 1, id: String(id) })));
    expect(await sql(place)).toEqual(before);
  });
});

describe('a disabled endpoint', () => {
  beforeEach(() => sql(`UPDATE webhooks SET enabled = false`));

  it('parks its deliveries, and the search no longer finds them', async () => {
    expect(await claims.claim([waiting])).toEqual([]);
    expect(await delivery()).toMatchObject({ status: 'pending', due_at: Infinity, attempts: 0 });
    expect(await dueNow(0, 10)).toEqual([]);
  });

  it('parks a delivery whose worker died, and counts the lost lease', async () => {
    await sql(`UPDATE deliveries SET leased_until = now()`);
    await claimDue();
    expect(await delivery()).toMatchObject({ due_at: Infinity, lost_leases: 1, leased_until: null });
  });

  it('wakes its parked deliveries, and no others, when it is enabled', async () => {
    await sql(`INSERT INTO deliveries (environment_id, id, event_id, webhook_id, type, status, due_at, updated_at)
               VALUES (1, 101, 50, 10, 'payment.pending', 'pending', now() + interval '1 hour', now())`);
    await claimDue();
    await database.transaction(async (transaction) => {
      await transaction.run(ENABLE, []);
      wakeDeliveries(transaction, endpoint);
    });
    expect((await claimDue()).map(({ id }) => id)).toEqual(['100']);
  });

  it('loses no delivery that is claimed while it is enabled', async () => {
    await database.transaction(async (transaction) => {
      await transaction.run(ENABLE, []);
      wakeDeliveries(transaction, endpoint);
      expect(await claimDue()).toEqual([]);
    });
    expect(await delivery()).toMatchObject({ status: 'pending', due_at: expect.any(Date) });
    expect(await claimDue()).toHaveLength(1);
  });

  it('does not hold back deliveries when it was deleted', async () => {
    await sql(`UPDATE webhooks SET deleted_at = now()`);
    expect(await claimDue()).toEqual([expect.objectContaining({ id: '100', endpoint: null })]);
  });
});

describe('the order of due deliveries', () => {
  beforeEach(async () => {
    await sql('TRUNCATE deliveries');
    await sql(`INSERT INTO deliveries (environment_id, id, event_id, webhook_id, type, status, due_at, updated_at)
               SELECT 1, id, 50, 10, 'payment.pending', 'pending', date_trunc('hour', now()) - interval '1 hour' * (id % 3),
                      now() FROM generate_series(200, 219) AS id`);
  });

  it('is longest due first, by environment', async () => {
    await sql(`INSERT INTO deliveries (environment_id, id, event_id, webhook_id, type, status, due_at, updated_at)
               SELECT 2, 300, 50, 10, 'payment.pending', 'pending', now(), now()`);
    const ids = Array.from({ length: 20 }, (_, n) => 200 + n);
    const longestFirst = [2, 1, 0].flatMap((rest) => ids.filter((id) => id % 3 === rest).map(String));
    const query = { graceMs: 0, after: 0, environments: 1, rows: 10 };
    const first = await claims.due(query);
    expect([first.refs.map(({ id }) => id), first.last]).toEqual([longestFirst.slice(0, 10), 1]);
    const second = await claims.due({ ...query, after: 1 });
    expect([second.refs, second.last]).toMatchObject([
      [{ environmentId: 2, id: '300', webhookId: '10', eventId: '50' }],
      2,
    ]);
    expect(await claims.due({ ...query, after: 2 })).toEqual({ refs: [], last: undefined });
  });

  it('includes only deliveries that have been due for the grace period', async () => {
    await sql(`UPDATE deliveries SET due_at = now() - interval '1 second'`);
    expect(await dueNow(30_000, 50)).toEqual([]);
    expect(await dueNow(0, 50)).toHaveLength(20);
  });
});

const ENABLE = namedQuery('test_enable', 'UPDATE webhooks SET enabled = true WHERE environment_id = 1');

async function delivery(): Promise<Record<string, unknown> | undefined> {
  const [row] = await sql('SELECT * FROM deliveries WHERE environment_id = 1 AND id = 100');
  return row;
}

async function dueNow(graceMs: number, rows: number): Promise<readonly WorkRef[]> {
  return (await claims.due({ graceMs, after: 0, environments: 10, rows })).refs;
}

async function claimDue(): Promise<ClaimedDelivery[]> {
  return claims.claim(await dueNow(0, 10));
}

async function secretsOf(from: DeliveryClaims): Promise<(string | null)[]> {
  const claimed = await from.claim([waiting]);
  const secrets = claimed.flatMap(({ endpoint }) => [endpoint?.secretCiphertext, endpoint?.nextSecretCiphertext]);
  return secrets.map((each) => (each ? `${each}` : null));
}
