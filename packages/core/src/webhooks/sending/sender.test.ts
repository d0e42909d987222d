import { startReceiver } from '@svc/testing';
import * as testing from '@svc/testing';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { receiver, response, sender } from '../../../test/senders.js';
import { acknowledged } from './sender.js';

const accountId = '1';
const body = Buffer.from('{"id":"evt_1","name":"Zoë"}', 'utf8');

afterEach(() => vi.unstubAllEnvs());

describe('a request', () => {
  test('has the given bytes and headers, over TLS', async () => {
    const endpoint = await receiver();
    const headers = { 'Svc-Event-Id': 'evt_1', 'Content-Type': 'application/json', 'User-Agent': 'Svc-Webhooks/1.0' };
    const outcome = await (await sender()).send({ accountId, url: `${endpoint.url}/a%20b?x=1#y`, headers, body });
    expect(response(outcome).statusCode).toBe(200);
    const [received] = endpoint.requests;
    expect(received).toMatchObject({ method: 'POST', path: '/a%20b?x=1', rawBody: body });
    expect(received?.headers).toEqual({
      host: `127.0.0.1:${endpoint.port}`,
      connection: 'keep-alive',
      'svc-event-id': 'evt_1',
      'content-type': 'application/json',
      'user-agent': 'Svc-Webhooks/1.0',
      'content-length': String(body.length),
    });
  });

  test('ignores the proxies of the environment', async () => {
    const [endpoint, proxy] = [await receiver({ tls: false }), await receiver({ tls: false })];
    for (const name of ['HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'all_proxy']) vi.stubEnv(name, proxy.url);
    vi.stubEnv('NODE_USE_ENV_PROXY', '1');
    await (await sender()).send({ accountId, url: endpoint.url, headers: {}, body });
    expect([endpoint.requests.length, proxy.connections]).toEqual([1, 0]);
  });

  test.each([
    [
      'a header that would split the request',
      { accountId, url: 'https://127.0.0.1/', headers: { 'X-A': 'b\r\nX-Evil: 1' }, body },
    ],
    ['an invalid URL', { accountId, url: 'not a url', headers: {}, body }],
  ])('%s is an outcome, not an exception', async (_, request) => {
    expect(await (await sender()).send(request)).toMatchObject({
      kind: 'error',
      error: 'invalid_request',
      sent: false,
    });
  });
});

describe('responses', () => {
  test.each([200, 201, 204, 301, 302, 307, 308, 400, 410, 429, 500, 503])(
    'row 16: %i is returned as it is, and no redirect is followed',
    async (status) => {
      const endpoint = await receiver();
      endpoint.respond('/hook', testing.answer(status, { headers: { Location: `${endpoint.url}/elsewhere` } }));
      const outcome = response(
        await (await sender()).send({ accountId, url: `${endpoint.url}/hook`, headers: {}, body }),
      );
      expect(outcome.statusCode).toBe(status);
      expect(endpoint.requests).toHaveLength(1);
    },
  );

  test('have the beginning of the body, Retry-After and the headers', async () => {
    const endpoint = await receiver();
    endpoint.respond('*', testing.answer(503, { headers: { 'Retry-After': '120', 'X-A': 'b' }, body: 'später' }));
    const outcome = response(await (await sender()).send({ accountId, url: endpoint.url, headers: {}, body }));
    expect(outcome).toMatchObject({ responseExcerpt: 'später', retryAfter: '120', headers: { 'x-a': 'b' } });
  });

  test('have the expiry of the certificate, on new and reused connections, but not over http', async () => {
    const [secure, plain] = [await receiver(), await receiver({ tls: false })];
    const client = await sender({ resumeTls: false, connectionsPerOrigin: 1 });
    const days: (number | null)[] = [];
    secure.script('/', [200, testing.answerAndClose, 200]);
    for (const { url } of [secure, secure, secure, plain]) {
      const { certificateExpiresAt } = response(await client.send({ accountId, url, headers: {}, body }));
      const left = certificateExpiresAt === null ? null : certificateExpiresAt.getTime() - Date.now();
      days.push(left === null ? null : Math.round(left / 86_400_000));
    }
    expect(days).toEqual([30, 30, 30, null]);
    expect(secure.connections).toBe(2);
  });

  test('follow early hints, which are skipped', async () => {
    const endpoint = await receiver();
    endpoint.respond('*', (reply) => {
      reply.writeEarlyHints({ link: '</style.css>; rel=preload' });
      reply.writeHead(200).end('ok');
    });
    const outcome = response(await (await sender()).send({ accountId, url: endpoint.url, headers: {}, body }));
    expect(outcome).toMatchObject({ statusCode: 200, responseExcerpt: 'ok' });
  });

  test('have an excerpt without NUL or broken characters, within the limit', async () => {
    const endpoint = await receiver();
    const client = await sender({ maxResponseBytes: 10 });
    endpoint.script('/', [
      testing.answer(200, { body: 'a\0b' }),
      testing.answer(200, { body: 'aaaaaaaaaé' }),
      testing.answer(200, { body: Buffer.alloc(10, 0xff) }),
    ]);
    const excerpts: string[] = [];
    for (let n = 0; n < 3; n += 1)
      excerpts.push(response(await client.send({ accountId, url: endpoint.url, headers: {}, body })).responseExcerpt);
    expect(excerpts).toEqual(['a\uFFFDb', 'aaaaaaaaa', '\uFFFD\uFFFD\uFFFD']);
  });
});

describe('errors', () => {
  test.each([
    ['reset', testing.reset, 'connection_reset'],
    ['closed without a response', testing.hangUp, 'connection_reset'],
    ['no HTTP', testing.gibberish, 'protocol_error'],
  ] as const)('row 19: %s', async (_, reply, error) => {
    const endpoint = await receiver();
    endpoint.respond('*', reply);
    const outcome = await (await sender()).send({ accountId, url: endpoint.url, headers: {}, body });
    expect(outcome).toMatchObject({ kind: 'error', error, sent: true });
    expect(endpoint.requests).toHaveLength(1);
  });

  test('endless response headers', async () => {
    const endpoint = await receiver();
    endpoint.respond('*', testing.answer(200, { headers: { 'X-Long': 'x'.repeat(70_000) } }));
    expect(await (await sender()).send({ accountId, url: endpoint.url, headers: {}, body })).toMatchObject({
      error: 'protocol_error',
    });
  });

  test.each([
    ['expired', 'certificate_expired'],
    ['wrong_host', 'certificate_invalid'],
    ['unknown_authority', 'certificate_invalid'],
    ['self_signed', 'certificate_invalid'],
  ] as const)('row 19: certificate %s', async (certificate, error) => {
    const endpoint = await receiver({ certificate });
    const outcome = await (await sender()).send({ accountId, url: endpoint.url, headers: {}, body });
    expect(outcome).toMatchObject({ kind: 'error', error, sent: false });
    expect(endpoint.requests).toHaveLength(0);
  });

  test.each([
    ['https://does-not-exist.invalid/', 'dns_failure'],
    ['https://169.254.169.254/', 'blocked_address'],
    ['https://[64:ff9b::a9fe:a9fe]/', 'blocked_address'],
    ['https://10.0.0.1/', 'blocked_address'],
  ])('%s', async (url, error) => {
    expect(await (await sender()).send({ accountId, url, headers: {}, body })).toMatchObject({
      kind: 'error',
      error,
      sent: false,
    });
  });

  test('a closed port', async () => {
    const endpoint = await startReceiver();
    const { url } = endpoint;
    await endpoint.close();
    const outcome = await (await sender()).send({ accountId, url, headers: {}, body });
    expect(outcome).toMatchObject({ kind: 'error', error: 'connection_refused', sent: false });
  });
});

describe('acknowledged', () => {
  test.each([
    [200, true, true],
    [201, false, true],
    [204, false, true],
    [299, false, true],
    [302, false, false],
    [199, false, false],
    [500, false, false],
  ])('%i: with "200" %j, with "2xx" %j', (statusCode, by200, by2xx) => {
    expect([acknowledged(statusCode, '200'), acknowledged(statusCode, '2xx')]).toEqual([by200, by2xx]);
  });
});
