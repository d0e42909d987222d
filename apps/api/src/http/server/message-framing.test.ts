import { exchangeBytes, headOfCreate, problem, sendBytes, stackWithAccount } from '@svc/testing';
import { describe, expect, it } from 'vitest';

const { stack, account, client } = await stackWithAccount({ worker: 0 });
const key = account.testKey;

const amount = { value: 1000, currency: 'USD' };

const post = (length: number | 'chunked'): string => headOfCreate(key, length);

describe('invalid or ambiguous HTTP', () => {
  it.each([
    ['no Host', 'GET /v1/payments HTTP/1.1\r\n\r\n'],
    ['two hosts', 'GET /v1/payments HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n'],
    ['an empty host', 'GET /v1/payments HTTP/1.1\r\nHost:\r\n\r\n'],
    ['a host that is none', 'GET /v1/payments HTTP/1.1\r\nHost: a"<script>\r\n\r\n'],
    ['two keys', 'GET /v1/payments HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer a\r\nAuthorization: Bearer b\r\n\r\n'],
    ['two types', 'POST /v1/payments HTTP/1.1\r\nHost: a\r\nContent-Type: a/b\r\ncontent-type: c/d\r\n\r\n'],
    ['an expectation', 'POST /v1/payments HTTP/1.1\r\nHost: a\r\nExpect: tea\r\nContent-Length: 2\r\n\r\n{}'],
    ['a length that is none', 'POST /v1/payments HTTP/1.1\r\nHost: a\r\nContent-Length: ab\r\n\r\n'],
    ['a length below zero', 'POST /v1/payments HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n'],
    ['two lengths', 'POST /v1/payments HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n'],
    ['a broken chunk', 'POST /v1/payments HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n'],
    ['a body in another coding', 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n'],
    ['a method that is none', 'get /v1/payments HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['another version', 'GET /v1/payments HTTP/1.7\r\nHost: a\r\n\r\n'],
    ['an address without its slash', 'GET v1/payments HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['a folded header', 'GET /v1/payments HTTP/1.1\r\nHost: a\r\nX-A: b\r\n c\r\n\r\n'],
    ['a query that is no UTF-8', 'GET /v1/payments?metadata[a]=%FF HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['a surrogate in the query', 'GET /v1/payments?metadata[a]=%ED%A0%80 HTTP/1.1\r\nHost: a\r\n\r\n'],
    [
      'two idempotency keys',
      'POST /v1/payments HTTP/1.1\r\nHost: a\r\nIdempotency-Key: k\r\nIdempotency-Key: k\r\n\r\n',
    ],
    ['a tunnel', 'CONNECT bank.example.com:443 HTTP/1.1\r\nHost: a\r\n\r\n'],
  ])('%s: 400 as a problem, and the connection is closed', async (_, bytes) => {
    const { status, head, body } = await sendBytes(stack.apiUrl, bytes);
    expect([status, body['code'], body['status']]).toEqual([400, 'invalid_header', 400]);
    expect(head).toMatch(/^Content-Type: application\/problem\+json/im);
    expect(head).toMatch(/^Connection: close/im);
    expect(head).toContain(`Request-Id: ${String(body['requestId'])}`);
    expect(body['type']).toMatch(/^http:\/\/(127\.0\.0\.1:\d+|a)\/errors\/invalid_header$/);
  });

  it('HTTP/1.0 needs no Host', async () => {
    const { status, body } = await sendBytes(stack.apiUrl, 'GET /v1/payments HTTP/1.0\r\n\r\n');
    expect([status, body['type']]).toEqual([401, `${stack.apiUrl}/errors/unauthorized`]);
  });

  it('a broken request does not affect the response before it', async () => {
    const request = `GET /v1/payments?limit=1 HTTP/1.1\r\nHost: api\r\nAuthorization: Bearer ${key}\r\n\r\n`;
    const { text } = await exchangeBytes(stack.apiUrl, `${request}${request}GARBAGE\r\n\r\n`);
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200', 'HTTP/1.1 400']);
  });

  it('pipelined requests are served in order, also after refused bodies', async () => {
    const refused = post(70_000).replace('Connection: close\r\n', '') + 'x'.repeat(70_000);
    const body = JSON.stringify({ amount });
    const created = post(body.length).replace('Connection: close\r\n', '') + body;
    const { text } = await exchangeBytes(
      stack.apiUrl,
      refused + created + 'GET /nothing HTTP/1.1\r\nHost: api\r\nConnection: close\r\n\r\n',
    );
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 413', 'HTTP/1.1 201', 'HTTP/1.1 404']);
  });

  it('headers after the two thousandth count as well', async () => {
    const many = 'X:y\r\n'.repeat(2_100);
    const { status } = await sendBytes(
      stack.apiUrl,
      `GET /v1/payments HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${many}Authorization: Bearer ${key}\r\n\r\n`,
    );
    expect(status).toBe(200);
  });

  it('parameters after the thousandth count as well', async () => {
    const answer = await client.get(`/v1/payments?${'&'.repeat(1_100)}unknownParameter=1`);
    expect(problem(answer)).toEqual([400, 'invalid_query']);
  });

  it.each([['/V1/payments'], ['/v1/Payments'], ['/v1/payments/'], ['//v1/payments'], ['/v1/payments%2F']])(
    'GET %s, which is almost a valid path: 404',
    async (path) => {
      expect((await client.get(path)).status).toBe(404);
    },
  );
});

describe('a valid request that few clients send', () => {
  const send = (text: string) => sendBytes(stack.apiUrl, text);
  const payment = async (): Promise<string> => String((await client.post('/v1/payments', { amount })).body['id']);

  it('a chunked body without bytes and without a type counts as none', async () => {
    const { status } = await send(
      `POST /v1/payments/${await payment()}/cancel HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n` +
        'Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    );
    expect([200, 409]).toContain(status);
    const untyped = post('chunked').replace(/Content-Type: [^\r]+\r\n/i, '');
    expect((await send(`${untyped}2\r\n{}\r\n0\r\n\r\n`)).status).toBe(415);
  });

  it('a type may have an empty or unknown parameter, and Accept the charset of responses', async () => {
    const body = JSON.stringify({ amount });
    for (const parameters of [';', '; profile="orders"; charset=UTF-8']) {
      const typed = post(body.length).replace('application/json', `application/json${parameters}`);
      expect((await send(typed + body)).status).toBe(201);
    }
    for (const accept of ['application/json;charset=utf-8', 'application/json; charset=UTF-8']) {
      expect((await client.get('/v1/payments?limit=1', { headers: { accept } })).status).toBe(200);
    }
    const latin = { headers: { accept: 'application/json;charset=latin1' } };
    expect((await client.get('/v1/payments?limit=1', latin)).status).toBe(406);
  });

  it('a % in a query that begins no escape stands for itself', async () => {
    expect((await client.get('/v1/payments?reference=100%')).status).toBe(200);
  });
});

describe('a client with Expect: 100-continue', () => {
  it.each([
    ['a wrong key', 401, (head: string) => head.replace(key, 'sk_test_wrong')],
    ['another type', 415, (head: string) => head.replace('application/json', 'text/plain')],
    ['another address', 404, (head: string) => head.replace('/v1/payments', '/v1/nothing')],
  ])('with %s gets no 100, and the connection closes', async (_, status, change) => {
    const asking = post(5).replace('Connection: close', 'Expect: 100-continue');
    const answer = await sendBytes(stack.apiUrl, change(asking));
    expect(answer.status).toBe(status);
    expect(answer.head).toMatch(/^Connection: close/im);
  });

  it('gets 100 before it sends the form of a page', async () => {
    const asking =
      'POST /pay/00/unknown HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nConnection: close\r\n' +
      'Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 1\r\n\r\n';
    const { text } = await exchangeBytes(stack.apiUrl, asking, 'a');
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 100', 'HTTP/1.1 404']);
  });

  it('gets 100 once if all is valid so far', async () => {
    const body = JSON.stringify({ amount });
    const asking = post(body.length).replace('Connection: close', 'Expect: 100-continue\r\nConnection: close');
    const { text } = await exchangeBytes(stack.apiUrl, asking, body);
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 100', 'HTTP/1.1 201']);
  });
});
