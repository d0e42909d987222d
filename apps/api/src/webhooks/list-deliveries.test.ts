import { problem, rowId, stackWithAccount, type Answer } from '@svc/testing';
import { beforeAll, describe, expect, it } from 'vitest';

const { stack, account, client } = await stackWithAccount({ worker: 0 });
let webhooks: string[];
/** One delivery to each of the two webhooks for each of three payments, oldest first. */
let made: Delivery[];

interface Delivery {
  readonly id: string;
  readonly eventId: string;
  readonly webhookId: string;
  readonly createdAt: string;
}

beforeAll(async () => {
  webhooks = [await register(), await register()];
  for (let n = 0; n < 3; n += 1) await client.post('/v1/payments', { amount: { value: 100, currency: 'USD' } });
  made = deliveries(await client.get('/v1/deliveries')).reverse();
  await stack.query(`UPDATE deliveries SET status = 'failed', due_at = NULL WHERE id = $1`, [rowId(made[0]?.id)]);
});

async function register(): Promise<string> {
  const events = ['payment.pending'];
  const answer = await client.post('/v1/webhooks', { url: 'https://receiver.invalid/', events });
  return String(answer.body['id']);
}

function deliveries(answer: Answer): Delivery[] {
  expect(answer.status).toBe(200);
  return answer.body['data'] as Delivery[];
}

async function matching(filters: string): Promise<string[]> {
  return deliveries(await client.get(`/v1/deliveries?${filters}`)).map(({ id }) => id);
}

const newestFirst = (list: readonly (Delivery | undefined)[]): unknown[] => list.map((each) => each?.id).reverse();

describe('listDeliveries', () => {
  it('200 for all webhooks, newest first, page by page', async () => {
    expect(made).toHaveLength(6);
    expect(new Set(made.map(({ webhookId }) => webhookId))).toEqual(new Set(webhooks));
    const first = await client.get('/v1/deliveries?limit=4');
    expect(first.headers.get('link')).toContain('rel="next"');
    const second = await client.get(`/v1/deliveries?limit=4&cursor=${String(first.body['nextCursor'])}`);
    const all = [...deliveries(first), ...deliveries(second)];
    expect(all.map(({ id }) => id)).toEqual(newestFirst(made));
    expect(second.body).toMatchObject({ hasMore: false, nextCursor: null });
    expect(all[0]).toEqual((await client.get(`/v1/deliveries/${all[0]?.id}`)).body);
  });

  it('200 with the filters, each and combined', async () => {
    const [failed, , third] = made;
    const ofSecond = made.filter(({ webhookId }) => webhookId === webhooks[1]);
    expect(await matching('status=failed')).toEqual([failed?.id]);
    expect(await matching('status=pending')).toEqual(newestFirst(made.slice(1)));
    expect(await matching(`webhookId=${webhooks[1]}`)).toEqual(newestFirst(ofSecond));
    expect(await matching(`eventId=${failed?.eventId}`)).toHaveLength(2);
    expect(await matching(`eventId=${third?.eventId}&webhookId=${third?.webhookId}`)).toEqual([third?.id]);
    expect(await matching('type=payment.pending')).toHaveLength(6);
    expect(await matching('type=payment.failed')).toEqual([]);
    expect(await matching(`status=failed&webhookId=${failed?.webhookId}&type=payment.pending`)).toEqual([failed?.id]);
    expect(await matching(`createdFrom=${third?.createdAt}`)).toEqual(
      newestFirst(made.filter(({ createdAt }) => createdAt >= String(third?.createdAt))),
    );
    expect(await matching(`createdTo=${failed?.createdAt}`)).toEqual([]);
  });

  it('200 with an empty list for unknown ids, and for times outside the range of ids', async () => {
    for (const filter of ['webhookId=wh_1', 'webhookId=wh_9999999999999999999', 'eventId=evt_9999999999999999999']) {
      expect(await matching(filter)).toEqual([]);
    }
    expect(await matching('createdTo=1000-01-01T00:00:00Z')).toEqual([]);
    expect(await matching('createdFrom=2999-01-01T00:00:00Z')).toEqual([]);
    expect(await matching('createdTo=2999-01-01T00:00:00Z')).toHaveLength(6);
  });

  it('200 also for a deleted webhook', async () => {
    const webhook = await register();
    await client.post('/v1/payments', { amount: { value: 100, currency: 'USD' } });
    await client.send('DELETE', `/v1/webhooks/${webhook}`);
    const answer = await client.get(`/v1/deliveries?webhookId=${webhook}`);
    expect(answer.body['data']).toMatchObject([{ status: 'cancelled', reason: 'webhook_deleted' }]);
  });

  it("200 only with the caller's account and mode", async () => {
    const strangers = [(await stack.createAccount('free')).testKey, account.liveKey];
    for (const key of strangers) {
      const answer = await stack.client(key).get(`/v1/deliveries?webhookId=${webhooks[0]}`);
      expect(answer.body['data']).toEqual([]);
    }
  });

  it('400 invalid_cursor with other filters; invalid_query for invalid values', async () => {
    const cursor = String((await client.get('/v1/deliveries?limit=1')).body['nextCursor']);
    const moved = await client.get(`/v1/deliveries?status=failed&cursor=${cursor}`);
    expect(problem(moved)).toEqual([400, 'invalid_cursor']);
    for (const query of ['status=lost', 'webhookId=evt_1', 'eventId=1', 'type=x', 'limit=101', 'createdFrom=today']) {
      const answer = await client.get(`/v1/deliveries?${query}`);
      expect(problem(answer)).toEqual([400, 'invalid_query']);
    }
  });
});
