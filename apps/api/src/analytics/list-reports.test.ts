import { type Answer, idsOf, problem, rowId, stackWithAccount } from '@svc/testing';
import { beforeAll, describe, expect, it } from 'vitest';

const { stack, account, client } = await stackWithAccount({ worker: 0 });
/** Oldest first. */
const ids: string[] = [];

beforeAll(async () => {
  for (const type of ['payments', 'refunds', 'customers', 'payments']) {
    const body = { type, format: 'csv', createdFrom: '2026-11-01T00:00:00Z', createdTo: '2026-12-01T00:00:00Z' };
    ids.push(String((await client.post('/v1/analytics/reports', body)).body['id']));
  }
  // Without a worker nothing else changes them: one was deleted, one is ready, and one is past its expiry.
  await set(0, `status = 'expired', expires_at = now() - interval '1 day'`);
  await set(1, `status = 'ready', bytes = 1, expires_at = now() - interval '1 second'`);
  await set(2, `status = 'ready', bytes = 1, expires_at = now() + interval '1 day'`);
});

async function set(index: number, columns: string): Promise<void> {
  await stack.query(`UPDATE reports SET ${columns} WHERE id = $1`, [rowId(ids[index])]);
}

async function found(query: string, by = client): Promise<number[]> {
  const answer = await by.get(`/v1/analytics/reports?${query}`);
  expect(problem(answer)).toEqual([200, undefined]);
  return idsOf(answer).map((id) => ids.indexOf(id));
}

describe('listReports', () => {
  it('200 newest first, each as getReport returns it', async () => {
    const answer = await client.get('/v1/analytics/reports');
    const each = await Promise.all(ids.toReversed().map((id) => client.get(`/v1/analytics/reports/${id}`)));
    expect(answer.body).toEqual({ data: each.map(({ body }) => body), hasMore: false, nextCursor: null });
  });

  it.each([
    ['type=payments', [3, 0]],
    ['type=deliveries', []],
    ['status=pending', [3]],
    ['status=ready', [2]],
    ['status=expired', [1, 0]],
    ['status=failed', []],
    ['type=payments&status=expired', [0]],
  ])('200 with %s', async (query, expected) => {
    expect(await found(query)).toEqual(expected);
  });

  it('200 over all pages', async () => {
    const first = await client.get('/v1/analytics/reports?limit=3');
    expect(first.body).toMatchObject({ hasMore: true });
    expect(first.headers.get('link')).toContain('rel="next"');
    expect(await found(`limit=3&cursor=${String(first.body['nextCursor'])}`)).toEqual([0]);
  });

  it('200 without the reports of the other mode or of another account', async () => {
    expect(await found('', stack.client(account.liveKey))).toEqual([]);
    const other = await stack.createAccount();
    expect(await found('', stack.client(other.testKey))).toEqual([]);
  });

  it.each(['type=events', 'status=done'])('400 invalid_query for %s', async (query) => {
    const answer = await client.get(`/v1/analytics/reports?${query}`);
    expect(problem(answer)).toEqual([400, 'invalid_query']);
  });
});

describe('createReport', () => {
  it('429 too_many_unfinished for the 101st of a mode, until one is finished', async () => {
    const { testKey, liveKey } = await stack.createAccount('enterprise');
    const body = {
      type: 'payments',
      format: 'csv',
      createdFrom: '2026-11-01T00:00:00Z',
      createdTo: '2026-12-01T00:00:00Z',
    };
    const create = (key: string): Promise<Answer> => stack.client(key).post('/v1/analytics/reports', body);
    const created = await Promise.all(Array.from({ length: 100 }, () => create(testKey)));
    expect(new Set(created.map(({ status }) => status))).toEqual(new Set([202]));

    const refused = await create(testKey);
    expect(problem(refused)).toEqual([429, 'too_many_unfinished']);
    expect(refused.headers.get('retry-after')).toBe('10');
    expect((await create(liveKey)).status).toBe(202);
    await stack.query(`UPDATE reports SET status = 'failed' WHERE id = $1`, [rowId(String(created[50]?.body['id']))]);
    expect((await create(testKey)).status).toBe(202);
  });
});
