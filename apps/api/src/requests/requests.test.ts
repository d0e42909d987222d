import {
  eventually,
  forThisFile,
  makeKey,
  problem,
  rowId,
  startStack,
  type Account,
  type Answer,
  type Client,
} from '@svc/testing';
import { beforeEach, describe, expect, it } from 'vitest';

const stack = await forThisFile(startStack({ worker: 0, own: true }));
let account: Account;
let client: Client;

beforeEach(async () => {
  account = await stack.createAccount();
  client = stack.client(account.testKey);
});

type Row = Record<string, unknown>;

const idOf = ({ headers }: Answer): string => headers.get('request-id') ?? '';

async function list(query = '', by = client): Promise<Row[]> {
  const answer = await by.get(`/v1/requests?${query}`);
  expect(problem(answer)).toEqual([200, undefined]);
  return answer.body['data'] as Row[];
}

/** Waits until the log has the request, and returns it. */
async function logged(answer: Answer, by = client): Promise<Row> {
  return eventually(async () => {
    const found = await by.get(`/v1/requests/${idOf(answer)}`);
    expect(found.status).toBe(200);
    return found.body;
  });
}

async function keyIdOf(by: Client): Promise<string> {
  const [key] = (await by.get('/v1/security/api-keys?mode=test')).body['data'] as { id: string }[];
  return key?.id ?? '';
}

describe('getRequest', () => {
  it('200 with the outcome, the key and the path of the operation, without ids or queries', async () => {
    const answer = await client.get('/v1/payments?email=ada@example.com');
    const keyId = await keyIdOf(client);
    const { at, durationMs, ...rest } = await logged(answer);
    expect(rest).toEqual({
      ...{ id: idOf(answer), method: 'GET', route: '/v1/payments', operationId: 'listPayments', mode: 'test' },
      ...{ status: 200, code: null, keyId, userId: null },
    });
    expect(Math.abs(Date.now() - Date.parse(String(at)))).toBeLessThan(30_000);
    expect(durationMs).toBeGreaterThanOrEqual(0);
    const stored = await stack.query('SELECT * FROM request_log');
    expect(JSON.stringify(stored)).not.toContain('ada');
  });

  it('200 with the code of each problem', async () => {
    const broken = async (): Promise<Answer> => {
      await stack.query('ALTER TABLE disputes RENAME TO disputes_away');
      const answer = await client.get('/v1/disputes');
      await stack.query('ALTER TABLE disputes_away RENAME TO disputes');
      return answer;
    };
    const answers = [
      await client.get('/v1/payments/pay_1'),
      await client.post('/v1/payments', {}),
      await client.get('/v1/payments?limit=0'),
      await client.get('/v1/no-such-page?secret=1'),
      await client.send('DELETE', '/v1/payments'),
      await broken(),
    ];
    const rows = await Promise.all(answers.map((answer) => logged(answer)));
    expect(rows.map(({ route, method, status, code }) => [method, route, status, code])).toEqual([
      ['GET', '/v1/payments/{paymentId}', 404, 'not_found'],
      ['POST', '/v1/payments', 422, 'validation_failed'],
      ['GET', '/v1/payments', 400, 'invalid_query'],
      ['GET', null, 404, 'not_found'],
      ['DELETE', null, 405, 'method_not_allowed'],
      ['GET', '/v1/disputes', 500, 'internal'],
    ]);
  });

  it('200 with the refusals of a rate limit and of a scope', async () => {
    const key = await makeKey(client);
    const forbidden = await key.client.get('/v1/customers');
    expect(await logged(forbidden)).toMatchObject({ status: 403, code: 'insufficient_scope', keyId: key.id });
    const other = await stack.createAccount();
    const number = rowId(other.accountId);
    await stack.query('UPDATE accounts SET rate_limit = 1 WHERE id = $1', [number]);
    const limited = stack.client(other.testKey);
    await limited.get('/v1/payments');
    const refused = await limited.get('/v1/payments');
    expect(refused.status).toBe(429);
    const rows = await eventually(async () => {
      const text = 'SELECT status, code FROM request_log WHERE request_id = $1';
      const found = await stack.query(text, [idOf(refused).slice('req_'.length)]);
      expect(found).toHaveLength(1);
      return found;
    });
    expect(rows).toEqual([{ status: 429, code: 'rate_limited' }]);
  });

  it('200 for a request from the console, with the person', async () => {
    const owner = stack.browser();
    await owner.join(await stack.createConsoleLink(account.accountId), `${account.accountId}@example.com`);
    const answer = await owner.send('GET', '/console/api/test/v1/customers');
    expect(answer.status).toBe(200);
    const expected = { route: '/v1/customers', keyId: null, userId: owner.id, mode: 'test' };
    expect(await logged(answer)).toMatchObject(expected);
    const found = await owner.send('GET', `/console/api/test/v1/requests/${idOf(answer)}`);
    expect(found.body).toMatchObject(expected);
  });

  it('404 in the other mode, for another account, after seven days, and for an id that is none', async () => {
    const answer = await client.get('/v1/payments');
    await logged(answer);
    const path = `/v1/requests/${idOf(answer)}`;
    const other = await stack.createAccount();
    for (const key of [account.liveKey, other.testKey]) {
      expect((await stack.client(key).get(path)).status).toBe(404);
      expect(await list('', stack.client(key))).toEqual([]);
    }
    expect((await client.get(`${path.slice(0, -6)}000000`)).status).toBe(404);
    expect((await client.get('/v1/requests/pay_1')).status).toBe(404);
    const old = `req_${(Date.now() - 7 * 86_400_000).toString(16).padStart(12, '0')}${'0'.repeat(20)}`;
    expect((await client.get(`/v1/requests/${old}`)).status).toBe(404);
  });

  it('404 for a request that reads the log, or has no valid key', async () => {
    const reading = await client.get('/v1/requests');
    const without = await stack.client('sk_test_wrong').get('/v1/payments');
    await logged(await client.get('/v1/payments'));
    for (const answer of [reading, without]) {
      expect((await client.get(`/v1/requests/${idOf(answer)}`)).status).toBe(404);
    }
  });
});

describe('listRequests', () => {
  it('200 newest first, by each filter, and over all pages', async () => {
    const paid = await client.post('/v1/payments', { amount: { value: 1000, currency: 'USD' } });
    const listed = await client.get('/v1/payments');
    const missing = await client.get('/v1/payments/pay_1');
    const keyId = await keyIdOf(client);
    const other = await makeKey(client);
    const byOther = await other.client.get('/v1/payments');
    await Promise.all([paid, listed, missing, byOther].map((answer) => logged(answer)));

    const found = async (query: string): Promise<string[]> => (await list(query)).map(({ id }) => String(id));
    const all = await found('');
    expect(all.slice(0, 1)).toEqual([idOf(byOther)]);
    expect(all.slice(-3)).toEqual([idOf(missing), idOf(listed), idOf(paid)]);
    expect(await found('operationId=listPayments')).toEqual([idOf(byOther), idOf(listed)]);
    expect(await found('operationId=listPayments&status=2xx')).toEqual([idOf(byOther), idOf(listed)]);
    expect(await found('operationId=noSuchOperation')).toEqual([]);
    expect(await found('status=4xx')).toEqual([idOf(missing)]);
    expect(await found('status=5xx')).toEqual([]);
    expect(await found('code=not_found')).toEqual([idOf(missing)]);
    expect(await found('code=internal')).toEqual([]);
    expect(await found('method=POST&operationId=createPayment')).toEqual([idOf(paid)]);
    expect(await found(`keyId=${other.id}`)).toEqual([idOf(byOther)]);
    expect(await found(`keyId=${keyId}&status=4xx`)).toEqual([idOf(missing)]);
    expect(await found(`createdTo=${new Date(Date.now() - 60_000).toISOString()}`)).toEqual([]);
    expect(await found(`createdFrom=${new Date(Date.now() - 60_000).toISOString()}`)).toEqual(all);

    const first = await client.get('/v1/requests?limit=2');
    expect(first.headers.get('link')).toContain('rel="next"');
    const rest = await found(`limit=100&cursor=${String(first.body['nextCursor'])}`);
    expect(rest).toEqual(all.slice(2));
  });

  it.each(['status=404', 'status=1xx', 'method=get', 'operationId=a-b', 'code=A', 'keyId=pay_1'])(
    '400 invalid_query for %s',
    async (query) => {
      const answer = await client.get(`/v1/requests?${query}`);
      expect(problem(answer)).toEqual([400, 'invalid_query']);
    },
  );

  it('403 without security:read', async () => {
    const answer = await (await makeKey(client)).client.get('/v1/requests');
    expect(problem(answer)).toEqual([403, 'insufficient_scope']);
  });

  it('200 with the last requests before the end of the API', async () => {
    const answers: Answer[] = [];
    const stopped = stack.stopApi();
    for (;;) {
      const answer = await client.get('/v1/payments').catch(() => undefined);
      if (answer === undefined) break;
      answers.push(answer);
    }
    await stopped;
    await stack.startApi();
    client = stack.client(account.testKey);
    const [last] = answers.slice(-1);
    expect(await list('limit=1')).toMatchObject([{ id: last && idOf(last), status: 200 }]);
  });
});
