import { startNameServer, type NameReply, type NameServer } from '@svc/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Metrics } from '../metrics/metrics.js';
import { DnsSource } from './dns-source.js';
import { HostNames } from './host-names.js';
import { LookupMetrics } from './lookup-metrics.js';
import { NameError } from './name-answer.js';

const account = { accountId: '1' };
const own = { accountId: null };

let server: NameServer;
let replies: Record<string, NameReply>;
let metrics: Metrics;
let names: HostNames;

beforeEach(async () => {
  server = await startNameServer();
  server.respond(({ name }) => replies[name] ?? 'nxdomain');
  metrics = new Metrics();
  const source = new DnsSource({ servers: [server.address], hostsFile: '/dev/null', resolvConf: '/dev/null' });
  names = new HostNames(source, new LookupMetrics(metrics));
});

afterEach(() => server.close());

const questions = (name: string): number =>
  server.asked.filter((each) => each.name === name && each.type === 'A').length;

async function addresses(name: string, asker: Parameters<HostNames['addressesOf']>[1] = account): Promise<string[]> {
  return (await names.addressesOf(name, asker)).map(({ address }) => address);
}

test('reuses an answer for any case of the name, unless a fresh one is required', async () => {
  replies = { 'shop.test': { addresses: ['192.0.2.1'] } };
  expect(await addresses('shop.test')).toEqual(['192.0.2.1']);
  expect(await addresses('Shop.TEST')).toEqual(['192.0.2.1']);
  expect(questions('shop.test')).toBe(1);
  replies = { 'shop.test': { addresses: ['192.0.2.2'] } };
  expect(await addresses('shop.test', { ...account, fresh: true })).toEqual(['192.0.2.2']);
  expect(await addresses('shop.test')).toEqual(['192.0.2.2']);
});

test('reports why a name does not resolve, and looks it up again if a fresh answer is required', async () => {
  replies = { 'broken.test': 'servfail' };
  await expect(addresses('gone.test')).rejects.toThrow(new NameError('gone.test', { kind: 'absent' }));
  await expect(addresses('broken.test')).rejects.toThrow('broken.test does not resolve (ESERVFAIL)');
  await expect(addresses('gone.test')).rejects.toThrow('gone.test does not resolve');
  expect(questions('gone.test')).toBe(1);
  replies = { 'gone.test': { addresses: ['192.0.2.1'] } };
  expect(await addresses('gone.test', { ...account, fresh: true })).toEqual(['192.0.2.1']);
});

test('waits for a silent server once a minute, however many callers there are', async () => {
  replies = { 'silent.test': 'silent' };
  const asked = Array.from({ length: 50 }, () => addresses('silent.test').catch((error: Error) => error.message));
  expect(new Set(await Promise.all(asked))).toEqual(new Set(['no name server answered for silent.test within 2 s']));
  const begun = performance.now();
  await expect(addresses('silent.test')).rejects.toThrow(NameError);
  expect(performance.now() - begun).toBeLessThan(1_000);
  // c-ares queries twice within the timeout.
  expect(questions('silent.test')).toBe(2);
});

test('keeps using addresses from before the servers fell silent, unless a fresh answer is required', async () => {
  replies = { 'shop.test': { addresses: ['192.0.2.1'], ttl: 0 } };
  expect(await addresses('shop.test')).toEqual(['192.0.2.1']);
  replies = { 'shop.test': 'silent' };
  await expect(addresses('shop.test', { ...account, fresh: true })).rejects.toThrow(NameError);
  expect(await addresses('shop.test')).toEqual(['192.0.2.1']);
});

test('does not cache failures of configured names', async () => {
  replies = {};
  await expect(addresses('acquirer.test', own)).rejects.toThrow(NameError);
  replies = { 'acquirer.test': { addresses: ['192.0.2.1'] } };
  expect(await addresses('acquirer.test', own)).toEqual(['192.0.2.1']);
  expect(await addresses('acquirer.test', own)).toEqual(['192.0.2.1']);
  expect(questions('acquirer.test')).toBe(2);
});

test('counts look-ups by outcome', async () => {
  replies = { 'shop.test': { addresses: ['192.0.2.1'] } };
  await addresses('shop.test');
  await addresses('gone.test').catch(() => {});
  const families = await metrics.families();
  const counts = families
    .find(({ name }) => name === 'svc_dns_lookup_duration_seconds')
    ?.values.filter(({ metricName }) => metricName?.endsWith('_count'))
    .map(({ labels, value }) => [labels['outcome'], value]);
  expect(counts).toEqual([
    ['found', 1],
    ['absent', 1],
    ['failed', 0],
    ['timed_out', 0],
  ]);
  expect(families.find(({ name }) => name === 'svc_dns_lookups_in_flight')?.values[0]?.value).toBe(0);
});
