import * as testing from '@svc/testing';
import { startConnectProxy, type ConnectProxy } from '@svc/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { receiver, sender } from '../../../test/senders.js';
import type { Names } from '../../platform/dns/host-names.js';
import { socketLookup } from '../../platform/dns/name-resolution.js';
import { parseProxy, type Proxy } from '../../platform/tls/proxy-tunnel.js';
import { AddressPolicy } from '../../platform/http-client/address-policy.js';
import type { SendOutcome, WebhookSender, WebhookSenderOptions } from './sender.js';

const accountId = '1';
const strict = new AddressPolicy({ allowedCidrs: [], allowInsecure: false });
const body = Buffer.from('{"id":"evt_1"}', 'utf8');

async function proxy(options: Parameters<typeof startConnectProxy>[0] = {}): Promise<ConnectProxy> {
  const started = await startConnectProxy(options);
  onTestFinished(() => started.close());
  return started;
}

function through(url: string): Proxy {
  const parsed = parseProxy(url);
  if (parsed === undefined) throw new Error('no proxy');
  return parsed;
}

function proxied(url: string, options: Partial<WebhookSenderOptions> = {}): Promise<WebhookSender> {
  return sender({ proxy: through(url), names: names('127.0.0.1'), ...options });
}

function names(...addresses: string[]): Names {
  const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  return { addressesOf: () => Promise.resolve(found) };
}

function status(outcome: SendOutcome): number | string {
  return outcome.kind === 'response' ? outcome.statusCode : outcome.error;
}

describe('through a proxy', () => {
  test('the name is resolved here, the tunnel leads to the address, and TLS is verified for the name', async () => {
    const [endpoint, way] = [await receiver(), await proxy()];
    const client = await proxied(way.url);
    const to = (host: string): Promise<SendOutcome> =>
      client.send({ accountId, url: `https://${host}:${endpoint.port}/hook`, headers: {}, body });
    expect(status(await to('receiver.test'))).toBe(200);
    expect(way.asked).toEqual([{ authority: `127.0.0.1:${endpoint.port}`, authorization: undefined }]);
    expect(endpoint.requests[0]).toMatchObject({ rawBody: body, headers: { host: `receiver.test:${endpoint.port}` } });
    expect(status(await to('somebody.test'))).toBe('certificate_invalid');
    expect(endpoint.requests).toHaveLength(1);
  });

  test.each([false, true])('plain http uses a tunnel too; a proxy with TLS: %j', async (tls) => {
    const [endpoint, way] = [await receiver({ tls: false }), await proxy({ tls })];
    const client = await proxied(way.url, { connectionsPerOrigin: 1 });
    const url = `http://shop.example.com:${endpoint.port}/hook`;
    const outcomes = [
      await client.send({ accountId, url, headers: {}, body }),
      await client.send({ accountId, url, headers: {}, body }),
    ];
    expect(outcomes.map(status)).toEqual([200, 200]);
    expect(outcomes[0]).toMatchObject({ certificateExpiresAt: null });
    expect(way.asked.map(({ authority }) => authority)).toEqual([`127.0.0.1:${endpoint.port}`]);
  });

  test('with TLS to both the proxy and the endpoint', async () => {
    const [endpoint, way] = [await receiver(), await proxy({ tls: true })];
    expect(status(await (await proxied(way.url)).send({ accountId, url: endpoint.url, headers: {}, body }))).toBe(200);
  });

  test('the credentials are sent to the proxy only', async () => {
    const [endpoint, way] = [await receiver(), await proxy()];
    const client = await proxied(way.url.replace('//', '//svc:p%40ss%3Aword@'));
    expect(status(await client.send({ accountId, url: endpoint.url, headers: {}, body }))).toBe(200);
    expect(way.asked[0]?.authorization).toBe(`Basic ${Buffer.from('svc:p@ss:word').toString('base64')}`);
    expect(endpoint.requests[0]?.headers['proxy-authorization']).toBeUndefined();
  });

  test('the name of the proxy is resolved by the given lookup', async () => {
    const [endpoint, way] = [await receiver(), await proxy()];
    const lookup = socketLookup(names('127.0.0.1'));
    const named = { ...through(way.url.replace('127.0.0.1', 'proxy.test')), lookup };
    expect(named.hostname).toBe('proxy.test');
    const client = await proxied(way.url, { proxy: named });
    expect(status(await client.send({ accountId, url: endpoint.url, headers: {}, body }))).toBe(200);
    expect(way.asked).toHaveLength(1);
  });

  test('the next address of a name is tried when the proxy cannot reach the first', async () => {
    const [endpoint, way] = [await receiver(), await proxy()];
    way.refuse(({ authority }) => (authority.startsWith('127.0.0.9:') ? 502 : undefined));
    const client = await proxied(way.url, { names: names('127.0.0.9', '127.0.0.1') });
    const url = `https://receiver.test:${endpoint.port}/`;
    expect(status(await client.send({ accountId, url, headers: {}, body }))).toBe(200);
    expect(way.asked).toHaveLength(2);
  });
});

describe('row 23: the policy applies through a proxy, and not to the proxy itself', () => {
  test('rebinding and mixed responses are refused before the proxy is asked', async () => {
    const [endpoint, way] = [await receiver(), await proxy()];
    const answers = [['127.0.0.1'], ['10.0.0.1'], ['127.0.0.1', '169.254.169.254']];
    const rebound: Names = {
      addressesOf: (...question) => names(...(answers.shift() ?? [])).addressesOf(...question),
    };
    const client = await proxied(way.url, { names: rebound, resumeTls: false });
    endpoint.respond('*', testing.answer(200, { headers: { Connection: 'close' } }));
    const url = `https://receiver.test:${endpoint.port}/`;
    const outcomes = [0, 1, 2].map(() => () => client.send({ accountId, url, headers: {}, body }));
    const found: (number | string)[] = [];
    for (const send of outcomes) found.push(status(await send()));
    expect(found).toEqual([200, 'blocked_address', 'blocked_address']);
    expect(way.asked).toHaveLength(1);
  });

  test.each(['https://127.0.0.1/', 'https://[::ffff:10.0.0.1]/', 'https://2852039166/', 'http://198.51.100.1/'])(
    '%s is not requested from the proxy',
    async (url) => {
      const way = await proxy();
      const client = await proxied(way.url, { policy: strict });
      expect(await client.send({ accountId, url, headers: {}, body })).toMatchObject({
        error: 'blocked_address',
        sent: false,
      });
      expect(way.asked).toEqual([]);
    },
  );

  test('a public address is requested from a proxy on a loopback address', async () => {
    const way = await proxy();
    way.refuse(() => 403);
    const client = await proxied(way.url, { policy: strict });
    const outcome = await client.send({ accountId, url: 'https://8.8.8.8/', headers: {}, body });
    expect(status(outcome)).toBe('proxy_error');
    expect(way.asked.map(({ authority }) => authority)).toEqual(['8.8.8.8:443']);
  });
});

describe('proxy_error', () => {
  test.each([
    [407, 'the proxy answered 407'],
    [502, 'the proxy answered 502'],
  ])('when the proxy responds %i; its address and credentials are not disclosed', async (answered, detail) => {
    const [endpoint, way] = [await receiver(), await proxy()];
    way.refuse(() => answered);
    const client = await proxied(way.url.replace('//', '//svc:secret@'));
    const outcome = await client.send({ accountId, url: endpoint.url, headers: {}, body });
    expect(outcome).toMatchObject({ kind: 'error', error: 'proxy_error', detail, sent: false });
    expect(endpoint.connections).toBe(0);
  });

  test('when nothing listens at its address', async () => {
    const [endpoint, way] = [await receiver(), await startConnectProxy()];
    await way.close();
    const outcome = await (await proxied(way.url)).send({ accountId, url: endpoint.url, headers: {}, body });
    const detail = 'the proxy cannot be reached (ECONNREFUSED)';
    expect(outcome).toMatchObject({ error: 'proxy_error', detail, sent: false });
  });

  test.each(['expired', 'unknown_authority', 'self_signed', 'wrong_host'] as const)(
    'when its certificate is %s',
    async (certificate) => {
      const [endpoint, way] = [await receiver(), await proxy({ tls: true, certificate })];
      const outcome = await (await proxied(way.url)).send({ accountId, url: endpoint.url, headers: {}, body });
      expect(outcome).toMatchObject({ error: 'proxy_error', sent: false });
      expect(way.asked).toEqual([]);
    },
  );

  test('a silent proxy is a timeout before anything is sent', async () => {
    const [endpoint, way] = [await receiver(), await proxy()];
    way.refuse(() => 'nothing');
    const client = await proxied(way.url, { timeoutMs: 300 });
    expect(await client.send({ accountId, url: endpoint.url, headers: {}, body })).toMatchObject({
      error: 'timeout',
      sent: false,
    });
  });
});

describe('parseProxy', () => {
  test.each([
    ['http://proxy.internal:3128', { secure: false, hostname: 'proxy.internal', port: 3128, authorization: undefined }],
    ['https://proxy.internal', { secure: true, hostname: 'proxy.internal', port: 443, authorization: undefined }],
    ['http://[::1]:8080/', { secure: false, hostname: '::1', port: 8080, authorization: undefined }],
    ['socks5://proxy.internal:1080', undefined],
    ['http://proxy.internal:3128/path', undefined],
    ['http://proxy.internal:3128?a=b', undefined],
    ['proxy.internal:3128', undefined],
    ['http://%zz:x@proxy.internal:3128', undefined],
  ])('%s', (text, expected) => {
    expect(parseProxy(text)).toEqual(expected);
  });
});
