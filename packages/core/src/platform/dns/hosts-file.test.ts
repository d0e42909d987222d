import { lookup } from 'node:dns/promises';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { DnsSource } from './dns-source.js';
import { parseHosts } from './parsed-file.js';

function addressesOf(text: string, name: string): string[] | undefined {
  return parseHosts(text)
    .get(name)
    ?.map(({ address }) => address);
}

// The results of getaddrinfo in glibc 2.36 for the same lines.
const TEXT = `
192.0.2.7\tshop.test Shop-Two # comment.test
2001:db8::7 shop.test
192.0.2.8 shop.test
192.0.2.7 shop.test
fe80::1%lo zone.test
010.0.0.1 octal.test
bad line.test
#192.0.2.9 off.test
192.0.2.9 complete.test.
`;

it.each([
  ['shop.test', ['192.0.2.7', '2001:db8::7', '192.0.2.8']],
  ['shop-two', ['192.0.2.7']],
  ['comment.test', undefined],
  ['zone.test', undefined],
  ['octal.test', undefined],
  ['line.test', undefined],
  ['off.test', undefined],
  ['shop.test.', undefined],
  ['complete.test', undefined],
  ['complete.test.', ['192.0.2.9']],
])('%s has the addresses %j', (name, expected) => {
  expect(addressesOf(TEXT, name)).toEqual(expected);
});

it('agrees with getaddrinfo on every name in the hosts file of this machine', async () => {
  const names = [...parseHosts(readFileSync('/etc/hosts', 'utf8')).keys()];
  expect(names).toContain('localhost');
  const source = new DnsSource();
  for (const name of names) {
    const found = await lookup(name, { all: true, verbatim: true });
    const known = source.known(name);
    const ours = known?.kind === 'found' ? known.addresses.map(({ address }) => address) : [];
    expect([name, new Set(ours)]).toEqual([name, new Set(found.map(({ address }) => address))]);
  }
});
