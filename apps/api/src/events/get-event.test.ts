import { problem, rowId, stackWithAccount } from '@svc/testing';
import { beforeAll, describe, expect, it } from 'vitest';

const { stack, client } = await stackWithAccount({ worker: 0 });
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

  it.each(['evt_1', 'nonsense'])('404 for an unknown id: %s', async (id) => {
    expect(problem(await client.get(`/v1/events/${id}`))).toEqual([404, 'not_found']);
  });
});
