import { readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { Svc } from './client.js';
import { VERSION } from './version.js';

const baseUrl = 'https://payments.example.com';
const BASE_URLS = JSON.parse(readFileSync('packages/testing/sdk-vectors/base-urls.json', 'utf8')) as readonly {
  readonly baseUrl: string;
  readonly refused: string;
}[];

describe('a client', () => {
  it.each([undefined, '', ' ', 'sk_test_1\n', 'sk_test_ü'])(
    'is not made with %j as its key, which is not repeated',
    (key) => {
      const make = () => new Svc(key as string, { baseUrl });
      expect(make).toThrow(TypeError);
      expect(make).toThrow(/^An API key is needed: [^\nü]*$/);
    },
  );

  it.each(BASE_URLS)('is not made with $baseUrl as its baseUrl', ({ baseUrl: wrong, refused }) => {
    const make = () => new Svc('sk_test_1', { baseUrl: wrong });
    expect(make).toThrow(TypeError);
    expect(make).toThrow(/^baseUrl must ((?!hush).)*$/);
    expect(make).toThrow(refused);
  });

  it.each([undefined, null, 3000])('is not made with %j as its baseUrl', (wrong) => {
    expect(() => new Svc('sk_test_1', { baseUrl: wrong as unknown as string })).toThrow(/^baseUrl must start with/);
  });

  it.each(['https://x', 'HTTPS://X:443/', 'http://[::1]:3000', 'http://x:65535/a/@b//'])(
    'is made with %j as its baseUrl',
    (right) => {
      expect(() => new Svc('sk_test_1', { baseUrl: right })).not.toThrow();
    },
  );

  it.each([0, -1, Number.NaN, Infinity, 2 ** 31])('is not made with a timeout of %d', (timeout) => {
    expect(() => new Svc('sk_test_1', { baseUrl, timeout })).toThrow(/^timeout must/);
  });

  it.each([-1, 0.5, Number.NaN, Infinity, '2'])('is not made with %j as maxRetries', (maxRetries) => {
    expect(() => new Svc('sk_test_1', { baseUrl, maxRetries: maxRetries as number })).toThrow(/^maxRetries must/);
  });

  it.each([0, -1, Number.NaN])('is not made with a totalTimeout of %d', (totalTimeout) => {
    expect(() => new Svc('sk_test_1', { baseUrl, totalTimeout })).toThrow(/^totalTimeout must/);
  });

  it.each([
    { timeuot: 3 },
    { baseURL: baseUrl },
    { onEvent: 'log' },
    { fetch: 'nope' },
    { headers: { Connection: 'close' } },
    { timeout: '5' },
    { headers: { 'idempotency-key': 'k' } },
  ])('is not made with %j', (wrong) => {
    expect(() => new Svc('sk_test_1', { baseUrl, ...(wrong as object) })).toThrow(TypeError);
  });

  it.each(['timeout', 'totalTimeout', 'maxRetries', 'onEvent', 'fetch', 'headers'])(
    'is not made with null as %s, which the error names',
    (name) => {
      const make = () => new Svc('sk_test_1', { baseUrl, [name]: null });
      expect(make).toThrow(TypeError);
      expect(make).toThrow(new RegExp(`^${name} must be `));
    },
  );

  it('is not made with a secret key in a browser, and is made in a worker', () => {
    vi.stubGlobal('window', { document: {} });
    expect(() => new Svc('sk_live_1', { baseUrl })).toThrow(/^A secret key must not be used in a browser/);
    vi.stubGlobal('window', {});
    expect(() => new Svc('sk_live_1', { baseUrl })).not.toThrow();
    vi.unstubAllGlobals();
  });
});

it('the version is that of the package', () => {
  const manifest = JSON.parse(readFileSync('packages/sdk/package.json', 'utf8')) as { version: string };
  expect(VERSION).toBe(manifest.version);
});
