import { eventually, forThisFile, problem, rowId, stackWithAccount, startReceiver } from '@svc/testing';
import { describe, expect, it } from 'vitest';

const receiver = await forThisFile(startReceiver());
const { stack, account, client } = await stackWithAccount({ env: { WEBHOOK_RETRY_DELAYS: '100ms,100ms,100ms' } });

const environment = `(SELECT id FROM environments WHERE account_id = $1 AND mode = 'test')`;
const ownAccount = rowId(account.accountId);

async function register(path: string): Promise<string> {
  const body = { url: `${receiver.url}${path}`, events: ['customer.created'] };
  return String((await client.post('/v1/webhooks', body)).body['id']);
}

async function health(query = ''): Promise<Record<string, Record<string, unknown>>> {
  const { status, body } = await client.get(`/v1/analytics/webhooks?${query}`);
  expect(status).toBe(200);
  const data = body['data'] as { webhookId: string; health: Record<string, unknown> }[];
  const each = data.map(({ webhookId, health: figures }) => [webhookId, figures]);
  return { total: body['total'] as Record<string, unknown>, ...Object.fromEntries(each) };
}

/** Inserts past deliveries to an endpoint, one per second; the nth was delivered at once in n ms. */
function deliveredBefore(webhookId: string, count: number, ago: string): Promise<unknown> {
  return stack.query(
    `WITH made AS (
       INSERT INTO deliveries (environment_id, id, event_id, webhook_id, type, status, attempts, updated_at)
       SELECT ${environment}, id_at(now() - $4::interval + n * interval '1 second'), n, $2, 'customer.created', 'delivered', 1, now()
         FROM generate_series(1, $3::int) n
       RETURNING environment_id, id, event_id)
     INSERT INTO delivery_attempts (environment_id, delivery_id, n, at, duration_ms, status_code)
     SELECT environment_id, id, 1, id_time(id) + interval '1 second', event_id, 200 FROM made`,
    [ownAccount, rowId(webhookId), count, ago],
  );
}

describe('listWebhookHealth', () => {
  it('200 with nulls before the first delivery', async () => {
    const id = await register('/silent');
    const none = { deliveries: 0, attempts: 0, successRate: null, responseTime: null, acknowledgedAfter: null };
    expect(await health()).toMatchObject({ total: none, [id]: none });
    await client.send('DELETE', `/v1/webhooks/${id}`);
  });

  it('200 with counts and rates for each webhook and for all', async () => {
    receiver.respond('/failing', 500);
    receiver.script('/flaky', [500, 200]);
    const [failing, flaky] = [await register('/failing'), await register('/flaky')];
    await client.post('/v1/customers', { email: 'ada@example.com' });
    await eventually(async () => {
      expect(await health()).toMatchObject({
        [failing]: { deliveries: 1, delivered: 0, failed: 1, pending: 0, attempts: 4, successRate: 0 },
        [flaky]: { deliveries: 1, delivered: 1, failed: 0, pending: 0, attempts: 2, successRate: 1 },
        total: { deliveries: 2, delivered: 1, failed: 1, pending: 0, attempts: 6, successRate: 0.5 },
      });
    });
    const figures = await health();
    expect(figures[failing]).toMatchObject({ acknowledgedAfter: null, responseTime: { p50: expect.any(Number) } });
    const { p99 } = (figures[flaky] as { acknowledgedAfter: { p99: number } }).acknowledgedAfter;
    // It was acknowledged at the second attempt, about 100 ms after the first.
    expect(p99).toBeGreaterThan(80);
  });

  it('200 with percentiles of the newest 500 deliveries, and the time since which they are complete', async () => {
    const id = await register('/busy');
    await deliveredBefore(id, 600, '3 hours');
    const figures = (await health())[id];
    expect(figures).toMatchObject({
      ...{ deliveries: 500, delivered: 500, attempts: 500 },
      responseTime: { p50: 350, p95: 575, p99: 595 },
      acknowledgedAfter: { p50: 1_350, p95: 1_575, p99: 1_595 },
    });
    const [row] = await stack.query(
      `SELECT id_time(id) AS at FROM deliveries WHERE environment_id = ${environment} AND event_id = 101`,
      [ownAccount],
    );
    expect(figures?.['coveredFrom']).toBe((row as { at: Date }).at.toISOString());
  });

  it('200 with the deliveries created in the range, page by page', async () => {
    const id = await register('/earlier');
    await deliveredBefore(id, 3, '40 hours');
    expect((await health())[id]).toMatchObject({ deliveries: 0 });
    const from = new Date(Date.now() - 48 * 3_600_000).toISOString();
    expect((await health(`createdFrom=${from}`))[id]).toMatchObject({ deliveries: 3, coveredFrom: from });
    const first = await client.get('/v1/analytics/webhooks?limit=1');
    expect(first.body).toMatchObject({ hasMore: true, data: [{ webhookId: id }] });
    const next = await client.get(`/v1/analytics/webhooks?limit=100&cursor=${String(first.body['nextCursor'])}`);
    expect(next.body['hasMore']).toBe(false);
    expect(next.body['data']).toHaveLength(3);
  });

  it('200 without data of the other mode', async () => {
    const answer = await stack.client(account.liveKey).get('/v1/analytics/webhooks');
    expect(answer.body).toMatchObject({ data: [], total: { deliveries: 0 } });
  });

  it.each([
    ['a range of more than 31 days', 'createdFrom=2026-01-01T00:00:00Z&createdTo=2026-02-02T00:00:00Z', 'createdFrom'],
    [
      'a range that ends before it starts',
      'createdFrom=2026-01-02T00:00:00Z&createdTo=2026-01-01T00:00:00Z',
      'createdTo',
    ],
  ])('400 for %s', async (_, query, parameter) => {
    const answer = await client.get(`/v1/analytics/webhooks?${query}`);
    expect(problem(answer)).toEqual([400, 'invalid_query']);
    expect(answer.body['errors']).toEqual([expect.objectContaining({ parameter, code: 'out_of_range' })]);
  });
});
