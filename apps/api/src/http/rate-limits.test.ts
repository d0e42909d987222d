import { connect } from 'node:net';
import { eventually, forThisFile, problem, rowId, startStack, type Answer, type Client } from '@svc/testing';
import { describe, expect, it } from 'vitest';

const stack = await forThisFile(
  startStack({ worker: 0, env: { API_PROCESSES: '2', FAILED_AUTH_LIMIT: '10', TRUST_PROXY: '1' } }),
);

const amount = { value: 1000, currency: 'USD' };

/** A new connection for each request, so that both processes receive some. */
const alone = { headers: { connection: 'close' } };

function ask(client: Client): Promise<Answer> {
  return client.get('/v1/payments?limit=1', alone);
}

/** Each process writes its name into its log lines. */
function processesThatAnswered(): Set<string> {
  const requests = stack.logs().filter((line) => line.includes('"event":"request"'));
  return new Set(requests.flatMap((line) => /"pid":(\d+)/.exec(line)?.[1] ?? []));
}

describe('the rate limit of an account', () => {
  it('row 34: request 101 of a minute, spread over two API processes -> 429', async () => {
    const { testKey, liveKey } = await stack.createAccount('free');
    const clients = [testKey, liveKey].map((key) => stack.client(key));
    const answers = await Promise.all(clients.flatMap((client) => Array.from({ length: 60 }, () => ask(client))));
    expect(processesThatAnswered().size).toBe(2);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(100);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(20);
    for (const { body, headers } of refused) {
      expect(body).toMatchObject({ code: 'rate_limited', status: 429 });
      expect(headers.get('ratelimit')).toMatch(/^"free";r=0;t=([1-5]?\d|60)$/);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(50);
      expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60);
    }
    const left = answers.flatMap(({ headers }) => /r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1] ?? []);
    expect(new Set(left).size).toBe(100);
  });

  it('is separate for each account', async () => {
    const { testKey } = await stack.createAccount('free');
    const answer = await ask(stack.client(testKey));
    expect([answer.status, answer.headers.get('ratelimit-policy')]).toEqual([200, '"free";q=100;w=60']);
  });

  it('can be set for one account by the operator', async () => {
    const { accountId, testKey } = await stack.createAccount('pro');
    await stack.query('UPDATE accounts SET rate_limit = 3 WHERE id = $1', [rowId(accountId)]);
    const client = stack.client(testKey);
    const answers: Answer[] = [];
    for (let n = 0; n < 4; n += 1) answers.push(await ask(client));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
    expect(answers[0]?.headers.get('ratelimit-policy')).toBe('"pro";q=3;w=60');
  });

  it('is reported on every response to a valid key, regardless of the status', async () => {
    const account = await stack.createAccount('enterprise');
    const client = stack.client(account.testKey);
    await stack.query(
      `UPDATE api_keys SET scopes = '{payments:read}' WHERE environment_id IN
        (SELECT id FROM environments WHERE account_id = $1 AND mode = 'live')`,
      [rowId(account.accountId)],
    );
    const reader = stack.client(account.liveKey);
    const answers = [
      await client.post('/v1/payments', { amount }),
      await client.get('/v1/payments'),
      await client.get('/v1/payments?nonsense=1'),
      await reader.post('/v1/payments', { amount }),
      await client.get('/v1/payments/pay_1'),
      await client.get('/v1/payments', { headers: { accept: 'text/html' } }),
      await client.post('/v1/payments', undefined, { raw: 'x'.repeat(70_000) }),
      await client.post('/v1/payments', { amount }, { headers: { 'content-type': 'text/plain' } }),
      await client.post('/v1/payments', { amount: 1 }),
      await client.get('/v1/nothing'),
      await client.get('/v1/payments/%ZZ'),
      await client.send('DELETE', '/v1/payments'),
      await client.post('/v1/payments', { amount }, { headers: { 'if-match': '"1"' } }),
    ];
    const statuses = [201, 200, 400, 403, 404, 406, 413, 415, 422, 404, 404, 405, 412];
    expect(answers.map(({ status }) => status)).toEqual(statuses);
    answers.forEach(({ headers }, index) => {
      expect(headers.get('ratelimit-policy')).toBe('"enterprise";q=10000;w=60');
      expect(headers.get('ratelimit')).toMatch(new RegExp(`^"enterprise";r=${10_000 - index - 1};t=([1-5]?\\d|60)$`));
      expect(headers.get('request-id')).toMatch(/^req_[0-9a-f]{32}$/);
    });
  });
});

describe('an address outside the contract', () => {
  it('404 and 405 without a key, 401 with an invalid one, 429 when the account is over its limit', async () => {
    const stranger = stack.client();
    expect((await stranger.get('/v1/nothing', alone)).status).toBe(404);
    expect((await stranger.send('DELETE', '/v1/payments', undefined, alone)).status).toBe(405);
    const forged = await stack.client('sk_test_unknown').get('/v1/nothing', alone);
    expect(problem(forged)).toEqual([401, 'unauthorized']);
    const { accountId, testKey } = await stack.createAccount('free');
    await stack.query('UPDATE accounts SET rate_limit = 1 WHERE id = $1', [rowId(accountId)]);
    const client = stack.client(testKey);
    expect((await client.get('/v1/nothing', alone)).status).toBe(404);
    const refused = await client.get('/v1/nothing', alone);
    expect(problem(refused)).toEqual([429, 'rate_limited']);
    expect(refused.headers.get('ratelimit')).toMatch(/^"free";r=0;t=([1-5]?\d|60)$/);
  });
});

describe('a key used from outside its networks', () => {
  it('403 with the remaining requests of its account, without using one', async () => {
    const { accountId, testKey } = await stack.createAccount('free');
    const client = stack.client(testKey);
    expect((await ask(client)).headers.get('ratelimit')).toMatch(/;r=99;/);
    await stack.query(
      `UPDATE api_keys SET allowed_cidrs = '{198.51.100.0/24}' WHERE environment_id IN
        (SELECT id FROM environments WHERE account_id = $1)`,
      [rowId(accountId)],
    );
    // Each from another address, since repeated refusals from one address lead to 429.
    let n = 0;
    const askFrom = (): Promise<Answer> =>
      client.get('/v1/payments', { headers: { 'x-forwarded-for': `192.0.2.${++n}`, connection: 'close' } });
    const five = (): Promise<Answer[]> => Promise.all(Array.from({ length: 5 }, askFrom));
    // Until each process has read the change, requests still use up the limit.
    await eventually(async () => expect((await five()).map(({ status }) => status)).toEqual(Array(5).fill(403)), {
      intervalMs: 500,
    });
    const used = Number(/r=(\d+)/.exec((await askFrom()).headers.get('ratelimit') ?? '')?.[1]);
    expect(used).toBeGreaterThan(0);
    for (const { status, body, headers } of await five()) {
      expect([status, body['code']]).toEqual([403, 'ip_not_allowed']);
      expect(headers.get('ratelimit-policy')).toBe('"free";q=100;w=60');
      expect(headers.get('ratelimit')).toMatch(new RegExp(`^"free";r=${used};t=([1-5]?\\d|60)$`));
    }
  });
});

describe('failed authentication', () => {
  /** X-Forwarded-For as the proxy sets it; each test uses another address. */
  const from = (address: string): { headers: Record<string, string> } => ({
    headers: { 'x-forwarded-for': address, connection: 'close' },
  });

  it('429 with Retry-After after too many failures from one address, and still 200 for a valid key', async () => {
    const stranger = stack.client();
    const statuses = new Map<number, number>();
    for (let n = 0; n < 40; n += 1) {
      const answer = await stranger.get('/v1/payments', from('203.0.113.7'));
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      expect(answer.headers.get('ratelimit')).toBeNull();
      if (answer.status === 429) expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
      else expect(answer.body['code']).toBe('unauthorized');
    }
    // Ten in each of the two processes.
    expect(statuses).toEqual(
      new Map([
        [401, 20],
        [429, 20],
      ]),
    );

    const { testKey } = await stack.createAccount('free');
    const known = stack.client(testKey);
    expect((await known.get('/v1/payments', from('203.0.113.7'))).status).toBe(200);
    expect((await stranger.get('/v1/payments', from('203.0.113.8'))).status).toBe(401);
  });

  it('429 closes the connection, and requests pipelined behind it are dropped', async () => {
    const socket = connect(Number(new URL(stack.apiUrl).port), '127.0.0.1').setEncoding('latin1');
    const request = 'GET /v1/customers HTTP/1.1\r\nHost: api\r\nX-Forwarded-For: 203.0.113.20\r\n\r\n';
    let text = '';
    socket.on('data', (chunk: string) => (text += chunk));
    socket.write(request.repeat(100));
    await new Promise((resolve) => socket.once('close', resolve));
    const heads = text.match(/HTTP\/1\.1 \d+[^]*?\r\n\r\n/g) ?? [];
    expect(heads.map((head) => head.slice(9, 12))).toEqual([...Array<string>(10).fill('401'), '429']);
    expect(heads.map((head) => /\r\nConnection: close\r\n/.test(head))).toEqual([
      ...Array<boolean>(10).fill(false),
      true,
    ]);
    // No other test requests customers.
    const handled = (): string[] => stack.logs().filter((line) => line.includes('"route":"/v1/customers"'));
    await eventually(() => Promise.resolve(expect(handled()).toHaveLength(11)));
  });

  it('uses only the part of X-Forwarded-For that the trusted proxy has added', async () => {
    const stranger = stack.client();
    const answers: Answer[] = [];
    // One after another: of concurrent connections, a busy process may get fewer than half.
    for (let n = 0; n < 40; n += 1) {
      answers.push(await stranger.get('/v1/payments', from(`198.51.100.${n}, 203.0.113.99`)));
    }
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20);
  });
});
