import { startReceiver, type Receiver } from '@svc/testing';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DnsSource } from '../../platform/dns/dns-source.js';
import { HostNames } from '../../platform/dns/host-names.js';
import { AddressPolicy } from '../../platform/http-client/address-policy.js';
import { guardedConnector } from '../../platform/http-client/guarded-connector.js';
import { OriginPools } from './origin-pools.js';

const policy = new AddressPolicy({ allowedCidrs: [], allowInsecure: true });
let receiver: Receiver;
let pools: OriginPools;

beforeEach(async () => {
  receiver = await startReceiver({ tls: false });
});

afterEach(async () => {
  await pools.closeAll();
  await receiver.close();
});

function open(options: { maxOrigins?: number; idleMs?: number }): OriginPools {
  const connect = guardedConnector({ policy, names: new HostNames(new DnsSource()), timeoutMs: 1_000 });
  pools = new OriginPools({ connect, connectionsPerOrigin: 2, maxOrigins: 10, idleMs: 60_000, ...options });
  return pools;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test('an idle pool is closed', async () => {
  const { url } = receiver;
  open({ idleMs: 50 }).release(pools.borrow(url));
  expect(pools.size).toBe(1);
  await vi.waitFor(() => expect(pools.size).toBe(0));
});

test('a pool in use is not closed', async () => {
  open({ idleMs: 20 }).release(pools.borrow(receiver.url));
  const lane = pools.borrow(receiver.url);
  pools.release(pools.borrow(receiver.url));
  await pause(60);
  expect(pools.borrow(receiver.url)).toBe(lane);
});

test('with too many origins the least recently used pool is closed, but none in use', () => {
  open({ maxOrigins: 3 });
  const inUse = pools.borrow('http://a.test');
  const [b, c] = ['http://b.test', 'http://c.test'].map((origin) => pools.borrow(origin));
  for (const lane of [b, c]) if (lane !== undefined) pools.release(lane);
  pools.release(pools.borrow('http://b.test'));
  pools.release(pools.borrow('http://d.test'));
  expect(pools.size).toBe(3);
  expect(pools.borrow('http://a.test')).toBe(inUse);
  expect(pools.borrow('http://b.test')).toBe(b);
  expect(pools.borrow('http://c.test')).not.toBe(c);
});
