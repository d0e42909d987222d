import { Svc, type DeliveryHealth } from '@svc/sdk';
import { describe, expect, it } from 'vitest';
import { failingEndpoints, readFailingConnections, readFailingEndpoints } from './needs-attention.js';

describe('failing endpoints', () => {
  const health = (webhookId: string, failed: number) => ({
    webhookId,
    health: { failed, deliveries: 20, coveredFrom: '2026-11-20T09:30:00.000Z' } as DeliveryHealth,
  });

  it('were disabled by the service, or have failed deliveries', () => {
    const webhooks = [
      { id: 'wh_1', disabledReason: null },
      { id: 'wh_2', disabledReason: 'Every attempt has failed.' },
      { id: 'wh_3', disabledReason: null },
    ];
    expect(failingEndpoints(webhooks, [health('wh_1', 3), health('wh_2', 20), health('wh_3', 0)])).toEqual([
      { id: 'wh_2', reason: 'It was disabled. Every attempt has failed.' },
      { id: 'wh_1', reason: '3 of 20 deliveries since 2026-11-20 09:30:00 UTC failed.' },
    ]);
  });

  it('are those that accept nothing while their deliveries are being retried', () => {
    const retried = { ...health('wh_1', 0).health, deliveries: 500, delivered: 0, pending: 500, attempts: 900 };
    const reasons = (more: Partial<DeliveryHealth>) =>
      failingEndpoints([], [{ webhookId: 'wh_1', health: { ...retried, ...more } }]).map(({ reason }) => reason);
    expect(reasons({})).toEqual([
      '0 of 500 deliveries since 2026-11-20 09:30:00 UTC were delivered, 500 are being retried.',
    ]);
    expect(reasons({ attempts: 2 })).toEqual([]);
    expect(reasons({ delivered: 1, pending: 499 })).toEqual([]);
    expect(reasons({ cancelled: 500, pending: 0 })).toEqual([]);
    expect(reasons({ failed: 1, pending: 499 })).toEqual(['1 of 500 deliveries since 2026-11-20 09:30:00 UTC failed.']);
  });

  it('are found on every page of both lists', async () => {
    const webhooks = [
      { id: 'wh_3', disabledReason: null },
      { id: 'wh_2', disabledReason: null },
      { id: 'wh_1', disabledReason: 'Every attempt has failed.' },
    ];
    const healths = [health('wh_3', 0), health('wh_2', 1), health('wh_1', 20)];
    const client = clientOfLists({ '/v1/webhooks': webhooks, '/v1/analytics/webhooks': healths });
    const failing = await readFailingEndpoints(client, new AbortController().signal);
    expect(failing.map(({ id }) => id)).toEqual(['wh_1', 'wh_2']);
  });
});

describe('failing connections', () => {
  it('are found on every page', async () => {
    const statuses = ['ok', 'failing', 'unverified', 'failing'];
    const client = clientOfLists({ '/v1/processors': statuses.map((status, n) => ({ id: `proc_${n}`, status })) });
    const failing = await readFailingConnections(client, new AbortController().signal);
    expect(failing.map(({ id }) => id)).toEqual(['proc_1', 'proc_3']);
  });
});

/** A client of a service whose lists have one item a page. The cursor is the number of the item. */
function clientOfLists(lists: Readonly<Record<string, readonly unknown[]>>): Svc {
  const respond = (address: string | URL): Response => {
    const { pathname, searchParams } = new URL(address);
    const items = lists[pathname] ?? [];
    const next = Number(searchParams.get('cursor') ?? 0) + 1;
    const hasMore = next < items.length;
    return Response.json({ data: items.slice(next - 1, next), hasMore, nextCursor: hasMore ? String(next) : null });
  };
  return new Svc('sk_test_1', { baseUrl: 'https://svc.test', fetch: (address) => Promise.resolve(respond(address)) });
}
