import { Svc } from '@svc/sdk';
import { expect, it } from 'vitest';
import { healthOf } from './health-of.js';

/** Pages of 100 webhooks, `wh_1` first. */
function service(count: number, requests: string[]): Svc {
  const respond = (address: string | URL): Response => {
    const first = Number(new URL(address).searchParams.get('cursor') ?? 0);
    requests.push(String(first));
    const data = Array.from({ length: Math.min(100, count - first) }, (_, n) => ({
      webhookId: `wh_${first + n + 1}`,
      health: { deliveries: first + n + 1 },
    }));
    const hasMore = first + 100 < count;
    return Response.json({ data, hasMore, nextCursor: hasMore ? String(first + 100) : null });
  };
  return new Svc('sk_test_1', { baseUrl: 'https://svc.test', fetch: (address) => Promise.resolve(respond(address)) });
}

it.each([
  [10_000, 'wh_1', { deliveries: 1 }, 1],
  [10_000, 'wh_500', { deliveries: 500 }, 5],
  [10_000, 'wh_501', 'not read', 5],
  [500, 'wh_501', 'deleted', 5],
])('of %d webhooks, the health of %s is %j, read with %d requests', async (count, id, health, requestCount) => {
  const requests: string[] = [];
  expect(await healthOf(service(count, requests), id, new AbortController().signal)).toEqual(health);
  expect(requests).toHaveLength(requestCount);
});
