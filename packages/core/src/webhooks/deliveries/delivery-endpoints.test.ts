import { forThisFile } from '@svc/testing';
import { beforeAll, expect, it, vi } from 'vitest';
import { openTestDatabase } from '../../../test/open-test-database.js';
import type { Database } from '../../platform/database/database.js';
import { DeliveryEndpoints, ENDPOINT_STAMP, type StampedEndpoint } from './delivery-endpoints.js';

const MORE_THAN_ARE_KEPT = 10_100;

const { database } = await forThisFile(openTestDatabase({ pool: 2 }));

beforeAll(async () => {
  await sql(`INSERT INTO webhooks (environment_id, id, url, events, enabled, acknowledge_on, updated_at)
             SELECT 1, n, 'https://shop.example.com/' || n, '{payment.pending}', true, '200', now()
               FROM generate_series(1, ${MORE_THAN_ARE_KEPT}) n`);
});

it('keeps the endpoints that were read last, up to its limit', async () => {
  const endpoints = new DeliveryEndpoints(database);
  const all = await stamped();
  const [first, last] = [all.slice(0, 100), all.slice(-100)];
  expect(await endpoints.of(all.slice(0, -100))).toHaveLength(MORE_THAN_ARE_KEPT - 100);
  expect((await endpoints.of(last))[99]).toMatchObject({ url: `https://shop.example.com/${MORE_THAN_ARE_KEPT}` });
  const reads = vi.spyOn(database, 'forSystem');
  expect((await endpoints.of(last)).every((endpoint) => endpoint !== null)).toBe(true);
  expect(reads).not.toHaveBeenCalled();
  expect((await endpoints.of(first))[0]).toMatchObject({ url: 'https://shop.example.com/1' });
  expect(reads).toHaveBeenCalledOnce();
});

it('returns null for an endpoint that was deleted after the claim', async () => {
  const endpoints = new DeliveryEndpoints(database);
  const [one] = await stamped();
  if (one === undefined) throw new Error('there is no endpoint');
  await sql('UPDATE webhooks SET deleted_at = now() WHERE environment_id = 1 AND id = 1');
  expect(await endpoints.of([one])).toEqual([null]);
  expect(await endpoints.of([{ ...one, stamp: '' }])).toEqual([null]);
});

it('returns no older state, although one is read meanwhile', async () => {
  const asked: ((rows: object[]) => void)[] = [];
  const run = (): Promise<object[]> => new Promise((resolve) => asked.push(resolve));
  const endpoints = new DeliveryEndpoints({ forSystem: () => ({ run }) } as unknown as Database);
  const [before, now] = ['before', 'now'].map((stamp) => ({ environmentId: 1, webhookId: '1', stamp, url: stamp }));
  const other = { environmentId: 1, webhookId: '2', stamp: 'now', url: 'other' };
  if (before === undefined || now === undefined) throw new Error('there are two');
  const early = endpoints.of([before]);
  const late = endpoints.of([now]);
  asked[1]?.([now]);
  expect(await late).toEqual([now]);
  const both = endpoints.of([now, other]);
  asked[0]?.([before]);
  expect(await early).toEqual([before]);
  asked[2]?.([other]);
  expect(await both).toEqual([now, other]);
});

function stamped(): Promise<StampedEndpoint[]> {
  return sql(`SELECT environment_id AS "environmentId", id AS "webhookId", ${ENDPOINT_STAMP} AS stamp
                FROM webhooks w WHERE environment_id = 1 AND deleted_at IS NULL ORDER BY id`);
}

function sql<Row>(text: string): Promise<Row[]> {
  return database.dataSource.query<Row[]>(text);
}
