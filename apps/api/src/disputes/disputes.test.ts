import { eventually, idsOf, makeKey, problem, rowId, stackWithAccount, storedDispute } from '@svc/testing';
import { beforeAll, describe, expect, it } from 'vitest';

const { stack, account, client } = await stackWithAccount();
const payments: string[] = [];
const disputes: string[] = [];

beforeAll(async () => {
  for (let n = 0; n < 3; n += 1) {
    const { body } = await client.post('/v1/payments', { amount: { value: 1_000 + n, currency: 'EUR' } });
    payments.push(String(body['id']));
    disputes.push(await storedDispute(stack, String(body['id'])));
  }
  await stack.query(`UPDATE disputes SET status = 'lost' WHERE id = $1`, [rowId(disputes[1])]);
});

const listed = async (query: string, by = client): Promise<unknown> => {
  const answer = await by.get(`/v1/disputes${query}`);
  expect(answer.status).toBe(200);
  return idsOf(answer);
};

describe('getDispute', () => {
  it('200: returns the dispute', async () => {
    expect((await client.get(`/v1/disputes/${disputes[0]}`)).body).toEqual({
      ...{ id: disputes[0], paymentId: payments[0], amount: { value: 1_000, currency: 'EUR' }, reason: null },
      withdrawnAmount: { value: 0, currency: 'EUR' },
      ...{ status: 'needs_response', evidenceDueBy: null, processorUrl: null, mode: 'test', version: 1 },
      ...{ createdAt: expect.any(String), updatedAt: expect.any(String) },
    });
  });

  it('200: says what was withdrawn, until it is returned', async () => {
    const moved = async (columns: string): Promise<unknown> => {
      await stack.query(`UPDATE disputes SET ${columns} WHERE id = $1`, [rowId(disputes[2])]);
      return (await client.get(`/v1/disputes/${disputes[2]}`)).body['withdrawnAmount'];
    };
    expect(await moved('withdrawn = true')).toEqual({ value: 1_002, currency: 'EUR' });
    expect(await moved('reinstated_value = amount_value')).toEqual({ value: 0, currency: 'EUR' });
    await moved('withdrawn = false, reinstated_value = 0');
  });

  it('404: not for another mode or account', async () => {
    const other = await stack.createAccount('enterprise');
    for (const key of [account.liveKey, other.testKey]) {
      expect((await stack.client(key).get(`/v1/disputes/${disputes[0]}`)).status).toBe(404);
    }
  });
});

describe('listDisputes', () => {
  it('200: returns the newest first, by page, and only those that match', async () => {
    const newest = [...disputes].reverse();
    expect(await listed('')).toEqual(newest);
    const { body } = await client.get('/v1/disputes?limit=2');
    expect(await listed(`?limit=2&cursor=${String(body['nextCursor'])}`)).toEqual(newest.slice(2));
    expect(await listed('?status=lost')).toEqual([disputes[1]]);
    expect(await listed(`?paymentId=${payments[2]}`)).toEqual([disputes[2]]);
    expect(await listed('?paymentId=pay_1')).toEqual([]);
    expect(await listed('?createdTo=2026-01-01T00:00:00Z')).toEqual([]);
    expect(await listed('', stack.client(account.liveKey))).toEqual([]);
  });
});

describe('createReport', () => {
  const body = {
    type: 'disputes',
    format: 'json',
    createdFrom: '2026-01-01T00:00:00Z',
    createdTo: '2999-01-01T00:00:00Z',
  };

  it('202: writes the disputes as the list returns them', async () => {
    const report = await client.post('/v1/analytics/reports', body);
    expect(report.status).toBe(202);
    const path = `/v1/analytics/reports/${String(report.body['id'])}`;
    await eventually(async () => expect((await client.get(path)).body['status']).toBe('ready'));
    const rows = JSON.parse((await client.get(`${path}/download`)).text) as unknown[];
    expect(rows).toEqual((await client.get('/v1/disputes')).body['data']);
    expect(rows).toHaveLength(disputes.length);
  });

  it('403: not for a key that may not read payments', async () => {
    const { client: analyst } = await makeKey(client, { scopes: ['analytics:read', 'analytics:write'] });
    expect(problem(await analyst.post('/v1/analytics/reports', body))).toEqual([403, 'insufficient_scope']);
  });
});
