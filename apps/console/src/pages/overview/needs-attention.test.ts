import { Svc, type DeliveryHealth } from '@svc/sdk';
import { describe, expect, it } from 'vitest';
import { failingEndpoints, failingText, readFailingConnections, readFailingEndpoints } from './needs-attention.js';

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
    expect(failing.items.map(({ id }) => id)).toEqual(['wh_1', 'wh_2']);
    expect(failing.isComplete).toBe(true);
  });

  it('are those of the newest webhooks, if there are too many to read', async () => {
    const ids = Array.from({ length: 10_000 }, (_, n) => `wh_${10_000 - n}`);
    const webhooks = ids.map((id) => ({ id, disabledReason: null }));
    const healths = ids.map((id) => health(id, id === 'wh_9999' || id === 'wh_1' ? 1 : 0));
    const requests: string[] = [];
    const client = clientOfLists({ '/v1/webhooks': webhooks, '/v1/analytics/webhooks': healths }, 100, requests);
    const failing = await readFailingEndpoints(client, new AbortController().signal);
    expect(failing.items.map(({ id }) => id)).toEqual(['wh_9999']);
    expect(failing.isComplete).toBe(false);
    expect(requests).toHaveLength(10);
  });

  it.each([
    [[], true, 'No webhooks are failing.'],
    [['wh_1'], true, null],
    [[], false, 'None of the newest 500 webhooks are failing. Older ones are not shown here.'],
    [['wh_1'], false, 'Of the newest 500 webhooks, these are failing. Older ones are not shown here.'],
  ])('%j, all of them: %s', (items, isComplete, text) => {
    expect(failingText('webhooks', { items, isComplete })).toBe(text);
  });
});

describe('failing connections', () => {
  it('are found on every page', async () => {
    const statuses = ['ok', 'failing', 'unverified', 'failing'];
    const client = clientOfLists({ '/v1/processors': statuses.map((status, n) => ({ id: `proc_${n}`, status })) });
    const failing = await readFailingConnections(client, new AbortController().signal);
    expect(failing.items.map(({ id }) => id)).toEqual(['proc_1', 'proc_3']);
    expect(failing.isComplete).toBe(true);
  });
});

/** A client of a service whose lists have some items a page. The cursor is the number of the next item. */
function clientOfLists(lists: Readonly<Record<string, readonly unknown[]>>, perPage = 1, requests: string[] = []): Svc {
  const respond = (address: string | URL): Response => {
    const { pathname, searchParams } = new URL(address);
    requests.push(pathname);
    const items = lists[pathname] ?? [];
    const first = Number(searchParams.get('cursor') ?? 0);
    const next = first + perPage;
    const hasMore = next < items.length;
    return Response.json({ data: items.slice(first, next), hasMore, nextCursor: hasMore ? String(next) : null });
  };
  return new Svc('sk_test_1', { baseUrl: 'https://svc.test', fetch: (address) => Promise.resolve(respond(address)) });
}
