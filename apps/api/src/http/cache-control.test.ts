import { openEventStream, sendBytes, stackWithAccount } from '@svc/testing';
import { beforeAll, describe, expect, it } from 'vitest';

const { stack, account, client } = await stackWithAccount({ worker: 0 });
let payment: string;

beforeAll(async () => {
  const created = await client.post('/v1/payments', { amount: { value: 1000, currency: 'USD' } });
  payment = `/v1/payments/${String(created.body['id'])}`;
});

describe('responses of the API are not cached', () => {
  it.each([
    [200, 'GET', () => payment, {}],
    [304, 'GET', () => payment, { 'if-none-match': '*' }],
    [401, 'GET', () => payment, { authorization: 'Bearer sk_test_unknown' }],
    [404, 'GET', () => '/v1/unknown', {}],
    [404, 'GET', () => '/v1/unknown', { authorization: '' }],
    [404, 'GET', () => '/v1', {}],
    [405, 'DELETE', () => payment, {}],
    [406, 'GET', () => payment, { accept: 'text/html' }],
    [412, 'GET', () => '/v1/payments', { 'if-match': '"1"' }],
  ])('%d to %s', async (status, method, path, headers) => {
    const answer = await client.send(method, path(), undefined, { headers });
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([status, 'no-store']);
  });

  it('413 for a body that is too large', async () => {
    const answer = await client.post('/v1/payments', { description: 'x'.repeat(1_100_000) });
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([413, 'no-store']);
  });

  it.each([
    [431, `GET /v1/payments HTTP/1.1\r\nHost: api\r\nX-Long: ${'x'.repeat(70_000)}\r\n\r\n`],
    [400, 'GET /v1/payments\r\n\r\n'],
  ])('%d for invalid requests', async (status, bytes) => {
    const answer = await sendBytes(stack.apiUrl, bytes);
    expect(answer.status).toBe(status);
    expect(answer.head).toMatch(/^Cache-Control: no-store$/im);
  });

  it('200 for a stream of events', async () => {
    const stream = await openEventStream(stack.apiUrl, account.testKey);
    expect(stream.headers['cache-control']).toMatch(/^no-store\b/);
    stream.close();
  });
});

it('unknown addresses under /v1 return the rate limit to a valid key, also /v1 itself', async () => {
  for (const path of ['/v1', '/v1/', '/v1/unknown']) {
    const answer = await client.get(path);
    expect([path, answer.status, answer.headers.get('ratelimit')]).toEqual([
      path,
      404,
      expect.stringMatching(/^"enterprise";r=\d+;t=\d+$/),
    ]);
  }
});
