import { rowId, stackWithAccount } from '@svc/testing';
import { beforeAll, describe, expect, it } from 'vitest';

const { stack, account, client } = await stackWithAccount({ worker: 0 });
let eventId: string;

beforeAll(async () => {
  await client.post('/v1/payments', { amount: { value: 100, currency: 'USD' }, metadata: { sandbox: 'hold' } });
  const page = await client.get('/v1/events');
  [{ id: eventId }] = page.body['data'] as [{ id: string }];
});

describe('getEvent', () => {
  it('200 with the same bytes as the delivery', async () => {
    const answer = await client.get(`/v1/events/${eventId}`);
    expect(answer.status).toBe(200);
    const [row] = await stack.query(`SELECT convert_from(body, 'UTF8') AS body FROM events WHERE id = $1`, [
      rowId(eventId),
    ]);
    expect(answer.text).toBe(row?.['body']);
  });

  it('404 for unknown events, and those of another account or of the other mode', async () => {
    const stranger = await stack.createAccount('pro');
    for (const key of [stranger.testKey, account.liveKey]) {
      expect((await stack.client(key).get(`/v1/events/${eventId}`)).status).toBe(404);
    }
    for (const id of ['evt_1', 'nonsense']) expect((await client.get(`/v1/events/${id}`)).status).toBe(404);
  });

  it('400, 401 and 403 as for every operation', async () => {
    const path = `/v1/events/${eventId}`;
    expect((await client.get(`${path}?x=1`)).status).toBe(400);
    expect((await stack.client().get(path)).status).toBe(401);
    const narrow = await stack.clientWithScopes('payments:read');
    expect((await narrow.get(path)).status).toBe(403);
  });
});
