import { problem, stackWithAccount } from '@svc/testing';
import { describe, expect, it } from 'vitest';

const { stack, account, client } = await stackWithAccount({ worker: 0 });
const stranger = await stack.createAccount();

async function pay(value = 1000): Promise<string> {
  const answer = await client.post('/v1/payments', { amount: { value, currency: 'EUR' } });
  return String(answer.body['id']);
}

describe('getPayment', () => {
  it('200 with the response of the creation', async () => {
    const created = await client.post('/v1/payments', {
      amount: { value: 1999, currency: 'EUR' },
      customer: { email: 'reader@example.com', lastName: 'Reader' },
      metadata: { b: 1, a: [true] },
      reference: 'order-1',
    });
    const read = await client.get(`/v1/payments/${String(created.body['id'])}`);
    expect(read.status).toBe(200);
    expect(read.body).toEqual(created.body);
  });

  it('400 invalid_query', async () => {
    const answer = await client.get(`/v1/payments/${await pay()}?expand=customer`);
    expect(problem(answer)).toEqual([400, 'invalid_query']);
  });

  it('401 without a key', async () => {
    const answer = await stack.client().get('/v1/payments/pay_1');
    expect(problem(answer)).toEqual([401, 'unauthorized']);
  });

  it('403 insufficient_scope', async () => {
    const writer = await stack.clientWithScopes('payments:write');
    const answer = await writer.get(`/v1/payments/${await pay()}`);
    expect(problem(answer)).toEqual([403, 'insufficient_scope']);
  });

  it.each(['pay_1', 'pay_9223372036854775807', 'pay_9999999999999999999', 'pay_x', 'cust_1', '%00', '..%2f..'])(
    '404 for an unknown id: %s',
    async (id) => {
      const answer = await client.get(`/v1/payments/${id}`);
      expect(problem(answer)).toEqual([404, 'not_found']);
    },
  );

  it('404 for payments of another account and of the other mode', async () => {
    const path = `/v1/payments/${await pay()}`;
    for (const key of [stranger.testKey, stranger.liveKey, account.liveKey]) {
      const answer = await stack.client(key).get(path);
      expect(problem(answer)).toEqual([404, 'not_found']);
    }
  });
});

describe('listPayments', () => {
  it('200 newest first, page by page, each payment once', async () => {
    const made: string[] = [];
    for (let n = 0; n < 7; n++) made.push(await pay(n + 1));
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const query: string = cursor === null ? '?limit=3' : `?limit=3&cursor=${encodeURIComponent(cursor)}`;
      const page = await client.get(`/v1/payments${query}`);
      expect(page.status).toBe(200);
      const data = page.body['data'] as { id: string }[];
      expect(page.body['hasMore']).toBe(page.body['nextCursor'] !== null);
      seen.push(...data.map((payment) => payment.id));
      cursor = page.body['nextCursor'] as string | null;
    } while (cursor !== null);
    expect(seen.slice(0, 7)).toEqual([...made].reverse());
    expect(new Set(seen).size).toBe(seen.length);
  });

  it('200 with an empty list for an account or mode without payments', async () => {
    for (const key of [stranger.testKey, account.liveKey]) {
      const page = await stack.client(key).get('/v1/payments');
      expect(page.body).toEqual({ data: [], hasMore: false, nextCursor: null });
    }
  });

  it.each([
    ['limit=0', 'invalid_query'],
    ['limit=101', 'invalid_query'],
    ['limit=ten', 'invalid_query'],
    ['limit=1e1', 'invalid_query'],
    ['limit=1&limit=2', 'invalid_query'],
    ['offset=10', 'invalid_query'],
    ['cursor=abc', 'invalid_cursor'],
    ['cursor=MS5hYWFhYWFhYWFhYS4x', 'invalid_cursor'],
  ])('400 %s: %s', async (query, code) => {
    const answer = await client.get(`/v1/payments?${query}`);
    expect(problem(answer)).toEqual([400, code]);
  });

  it('400 for the cursor of another list, account or mode', async () => {
    await pay();
    await pay();
    const page = await client.get('/v1/payments?limit=1');
    const cursor = `cursor=${String(page.body['nextCursor'])}`;
    expect(problem(await client.get(`/v1/events?${cursor}`))).toEqual([400, 'invalid_cursor']);
    for (const key of [stranger.testKey, account.liveKey]) {
      expect(problem(await stack.client(key).get(`/v1/payments?${cursor}`))).toEqual([400, 'invalid_cursor']);
    }
  });

  it('401 and 403 as for every operation', async () => {
    expect((await stack.client().get('/v1/payments')).status).toBe(401);
    const writer = await stack.clientWithScopes('webhooks:read');
    expect((await writer.get('/v1/payments')).status).toBe(403);
  });
});

describe('paths outside the contract', () => {
  it('404 for an unknown path, with or without a key', async () => {
    for (const answer of [await client.get('/v1/nothing'), await stack.client().get('/v2/payments')]) {
      expect(problem(answer)).toEqual([404, 'not_found']);
    }
  });

  it('405 with Allow for a known path with another method', async () => {
    const answer = await client.send('DELETE', '/v1/payments');
    expect(problem(answer)).toEqual([405, 'method_not_allowed']);
    expect(answer.headers.get('allow')?.split(', ').sort()).toEqual(['GET', 'HEAD', 'POST']);
  });

  it('serve health, the contract and its documentation', async () => {
    for (const path of ['/healthz', '/readyz', '/openapi.json']) {
      expect((await stack.client().get(path)).status).toBe(200);
    }
    const yaml = await fetch(`${stack.apiUrl}/openapi.yaml`);
    expect(await yaml.text()).toContain('openapi: 3.0.3');
    const docs = await fetch(`${stack.apiUrl}/docs`);
    expect(await docs.text()).toContain('/docs/swagger-ui-bundle.js');
    expect((await fetch(`${stack.apiUrl}/docs/swagger-ui-bundle.js`)).status).toBe(200);
  });
});
