import { once } from 'node:events';
import { connect } from 'node:net';
import { eventually, exchangeBytes, problem, sendBytes, stackWithAccount, type RawAnswer } from '@svc/testing';
import { describe, expect, it } from 'vitest';

const { stack, account } = await stackWithAccount({ worker: 0 });
const key = account.testKey;

const GET = 'GET /v1/payments HTTP/1.1\r\nHost: a\r\n';
const POST = 'POST /v1/payments HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n';
const authorized = (head: string): string => `${head}Authorization: Bearer ${key}\r\n`;
const CHUNKED = 'Transfer-Encoding: chunked\r\n\r\n';

function expectProblem({ status, head, body }: RawAnswer, expected: number, code: string): void {
  expect([status, body['status'], body['code']]).toEqual([expected, expected, code]);
  expect(head).toMatch(/^Content-Type: application\/problem\+json/im);
  expect(head).toMatch(/^Connection: close/im);
  expect(head).toMatch(/^Cache-Control: no-store/im);
  expect(head).toMatch(new RegExp(`^Request-Id: ${String(body['requestId'])}\r?$`, 'im'));
  expect(body['requestId']).toMatch(/^req_/);
}

describe('row 39: an incomplete or invalid request gets a problem with its Request-Id, and the connection is closed', () => {
  it.each([
    ['an unknown transfer coding', `${POST}Transfer-Encoding: xchunked\r\n\r\nabc`],
    ['an unknown transfer coding without a body', `${GET}Transfer-Encoding: xchunked\r\n\r\n`],
    ['an unknown transfer coding and 100 KB', `${POST}Transfer-Encoding: x\r\n\r\n${'x'.repeat(100_000)}`],
    ['a coding after chunked', `${POST}Transfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n`],
    ['chunked twice', `${POST}Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n`],
    ['identity', `${POST}Transfer-Encoding: identity\r\n\r\nabc`],
    ['an empty coding', `${POST}Transfer-Encoding:\r\n\r\nabc`],
    ['a length and a coding', `${POST}Content-Length: 5\r\n${CHUNKED}0\r\n\r\n`],
    ['lines that end with LF', 'GET /v1/payments HTTP/1.1\nHost: a\n\n'],
    ['NUL in a name', `${GET}X\0A: b\r\n\r\n`],
    ['NUL in a value', `${GET}X-A: b\0c\r\n\r\n`],
    ['a blank before the colon', `${GET}X-A : b\r\n\r\n`],
    ['HTTP/0.9', 'GET /v1/payments\r\n\r\n'],
    ['HTTP/2.0', 'GET /v1/payments HTTP/2.0\r\nHost: a\r\n\r\n'],
    ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0'],
    ['a TLS hello', '\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03'],
    ['a length with a sign', `${POST}Content-Length: +1\r\n\r\nx`],
    ['an expectation', `${POST}Expect: tea\r\nContent-Length: 2\r\n\r\n{}`],
    ['a target that is no URL', `GET http://[::bad HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`],
    ['a target of another scheme', `GET ftp://a/v1/payments HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`],
    ['CONNECT', 'CONNECT bank.example.com:443 HTTP/1.1\r\nHost: a\r\n\r\n'],
  ])('%s: 400', async (_, bytes) => {
    expectProblem(await sendBytes(stack.apiUrl, bytes), 400, 'invalid_header');
  });

  it.each([
    ['a broken chunk', 'zz\r\n'],
    ['a chunk with an endless extension', `1;${'x'.repeat(20_000)}`],
    ['endless trailers', `2\r\n{}\r\n0\r\nX-A: ${'x'.repeat(20_000)}`],
  ])('%s: 400; without a key 401 or 400, since the response may precede that part', async (_, bytes) => {
    expectProblem(await sendBytes(stack.apiUrl, `${authorized(POST)}${CHUNKED}${bytes}`), 400, 'invalid_header');
    const { status, head, body } = await sendBytes(stack.apiUrl, `${POST}${CHUNKED}${bytes}`);
    expect([400, 401]).toContain(status);
    expect(head).toContain(`Request-Id: ${String(body['requestId'])}`);
  });

  it('a body that breaks off after the response closes the connection', async () => {
    const socket = connect(Number(new URL(stack.apiUrl).port), '127.0.0.1').setEncoding('latin1');
    socket.write(`${POST}${CHUNKED}2\r\n{}\r\n`);
    const [text] = (await once(socket, 'data')) as [string];
    expect(text).toMatch(/^HTTP\/1\.1 401/);
    socket.resume().write('zz\r\n');
    await once(socket, 'end');
    socket.destroy();
  });

  it('endless headers: 431', async () => {
    const answers = [
      `GET /${'x'.repeat(20_000)}`,
      `${GET}X-A: ${'x'.repeat(20_000)}`,
      `${GET}${'X:y\r\n'.repeat(9_000)}`,
    ];
    for (const bytes of answers) expectProblem(await sendBytes(stack.apiUrl, bytes), 431, 'headers_too_large');
  });

  it('headers or a body that never end: 408, or 401 without a key', async () => {
    const slow: [string, number, string][] = [
      ['G', 408, 'request_timeout'],
      ['GET /v1/payments HT', 408, 'request_timeout'],
      [`${GET}X-A`, 408, 'request_timeout'],
      [`${authorized(POST)}Content-Length: 10\r\n\r\n{`, 408, 'request_timeout'],
      [`${authorized(POST)}${CHUNKED}`, 408, 'request_timeout'],
      [`${authorized(POST)}${CHUNKED}1\r\n{\r\n`, 408, 'request_timeout'],
      [
        'POST /callbacks/00/http HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n' + CHUNKED,
        408,
        'request_timeout',
      ],
      [`POST /sandbox/00/actions/x HTTP/1.1\r\nHost: a\r\n${CHUNKED}1\r\na\r\n`, 408, 'request_timeout'],
    ];
    await Promise.all(
      slow.map(async ([bytes, status, code]) => {
        const { text } = await exchangeBytes(stack.apiUrl, bytes);
        const [head = '', body = '{}'] = text.split('\r\n\r\n');
        const answer = { status: Number(head.slice(9, 12)), head, body: JSON.parse(body) as Record<string, unknown> };
        expect([bytes, answer.status]).toEqual([bytes, status]);
        expect([answer.body['code'], head]).toEqual([code, expect.stringContaining(String(answer.body['requestId']))]);
      }),
    );
    const { status } = await sendBytes(stack.apiUrl, `${POST.replace('Host', 'Connection: close\r\nHost')}${CHUNKED}`);
    expect(status).toBe(401);
  });

  it('a broken request does not affect the responses to requests before it', async () => {
    const whole = `${authorized(GET)}\r\n`;
    for (const broken of [
      'GARBAGE\r\n\r\n',
      'CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n',
      `${GET}Transfer-Encoding: x\r\n\r\na`,
    ]) {
      const { text } = await exchangeBytes(stack.apiUrl, whole + whole + broken + whole);
      expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200', 'HTTP/1.1 400']);
    }
  });

  it('the log contains the Request-Id', async () => {
    const { body } = await sendBytes(stack.apiUrl, 'GARBAGE\r\n\r\n');
    await eventually(() => expect(stack.logs().join('\n')).toContain(String(body['requestId'])));
  });

  it('the target may be an absolute URL', async () => {
    const bytes = `GET http://a/v1/payments?limit=1 HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAuthorization: Bearer ${key}\r\n\r\n`;
    const answer = await sendBytes(stack.apiUrl, bytes);
    expect([answer.status, answer.body['data']]).toEqual([200, []]);
  });

  it('TRACE and Upgrade are handled as ordinary requests', async () => {
    const trace = await sendBytes(stack.apiUrl, 'TRACE /v1/payments HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    expect(problem(trace)).toEqual([405, 'method_not_allowed']);
    const upgrade = await sendBytes(stack.apiUrl, `${GET}Connection: upgrade, close\r\nUpgrade: websocket\r\n\r\n`);
    expect(problem(upgrade)).toEqual([401, 'unauthorized']);
  });
});
