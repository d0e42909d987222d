import { readdirSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually, startNameServer, type NameReply, type NameServer } from '@svc/testing';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { DnsSource } from './dns-source.js';
import type { NameAnswer } from './name-answer.js';

let server: NameServer;
let folder: string;

beforeEach(async () => {
  server = await startNameServer();
  folder = await mkdtemp(join(tmpdir(), 'svc-dns-'));
});

afterEach(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

async function source(resolvConf = '', hosts = ''): Promise<DnsSource> {
  const files = { hostsFile: join(folder, 'hosts'), resolvConf: join(folder, 'resolv.conf') };
  await writeFile(files.hostsFile, hosts);
  await writeFile(files.resolvConf, `search .\n${resolvConf}`);
  return new DnsSource({ servers: [server.address], ...files });
}

async function ask(name: string, replies: Record<string, NameReply>, resolvConf?: string): Promise<NameAnswer> {
  server.respond((question) => replies[`${question.name} ${question.type}`] ?? replies[question.name] ?? 'nxdomain');
  return (await source(resolvConf)).ask(name).answer;
}

function addresses(answer: NameAnswer): string[] {
  return answer.kind === 'found' ? answer.addresses.map(({ address }) => address).sort() : [];
}

describe('responses of a name server', () => {
  test('addresses of both families, and the shortest time to live', async () => {
    const answer = await ask('shop.test', {
      'shop.test A': { addresses: ['192.0.2.1', '192.0.2.2'], ttl: 300 },
      'shop.test AAAA': { addresses: ['2001:db8::1'], ttl: 20 },
    });
    expect(addresses(answer)).toEqual(['192.0.2.1', '192.0.2.2', '2001:db8::1']);
    expect(answer).toMatchObject({ ttlMs: 20_000 });
  });

  test.each([
    ['only IPv4', { addresses: ['192.0.2.1'] }],
    ['only IPv6', { addresses: ['2001:db8::1'] }],
  ] as const)('%s', async (_, reply) => {
    expect(addresses(await ask('shop.test', { 'shop.test': reply }))).toEqual(reply.addresses);
  });

  test('through an alias', async () => {
    const reply = { addresses: ['192.0.2.1'], cname: 'lb.example.net' };
    expect(addresses(await ask('shop.test', { 'shop.test': reply }))).toEqual(['192.0.2.1']);
  });

  test('over TCP when it does not fit', async () => {
    const reply = { addresses: ['192.0.2.1'], onlyOverTcp: true };
    expect(addresses(await ask('shop.test', { 'shop.test': reply }))).toEqual(['192.0.2.1']);
    expect(server.asked.filter(({ overTcp }) => overTcp)).toHaveLength(2);
  });

  test.each<[string, Record<string, NameReply>, NameAnswer]>([
    ['the name does not exist', {}, { kind: 'absent' }],
    ['it exists without addresses', { 'shop.test': { addresses: [] } }, { kind: 'absent' }],
    ['the server fails', { 'shop.test': 'servfail' }, { kind: 'failed', code: 'ESERVFAIL' }],
    ['the server refuses', { 'shop.test': 'refused' }, { kind: 'failed', code: 'EREFUSED' }],
    ['it fails for one family', { 'shop.test A': 'servfail' }, { kind: 'failed', code: 'ESERVFAIL' }],
  ])('%s', async (_, replies, expected) => {
    expect(await ask('shop.test', replies)).toEqual(expected);
  });

  test.each(['servfail', 'nxdomain'] as const)('one family is enough when the other is %s', async (other) => {
    const replies = { 'shop.test A': { addresses: ['192.0.2.1'] }, 'shop.test AAAA': other };
    expect(addresses(await ask('shop.test', replies))).toEqual(['192.0.2.1']);
  });

  test('an invalid name is not queried', async () => {
    expect(await ask('a..b', {})).toEqual({ kind: 'absent' });
    expect(server.asked).toEqual([]);
  });
});

describe('a silent server', () => {
  it('gets 2 s in total and two queries per family, and leaves no socket behind', async () => {
    const before = readdirSync('/proc/self/fd').length;
    const begun = performance.now();
    expect(await ask('shop.test', { 'shop.test': 'silent' })).toEqual({ kind: 'timed_out' });
    const tookMs = performance.now() - begun;
    expect(tookMs).toBeGreaterThan(1_900);
    expect(tookMs).toBeLessThan(3_500);
    expect(server.asked.map(({ type }) => type).sort()).toEqual(['A', 'A', 'AAAA', 'AAAA']);
    await eventually(() => expect(readdirSync('/proc/self/fd').length).toBeLessThanOrEqual(before));
  });

  it.each(['A', 'AAAA'] as const)('for %s only delays the other family by at most 50 ms', async (silent) => {
    const reply = { addresses: ['192.0.2.1', '2001:db8::1'] };
    const sockets = readdirSync('/proc/self/fd').length;
    const begun = performance.now();
    const answer = await ask('shop.test', { 'shop.test': reply, [`shop.test ${silent}`]: 'silent' });
    expect(readdirSync('/proc/self/fd').length).toBeLessThanOrEqual(sockets);
    expect(addresses(answer)).toEqual([silent === 'A' ? '2001:db8::1' : '192.0.2.1']);
    expect(performance.now() - begun).toBeLessThan(700);
  });

  it('for one family is a timeout if the other family has no address', async () => {
    const replies: Record<string, NameReply> = { 'shop.test A': 'nxdomain', 'shop.test AAAA': 'silent' };
    expect(await ask('shop.test', replies)).toEqual({ kind: 'timed_out' });
  });

  it('does not outlive close()', async () => {
    server.respond(() => 'silent');
    const asked = await source();
    const { answer } = asked.ask('shop.test');
    await eventually(() => expect(server.asked.length).toBeGreaterThan(0));
    const begun = performance.now();
    asked.close();
    expect(await answer).toEqual({ kind: 'timed_out' });
    expect(performance.now() - begun).toBeLessThan(1_000);
  });

  it('costs the timeout once, however many search domains there are', async () => {
    const begun = performance.now();
    await ask('shop', { 'shop.a.test': 'silent', 'shop.b.test': 'silent' }, 'search a.test b.test');
    expect(performance.now() - begun).toBeLessThan(3_500);
  });
});

describe('resolv.conf', () => {
  it('completes a name, and is read again after changes', async () => {
    server.respond(({ name }) => ({ addresses: [name === 'shop.a.test' ? '192.0.2.1' : '192.0.2.2'] }));
    const asked = await source('search a.test');
    expect(addresses(await asked.ask('shop').answer)).toEqual(['192.0.2.1']);
    await writeFile(join(folder, 'resolv.conf'), 'search other.test\n');
    await eventually(async () => expect(addresses(await asked.ask('shop').answer)).toEqual(['192.0.2.2']));
  });

  it('tries the next domain after a failure, and no IPv6 with no-aaaa', async () => {
    const replies: Record<string, NameReply> = {
      'shop.a.test': 'servfail',
      'shop.b.test': { addresses: ['192.0.2.9'] },
    };
    expect(addresses(await ask('shop', replies, 'search a.test b.test\noptions no-aaaa'))).toEqual(['192.0.2.9']);
    expect(server.asked.map(({ name, type }) => `${name} ${type}`)).toEqual(['shop.a.test A', 'shop.b.test A']);
  });
});

describe('names that need no name server', () => {
  test('those in the hosts file, which is read again after changes', async () => {
    const asked = await source('', '192.0.2.7 shop.test Shop-Two # comment\n2001:db8::7 shop.test\n');
    expect(addresses(asked.known('shop.test') ?? { kind: 'absent' })).toEqual(['192.0.2.7', '2001:db8::7']);
    expect(asked.known('shop-two')).toMatchObject({ kind: 'found' });
    await writeFile(join(folder, 'hosts'), '192.0.2.8 shop.test\n');
    await eventually(() => {
      expect(addresses(asked.known('shop.test') ?? { kind: 'absent' })).toEqual(['192.0.2.8']);
    });
    expect(asked.known('shop-two')).toBeUndefined();
  });

  test('localhost and its subdomains, whatever a name server says', async () => {
    const asked = await source();
    for (const name of ['localhost', 'localhost.', 'shop.localhost']) {
      expect(addresses(asked.known(name) ?? { kind: 'absent' })).toEqual(['127.0.0.1', '::1']);
    }
    expect(asked.known('notlocalhost')).toBeUndefined();
  });

  test('a missing file counts as empty', () => {
    const asked = new DnsSource({ hostsFile: join(folder, 'none'), resolvConf: join(folder, 'none') });
    expect(asked.known('shop.test')).toBeUndefined();
  });
});
