import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { mayReadMetrics } from './metrics-access.js';

type Settings = Parameters<typeof mayReadMetrics>[1];

const usual: Settings = { METRICS_TOKEN: undefined, PUBLIC_URL: undefined, TRUST_PROXY: 0, TRUSTED_PROXIES: [] };
const TOKEN = 'correct-horse-battery-staple';

interface Asked {
  readonly remoteAddress?: string;
  readonly httpVersion?: string;
  readonly headers?: Record<string, string>;
}

/** By default, a request from this machine. */
function request({ remoteAddress = '127.0.0.1', httpVersion = '1.1', headers = {} }: Asked = {}): IncomingMessage {
  const sent = { headers: { host: 'localhost:3000', ...headers }, httpVersion, socket: { remoteAddress } };
  return sent as unknown as IncomingMessage;
}

describe('without a token, metrics are readable', () => {
  it.each<Asked>([
    {},
    { remoteAddress: '::1', headers: { host: '[::1]:3000' } },
    { remoteAddress: '::ffff:127.0.0.1', headers: { host: '127.0.0.1:3000' } },
  ])('from this machine (%j)', (asked) => {
    expect(mayReadMetrics(request(asked), usual)).toBe(true);
  });

  it.each<Asked>([
    { remoteAddress: '10.0.0.7' },
    { remoteAddress: '203.0.113.9' },
    { headers: { host: 'pay.example.com' } },
    { headers: { host: '' } },
    { headers: { 'x-forwarded-for': '127.0.0.1' } },
    { headers: { forwarded: 'for=127.0.0.1' } },
    { headers: { via: '1.1 proxy' } },
    { headers: { 'x-real-ip': '127.0.0.1' } },
    { httpVersion: '1.0' },
  ])('from nowhere else, and not through a proxy (%j)', (asked) => {
    expect(mayReadMetrics(request(asked), usual)).toBe(false);
  });

  it.each<Partial<Settings>>([
    { TRUST_PROXY: 1 },
    { TRUSTED_PROXIES: ['10.0.0.0/8'] },
    { PUBLIC_URL: 'https://pay.example.com' },
  ])('by nobody if the settings say that a proxy on this machine forwards requests (%j)', (settings) => {
    expect(mayReadMetrics(request(), { ...usual, ...settings })).toBe(false);
  });

  it('also with a PUBLIC_URL of this machine, as npm start sets it', () => {
    for (const PUBLIC_URL of ['http://127.0.0.1:3000', 'http://localhost:3000', 'http://[::1]:3000']) {
      expect(mayReadMetrics(request(), { ...usual, PUBLIC_URL })).toBe(true);
    }
  });
});

describe('with a token, metrics are readable', () => {
  const settings = { ...usual, METRICS_TOKEN: TOKEN, PUBLIC_URL: 'https://pay.example.com', TRUST_PROXY: 1 };
  const bearing = (authorization: string): Asked => ({ remoteAddress: '10.0.0.7', headers: { authorization } });

  it('with that token, from anywhere', () => {
    expect(mayReadMetrics(request(bearing(`Bearer ${TOKEN}`)), settings)).toBe(true);
  });

  it.each(['', TOKEN, 'Bearer', `Bearer ${TOKEN}x`, `Bearer ${TOKEN.slice(1)}`, `Basic ${TOKEN}`])(
    'with nothing else, not even from this machine (%j)',
    (authorization) => {
      expect(mayReadMetrics(request(bearing(authorization)), settings)).toBe(false);
      expect(mayReadMetrics(request({ headers: { authorization } }), settings)).toBe(false);
      expect(mayReadMetrics(request(), settings)).toBe(false);
    },
  );
});
