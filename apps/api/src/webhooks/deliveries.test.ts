import { idsOf, problem, rowId, stackWithAccount, type Answer, type Client } from '@svc/testing';
import { describe, expect, it } from 'vitest';

// Without a worker, the tests set the outcome of deliveries themselves.
const { stack, account, client } = await stackWithAccount({ worker: 0 });
const stranger = await stack.createAccount();
const writer = await stack.clientWithScopes('webhooks:write');
const reader = await stack.clientWithScopes('webhooks:read');

const foreign = (): Client[] => [stranger.testKey, account.liveKey].map((key) => stack.client(key));

interface Delivery {
  readonly id: string;
  readonly eventId: string;
  readonly type: string;
  readonly status: string;
}

/** Creates a webhook and `count` payments with one delivery each, oldest first. */
async function deliveries(count = 1): Promise<{ webhook: string; webhookId: string; made: Delivery[] }> {
  const events = ['payment.pending'];
  const registered = await client.post('/v1/webhooks', { url: 'https://receiver.invalid/', events });
  const webhookId = String(registered.body['id']);
  const webhook = `/v1/webhooks/${webhookId}`;
  for (let n = 0; n < count; n += 1) {
    await client.post('/v1/payments', { amount: { value: 100, currency: 'USD' }, metadata: { sandbox: 'hold' } });
  }
  const page = await client.get(`${webhook}/deliveries`);
  await client.send('PATCH', webhook, { events: ['webhook.test'] });
  return { webhook, webhookId, made: (page.body['data'] as Delivery[]).reverse() };
}

async function one(): Promise<{ webhook: string; webhookId: string; delivery: Delivery }> {
  const { made, ...rest } = await deliveries();
  const [delivery] = made;
  if (delivery === undefined) throw new Error('no delivery was made');
  return { ...rest, delivery };
}

async function settle(delivery: Delivery, status: string): Promise<void> {
  const id = rowId(delivery.id);
  await stack.query('UPDATE deliveries SET status = $2, due_at = NULL, attempts = 2 WHERE id = $1', [id, status]);
  await stack.query(
    `INSERT INTO delivery_attempts
       (environment_id, delivery_id, n, at, duration_ms, status_code, error, detail, response_excerpt)
     SELECT d.environment_id, d.id, a.n, now(), 84, a.code, a.error, a.detail, a.excerpt
       FROM deliveries d, (VALUES (2, NULL, 'blocked_address', 'deliveries to 10.1.2.3 are not allowed', NULL),
                                  (1, 500, NULL, NULL, 'Oops')) AS a (n, code, error, detail, excerpt)
      WHERE d.id = $1`,
    [id],
  );
}

describe('listWebhookDeliveries', () => {
  it('200 newest first, page by page, only of this webhook', async () => {
    const { webhook, webhookId, made } = await deliveries(3);
    await deliveries(1);
    const first = await client.get(`${webhook}/deliveries?limit=2`);
    expect(first.status).toBe(200);
    expect(first.body).toMatchObject({ hasMore: true });
    expect(first.headers.get('link')).toContain('rel="next"');
    const second = await client.get(`${webhook}/deliveries?limit=2&cursor=${String(first.body['nextCursor'])}`);
    expect([...idsOf(first), ...idsOf(second)]).toEqual(made.map(({ id }) => id).reverse());
    expect(second.body).toMatchObject({ hasMore: false, nextCursor: null });
    const [newest] = first.body['data'] as Record<string, unknown>[];
    expect(newest).toEqual({
      id: made[2]?.id,
      eventId: expect.stringMatching(/^evt_/),
      webhookId,
      type: 'payment.pending',
      status: 'pending',
      attempts: [],
      nextAttemptAt: expect.any(String),
      reason: null,
      createdAt: expect.any(String),
    });
  });

  it('200 with the filters, each and combined', async () => {
    const { webhook, made } = await deliveries(3);
    const [failed, delivered, pending] = made;
    if (failed === undefined || delivered === undefined || pending === undefined) throw new Error('too few');
    await settle(failed, 'failed');
    await settle(delivered, 'delivered');
    const matching = async (filters: string): Promise<string[]> =>
      idsOf(await client.get(`${webhook}/deliveries?${filters}`));
    expect(await matching('status=failed')).toEqual([failed.id]);
    expect(await matching('status=pending')).toEqual([pending.id]);
    expect(await matching('type=payment.pending')).toHaveLength(3);
    expect(await matching('type=payment.completed')).toEqual([]);
    expect(await matching(`eventId=${delivered.eventId}`)).toEqual([delivered.id]);
    expect(await matching(`eventId=${delivered.eventId}&status=failed`)).toEqual([]);
    expect(await matching('eventId=evt_9999999999999999999')).toEqual([]);
  });

  it('400 invalid_cursor with other filters or of another webhook; invalid_query for invalid values', async () => {
    const [{ webhook }, { webhook: other }] = [await deliveries(2), await deliveries(1)];
    const page = await client.get(`${webhook}/deliveries?limit=1`);
    const cursor = String(page.body['nextCursor']);
    expect(problem(await client.get(`${webhook}/deliveries?status=failed&cursor=${cursor}`))).toEqual([
      400,
      'invalid_cursor',
    ]);
    expect(problem(await client.get(`${other}/deliveries?cursor=${cursor}`))).toEqual([400, 'invalid_cursor']);
    for (const query of ['limit=101', 'status=lost', 'type=payment.exploded', 'eventId=1', 'webhookId=wh_1']) {
      expect(problem(await client.get(`${webhook}/deliveries?${query}`))).toEqual([400, 'invalid_query']);
    }
  });

  it('404 for webhooks that are unknown, deleted, of another account or of the other mode', async () => {
    const { webhook } = await deliveries();
    for (const other of foreign()) expect((await other.get(`${webhook}/deliveries`)).status).toBe(404);
    expect((await client.get('/v1/webhooks/wh_1/deliveries')).status).toBe(404);
    await client.send('DELETE', webhook);
    expect((await client.get(`${webhook}/deliveries`)).status).toBe(404);
  });

  it('401 and 403 as for every operation', async () => {
    const { webhook } = await deliveries();
    expect((await stack.client().get(`${webhook}/deliveries`)).status).toBe(401);
    expect((await writer.get(`${webhook}/deliveries`)).status).toBe(403);
  });
});

describe('getDelivery', () => {
  it('200 with every attempt, oldest first', async () => {
    const { delivery } = await one();
    await settle(delivery, 'failed');
    const answer = await client.get(`/v1/deliveries/${delivery.id}`);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ ...delivery, status: 'failed', nextAttemptAt: null, attempts: [{}, {}] });
    expect(answer.body['attempts']).toEqual([
      {
        n: 1,
        at: expect.any(String),
        durationMs: 84,
        statusCode: 500,
        error: null,
        detail: null,
        responseExcerpt: 'Oops',
      },
      {
        n: 2,
        at: expect.any(String),
        durationMs: 84,
        statusCode: null,
        error: 'blocked_address',
        detail: 'Deliveries to this address are not allowed.',
        responseExcerpt: null,
      },
    ]);
  });

  it('200 without a next attempt while its endpoint is disabled', async () => {
    const { delivery } = await one();
    await stack.query(`UPDATE deliveries SET due_at = 'infinity' WHERE id = $1`, [rowId(delivery.id)]);
    const answer = await client.get(`/v1/deliveries/${delivery.id}`);
    expect(answer.body).toMatchObject({ status: 'pending', nextAttemptAt: null });
  });

  it('200 as delivering while a worker has claimed it, here, in the lists and in the timeline of its payment', async () => {
    const { delivery, webhook } = await one();
    const lease = `UPDATE deliveries SET lease = 1, leased_until = now() + interval '1 hour' WHERE id = $1`;
    await stack.query(lease, [rowId(delivery.id)]);
    const answer = await client.get(`/v1/deliveries/${delivery.id}`);
    expect(answer.body).toMatchObject({ status: 'delivering', nextAttemptAt: null });
    const found = async (status: string) => (await client.get(`${webhook}/deliveries?status=${status}`)).body['data'];
    expect(await found('delivering')).toEqual([answer.body]);
    expect(await found('pending')).toEqual([]);
    const event = await client.get(`/v1/events/${delivery.eventId}`);
    const { id } = event.body['data'] as { id: string };
    const timeline = await client.get(`/v1/payments/${id}/timeline`);
    expect(JSON.stringify(timeline.body)).toContain('"delivering"');
  });

  it('200 with the reason after its webhook was deleted', async () => {
    const { webhook, delivery } = await one();
    await client.send('DELETE', webhook);
    const answer = await client.get(`/v1/deliveries/${delivery.id}`);
    expect(answer.body).toMatchObject({ status: 'cancelled', reason: 'webhook_deleted', nextAttemptAt: null });
  });

  it('404 for deliveries that are unknown, of another account or of the other mode', async () => {
    const { delivery } = await one();
    for (const other of foreign()) expect((await other.get(`/v1/deliveries/${delivery.id}`)).status).toBe(404);
    for (const id of ['dlv_1', 'nonsense', delivery.eventId]) {
      expect((await client.get(`/v1/deliveries/${id}`)).status).toBe(404);
    }
  });

  it('400, 401 and 403 as for every operation', async () => {
    const path = `/v1/deliveries/${(await one()).delivery.id}`;
    expect((await client.get(`${path}?x=1`)).status).toBe(400);
    expect((await stack.client().get(path)).status).toBe(401);
    expect((await writer.get(path)).status).toBe(403);
  });
});

describe('redeliverDelivery', () => {
  it('202 with a new delivery of the same event to the same webhook, whatever the outcome of the first', async () => {
    const { webhook, delivery } = await one();
    for (const status of ['delivered', 'failed']) {
      await stack.query('UPDATE deliveries SET status = $2, due_at = NULL WHERE id = $1', [rowId(delivery.id), status]);
      const answer = await client.post(`/v1/deliveries/${delivery.id}/redeliver`);
      expect(answer.status).toBe(202);
      const { id, eventId, type } = { ...delivery, id: String(answer.body['id']) };
      expect(answer.body).toMatchObject({ eventId, type, status: 'pending', attempts: [], reason: null });
      expect(id).not.toBe(delivery.id);
      expect(answer.headers.get('location')).toBe(`/v1/deliveries/${id}`);
      expect((await client.get(`/v1/deliveries/${id}`)).body).toEqual(answer.body);
    }
    expect(idsOf(await client.get(`${webhook}/deliveries`))).toHaveLength(3);
  });

  it('202 once for a repeated request', async () => {
    const { webhook, delivery } = await one();
    const headers = { 'idempotency-key': `again-${delivery.id}` };
    const send = (): Promise<Answer> => client.post(`/v1/deliveries/${delivery.id}/redeliver`, undefined, { headers });
    const answers = await Promise.all([send(), send(), send()]);
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect((await send()).headers.get('idempotent-replayed')).toBe('true');
    expect(idsOf(await client.get(`${webhook}/deliveries`))).toHaveLength(2);
  });

  it('409 state_conflict when the webhook was deleted or the event is past its retention', async () => {
    const [gone, expired] = [await one(), await one()];
    await client.send('DELETE', gone.webhook);
    await stack.query('DELETE FROM events WHERE id = $1', [rowId(expired.delivery.eventId)]);
    const first = await client.post(`/v1/deliveries/${gone.delivery.id}/redeliver`);
    expect(problem(first)).toEqual([409, 'state_conflict']);
    expect(first.body).toMatchObject({ currentStatus: 'cancelled', allowedActions: [] });
    expect(problem(await client.post(`/v1/deliveries/${expired.delivery.id}/redeliver`))).toEqual([
      409,
      'state_conflict',
    ]);
  });

  it('422 idempotency_key_reused for another delivery', async () => {
    const [first, second] = [await one(), await one()];
    const options = { headers: { 'idempotency-key': 'redeliver-two' } };
    await client.post(`/v1/deliveries/${first.delivery.id}/redeliver`, undefined, options);
    const answer = await client.post(`/v1/deliveries/${second.delivery.id}/redeliver`, undefined, options);
    expect(problem(answer)).toEqual([422, 'idempotency_key_reused']);
  });

  it('404 for deliveries that are unknown, of another account or of the other mode, and none is created', async () => {
    const { webhook, delivery } = await one();
    for (const other of foreign()) {
      expect((await other.post(`/v1/deliveries/${delivery.id}/redeliver`)).status).toBe(404);
    }
    expect((await client.post('/v1/deliveries/dlv_1/redeliver')).status).toBe(404);
    expect(idsOf(await client.get(`${webhook}/deliveries`))).toEqual([delivery.id]);
  });

  it('400, 401 and 403 as for every operation', async () => {
    const path = `/v1/deliveries/${(await one()).delivery.id}/redeliver`;
    expect((await client.post(`${path}?x=1`)).status).toBe(400);
    expect((await stack.client().post(path)).status).toBe(401);
    expect((await reader.post(path)).status).toBe(403);
  });
});
