import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Svc } from './client.js';
import { VERSION } from './version.js';

const baseUrl = 'https://payments.example.com';

describe('a client', () => {
  it.each([undefined, '', ' ', 'sk_test_1\n', 'sk_test_ü'])(
    'is not made with %j as its key, which is not repeated',
    (key) => {
      const make = () => new Svc(key as string, { baseUrl });
      expect(make).toThrow(TypeError);
      expect(make).toThrow(/^An API key is needed: [^\nü]*$/);
    },
  );

  it.each([undefined, '', 'payments.example.com', 'ftp://x', 'https://u:p@x', 'https://x/?a=1', 'https://x/#a'])(
    'is not made with %j as its baseUrl',
    (wrong) => {
      expect(() => new Svc('sk_test_1', { baseUrl: wrong as string })).toThrow(/^baseUrl must/);
    },
  );

  it.each([0, -1, Number.NaN, Infinity, 2 ** 31])('is not made with a timeout of %d', (timeout) => {
    expect(() => new Svc('sk_test_1', { baseUrl, timeout })).toThrow(/^timeout must/);
  });
});

it('the version is that of the package', () => {
  const manifest = JSON.parse(readFileSync('packages/sdk/package.json', 'utf8')) as { version: string };
  expect(VERSION).toBe(manifest.version);
});
