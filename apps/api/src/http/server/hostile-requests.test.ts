import {
  headOfCreate,
  problem,
  residentMegabytes,
  rowId,
  sendBytes,
  stackWithAccount,
  type RawAnswer,
} from '@svc/testing';
import { beforeAll, describe, expect, it } from 'vitest';

const { stack, account, client } = await stackWithAccount({ worker: 0, own: true });
const key = account.testKey;

beforeAll(() => client.post('/v1/payments', { amount }));

const amount = { value: 1000, currency: 'USD' };

/** Sends raw bytes and reads until the service closes the connection. */
async function sendRaw(...parts: readonly (string | Buffer)[]): Promise<RawAnswer> {
  return sendBytes(stack.apiUrl, ...parts);
}

const post = (length: number | 'chunked'): string => headOfCreate(key, length);

const nested = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

describe('row 29: hostile requests are refused, the process survives, its memory stays flat', () => {
  it.each<[string, number, string, string | Buffer]>([
    [
      'a depth of 10,000 in metadata',
      422,
      'validation_failed',
      `{"amount":{"value":1,"currency":"USD"},"metadata":${nested(10_000)}}`,
    ],
    ['arrays 10,000 deep', 422, 'validation_failed', `{"amount":${'['.repeat(10_000)}${']'.repeat(10_000)}}`],
    ['bytes that are no UTF-8', 400, 'malformed_json', Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d])],
    ['UTF-8 that encodes a surrogate', 400, 'malformed_json', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])],
    ['a NUL byte', 400, 'malformed_json', '{"amount":\u0000}'],
    [
      'an amount twice',
      422,
      'validation_failed',
      '{"amount":{"value":1,"currency":"USD"},"amount":{"value":2,"currency":"USD"}}',
    ],
    ['a NUL in a text', 422, 'validation_failed', '{"amount":{"value":1,"currency":"USD"},"description":"a\\u0000b"}'],
    [
      '__proto__ in metadata',
      422,
      'validation_failed',
      '{"amount":{"value":1,"currency":"USD"},"metadata":{"__proto__":{"admin":true}}}',
    ],
    [
      '__proto__ in the body',
      422,
      'validation_failed',
      '{"amount":{"value":1,"currency":"USD"},"__proto__":{"status":"completed"}}',
    ],
    [
      'constructor in the body',
      422,
      'validation_failed',
      '{"amount":{"value":1,"currency":"USD"},"constructor":{"prototype":1}}',
    ],
    [
      'a lone surrogate',
      422,
      'validation_failed',
      '{"amount":{"value":1,"currency":"USD"},"metadata":{"a":"\\ud800"}}',
    ],
    ['1e400', 422, 'validation_failed', '{"amount":{"value":1e400,"currency":"USD"}}'],
    ['1e400 in metadata', 422, 'validation_failed', '{"amount":{"value":1,"currency":"USD"},"metadata":{"n":1e400}}'],
  ])('%s: %i %s', async (_, status, code, raw) => {
    const answer = await client.post('/v1/payments', undefined, { raw });
    expect(problem(answer)).toEqual([status, code]);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    expect(answer.text).not.toMatch(/ at |node_modules|\.[jt]s:/);
  });

  it('a body of 10 MB, declared or not: 413', async () => {
    const megabyte = Buffer.alloc(1_048_576, 0x20);
    const declared = await sendRaw(post(10 * megabyte.length), ...Array<Buffer>(10).fill(megabyte));
    expect(problem(declared)).toEqual([413, 'body_too_large']);

    const chunk = Buffer.concat([Buffer.from('100000\r\n'), megabyte, Buffer.from('\r\n')]);
    const chunked = await sendRaw(post('chunked'), ...Array<Buffer>(10).fill(chunk), '0\r\n\r\n');
    expect(problem(chunked)).toEqual([413, 'body_too_large']);
  });

  it('a client with Expect: 100-continue and a body that is too large gets no 100', async () => {
    const answer = await sendRaw(
      post(10_000_000).replace('Connection: close', 'Expect: 100-continue\r\nConnection: close'),
    );
    expect(answer.status).toBe(413);
    expect(answer.head).not.toContain('100 Continue');
  });

  it('1 MB of headers, or an endless path: 431 as a problem', async () => {
    const header = await sendRaw(
      `GET /v1/payments HTTP/1.1\r\nHost: api\r\nX-Filler: ${'x'.repeat(1_048_576)}\r\n\r\n`,
    );
    const address = await sendRaw(`GET /v1/payments?reference=${'x'.repeat(20_000)} HTTP/1.1\r\nHost: api\r\n\r\n`);
    for (const { status, head, body } of [header, address]) {
      expect([status, body['code'], body['status']]).toEqual([431, 'headers_too_large', 431]);
      expect(head).toContain('application/problem+json');
      expect(head).toContain(`Request-Id: ${String(body['requestId'])}`);
    }
  });

  it.each(['GARBAGE\r\n\r\n', 'GET / HTTP/1.1\r\nHost: a\r\nBad Header: 1\r\n\r\n', '\u0016\u0003\u0001\u0002\u0000'])(
    'invalid HTTP: 400 as a problem (%j)',
    async (bytes) => {
      const { status, body } = await sendRaw(bytes);
      expect([status, body['code']]).toEqual([400, 'invalid_header']);
    },
  );

  it('two bodies in one (request smuggling): 400', async () => {
    const ambiguous = post(5).replace('\r\n\r\n', '\r\nTransfer-Encoding: chunked\r\n\r\n');
    expect((await sendRaw(ambiguous, '0\r\n\r\n')).status).toBe(400);
  });

  it('slow headers (slowloris): 408 after ten seconds, and others are served meanwhile', async () => {
    const slow = Array.from({ length: 50 }, () => sendRaw('GET /v1/payments HTTP/1.1\r\nHost: api\r\n', 'X-A: b'));
    expect((await client.get('/v1/payments')).status).toBe(200);
    const started = performance.now();
    for (const { status, head, body } of await Promise.all(slow)) {
      expect([status, body['code']]).toEqual([408, 'request_timeout']);
      expect(head).toContain(`Request-Id: ${String(body['requestId'])}`);
    }
    expect(performance.now() - started).toBeLessThan(14_000);
  });

  it('hundreds of them: memory stays flat and the process survives', async () => {
    const { pid } = stack.api[0] ?? {};
    const abuse = async (): Promise<void> => {
      const filler = Buffer.alloc(1_048_576, 0x78);
      for (let n = 0; n < 20; n += 1) {
        await Promise.all([
          sendRaw(post(10 * filler.length), ...Array<Buffer>(10).fill(filler)),
          sendRaw('GET / HTTP/1.1\r\nX: ', filler),
          client.post('/v1/payments', undefined, { raw: nested(10_000) }),
        ]);
      }
    };
    await abuse();
    const before = residentMegabytes(stack.api[0]);
    await abuse();
    await abuse();
    expect(residentMegabytes(stack.api[0]) - before).toBeLessThan(60);
    expect((await client.post('/v1/payments', { amount })).status).toBe(201);
    expect([stack.api[0]?.pid, stack.api[0]?.exit]).toEqual([pid, undefined]);
  });
});

describe('what a response reveals', () => {
  it.each([
    '/v1/nothing',
    '/docs/%E0%A4',
    '/errors/%E0%A4',
    '/v1/payments/%E0%A4',
    '/docs/../package.json',
    '/docs/package.json',
  ])('GET %s: a problem without internal details', async (path) => {
    const { status, head, body } = await sendRaw(`GET ${path} HTTP/1.1\r\nHost: api\r\nConnection: close\r\n\r\n`);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
    expect(Object.keys(body)).toEqual(['type', 'title', 'status', 'code', 'detail', 'requestId']);
    expect(head).not.toMatch(/x-powered-by|express/i);
  });

  it('has the security headers', async () => {
    const { headers } = await client.get('/v1/payments');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toBe("default-src 'none';frame-ancestors 'none'");
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('x-powered-by')).toBeNull();
    expect(headers.get('strict-transport-security')).toBeNull();
  });
});

describe('row 25: a key that is missing, malformed, mistyped, unknown, revoked or expired', () => {
  it('401 with the same message for all of them', async () => {
    const keys = [undefined, 'nonsense', key.slice(0, -1) + (key.endsWith('0') ? '1' : '0'), key.slice(0, 20)];
    for (const column of ['revoked_at', 'expires_at']) {
      const other = await stack.createAccount('free');
      await stack.changeKeys(other, `${column} = now() - interval '1 second'`);
      keys.push(other.testKey);
    }
    const gone = await stack.createAccount('free');
    await stack.query(
      `DELETE FROM api_keys WHERE environment_id IN (SELECT id FROM environments WHERE account_id = $1)`,
      [rowId(gone.accountId)],
    );
    keys.push(gone.liveKey);
    const answers = await Promise.all(keys.map((wrong) => stack.client(wrong).get('/v1/payments')));
    const seen = answers.map(({ status, headers, body: { requestId: _, ...body } }) =>
      JSON.stringify([status, body, headers.get('www-authenticate'), headers.get('ratelimit')]),
    );
    expect(new Set(seen).size).toBe(1);
    expect(answers[0]).toMatchObject({
      status: 401,
      body: { code: 'unauthorized', detail: 'A valid API key is required.' },
    });
  });

  it.each([`Basic ${Buffer.from('sk_test_x:').toString('base64')}`, 'sk_test_x', 'Token sk_test_x'])(
    '401 that names the scheme, for %s',
    async (authorization) => {
      const { status, body, headers } = await stack.client().get('/v1/payments', {
        headers: { authorization },
      });
      expect([status, body['code'], headers.get('www-authenticate')]).toEqual([401, 'unauthorized', 'Bearer']);
      expect(body['detail']).toBe('Use Bearer authentication: send the header "Authorization: Bearer <API key>".');
    },
  );
});
