import { isIP } from 'node:net';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AddressPolicy, networksWithoutEffect } from './address-policy.js';

const strict = new AddressPolicy({ allowedCidrs: [], allowInsecure: false });
const insecure = new AddressPolicy({ allowedCidrs: [], allowInsecure: true });
const everything = new AddressPolicy({ allowedCidrs: ['0.0.0.0/0', '::/0'], allowInsecure: false });

/** The host name as node's URL parser normalizes it. */
function asNodeSpells(host: string): string {
  return new URL(`http://${host}/`).hostname.replace(/^\[|\]$/g, '');
}

const PUBLIC = [
  '8.8.8.8',
  '1.1.1.1',
  '172.15.255.255',
  '172.32.0.1',
  '100.63.255.255',
  '100.128.0.1',
  '223.255.255.255',
  '2606:4700:4700::1111',
  '2a00:1450:4001::200e',
  '64:ff9b::808:808',
];

const REFUSED: [string, string][] = [
  ['0.0.0.0', 'unspecified'],
  ['0.1.2.3', 'unspecified'],
  ['10.0.0.1', 'private'],
  ['100.64.0.1', 'carrier_grade_nat'],
  ['100.100.100.200', 'metadata'],
  ['127.0.0.1', 'loopback'],
  ['127.255.255.254', 'loopback'],
  ['168.63.129.16', 'metadata'],
  ['169.254.0.1', 'link_local'],
  ['169.254.169.254', 'link_local'],
  ['169.254.170.2', 'link_local'],
  ['172.16.0.1', 'private'],
  ['172.31.255.255', 'private'],
  ['192.0.0.1', 'reserved'],
  ['192.0.0.192', 'metadata'],
  ['192.0.2.1', 'reserved'],
  ['192.88.99.1', 'reserved'],
  ['192.168.1.1', 'private'],
  ['198.18.0.1', 'reserved'],
  ['198.19.255.255', 'reserved'],
  ['198.51.100.1', 'reserved'],
  ['203.0.113.1', 'reserved'],
  ['224.0.0.1', 'multicast'],
  ['239.255.255.255', 'multicast'],
  ['240.0.0.1', 'reserved'],
  ['255.255.255.255', 'reserved'],
  ['::', 'unspecified'],
  ['::1', 'loopback'],
  ['0:0:0:0:0:0:0:1', 'loopback'],
  ['fe80::1', 'link_local'],
  ['fe80::1%eth0', 'link_local'],
  ['febf::1', 'link_local'],
  ['fec0::1', 'reserved'],
  ['fc00::1', 'private'],
  ['fd12:3456:789a::1', 'private'],
  ['fd00:ec2::254', 'metadata'],
  ['fd20:ce::254', 'metadata'],
  ['ff02::1', 'multicast'],
  ['100::1', 'reserved'],
  ['2001:db8::1', 'reserved'],
  ['3fff::1', 'reserved'],
  ['2001:2::1', 'reserved'],
  ['2001:10::1', 'reserved'],
  ['2001:20::1', 'reserved'],
  ['5f00::1', 'reserved'],
  ['4000::1', 'reserved'],
  ['::ffff:127.0.0.1', 'loopback'],
  ['::ffff:10.0.0.1', 'private'],
  ['::ffff:169.254.169.254', 'link_local'],
  ['::ffff:8.8.8.8', 'embedded_ipv4'],
  ['::7f00:1', 'loopback'],
  ['::8.8.8.8', 'embedded_ipv4'],
  ['::ffff:0:10.0.0.1', 'private'],
  ['64:ff9b::7f00:1', 'loopback'],
  ['64:ff9b::10.0.0.1', 'private'],
  ['64:ff9b::a9fe:a9fe', 'link_local'],
  ['64:ff9b::6464:64c8', 'metadata'],
  ['64:ff9b:1::a00:1', 'private'],
  ['64:ff9b:1::808:808', 'embedded_ipv4'],
  ['2002:7f00:1::', 'loopback'],
  ['2002:a00:1::1', 'private'],
  ['2002:808:808::1', 'embedded_ipv4'],
  ['2001:0:4136:e378:8000:63bf:80ff:fffe', 'loopback'],
  ['2001:0:4136:e378:8000:63bf:f7f7:f7f7', 'embedded_ipv4'],
  ['2001:db8::5efe:a00:1', 'private'],
  ['2606:4700::5efe:a00:1', 'private'],
  ['2606:4700::5efe:7f00:1', 'loopback'],
  ['2606:4700::5efe:a9fe:a9fe', 'link_local'],
  ['2606:4700::5efe:6464:64c8', 'metadata'],
  ['2606:4700::200:5efe:a00:1', 'private'],
  ['2606:4700::200:5efe:808:808', 'embedded_ipv4'],
  ['fd12::5efe:a00:1', 'private'],
  ['fe80::5efe:a00:1', 'private'],
  ['', 'not_an_address'],
  ['example.com', 'not_an_address'],
  ['127.1', 'not_an_address'],
  ['0x7f000001', 'not_an_address'],
  ['2130706433', 'not_an_address'],
];

describe('row 23: the default policy', () => {
  test.each(PUBLIC)('%s is public', (address) => {
    expect(strict.decide(address)).toEqual({ allowed: true });
  });

  test.each(REFUSED)('%s is %s', (address, reason) => {
    expect(strict.decide(address)).toEqual({ allowed: false, reason });
  });

  test.each([
    '127.1',
    '2130706433',
    '0x7f.1',
    '0177.0.0.1',
    '017700000001',
    '0x7f000001',
    '127.0.0.1.',
    '[::1]',
    '１２７.０.０.１',
  ])('the literal %s is loopback after URL parsing', (host) => {
    expect(strict.decide(asNodeSpells(host))).toEqual({ allowed: false, reason: 'loopback' });
  });

  test('an IPv4 address embedded in IPv6 is never less restricted', () => {
    const clothes = [
      (hex: string) => `::ffff:${hex}`,
      (hex: string) => `::ffff:0:${hex}`,
      (hex: string) => `64:ff9b::${hex}`,
      (hex: string) => `64:ff9b:1::${hex}`,
      (hex: string) => `2002:${hex}::`,
      (hex: string) => `2606:4700::5efe:${hex}`,
      (hex: string) => `2606:4700:1:2:200:5efe:${hex}`,
    ];
    const octet = fc.nat(255);
    fc.assert(
      fc.property(fc.tuple(octet, octet, octet, octet), fc.constantFrom(...clothes), ([a, b, c, d], clothe) => {
        const dressed = clothe(`${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`);
        expect(isIP(dressed)).toBe(6);
        if (!strict.decide(`${a}.${b}.${c}.${d}`).allowed) expect(strict.decide(dressed).allowed).toBe(false);
      }),
      { numRuns: 2_000 },
    );
  });

  test('nothing outside of 2000::/3 and NAT64 is public IPv6', () => {
    fc.assert(
      fc.property(fc.ipV6(), (address) => {
        if (!strict.decide(address).allowed) return;
        expect(asNodeSpells(`[${address}]`)).toMatch(/^([23][0-9a-f]{3}:|64:ff9b::)/);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('allowInsecure', () => {
  test.each(['127.0.0.1', '127.9.9.9', '::1'])('allows %s', (address) => {
    expect(insecure.decide(address)).toEqual({ allowed: true });
  });

  test.each(
    REFUSED.filter(([address, reason]) => reason !== 'loopback' || /^(::ffff|::7f|64:|200[12]:)/.test(address)),
  )('does not allow %s', (address, reason) => {
    expect(insecure.decide(address)).toEqual({ allowed: false, reason });
  });
});

describe('allowedCidrs', () => {
  const opened = new AddressPolicy({
    allowedCidrs: ['10.1.0.0/16', 'fd12::/16', '100.64.0.0/10'],
    allowInsecure: false,
  });

  test.each([
    ['10.1.2.3', true],
    ['10.2.0.1', false],
    ['192.168.0.1', false],
    ['fd12::1', true],
    ['fd13::1', false],
    ['100.64.0.1', true],
    ['100.100.100.200', false],
    ['::ffff:10.1.2.3', false],
    ['64:ff9b::a01:203', false],
    ['2002:a01:203::1', false],
    ['fd12::5efe:a01:203', false],
    ['8.8.8.8', true],
  ])('%s: %s', (address, allowed) => {
    expect(opened.decide(address).allowed).toBe(allowed);
  });

  test.each(
    REFUSED.filter(([, reason]) =>
      ['link_local', 'metadata', 'loopback', 'multicast', 'unspecified', 'embedded_ipv4'].includes(reason),
    ),
  )('%s stays refused when all networks are allowed', (address, reason) => {
    expect(everything.decide(address)).toEqual({ allowed: false, reason });
  });

  test.each([
    '10.0.0.0',
    '10.0.0.0/33',
    '10/8',
    'fd00::/129',
    '10.0.0.0/8/8',
    '10.0.0.0/',
    'localhost/8',
    '0x0a.0.0.0/8',
    '010.0.0.0/8',
  ])('%j is named in the error', (cidr) => {
    expect(() => new AddressPolicy({ allowedCidrs: ['10.0.0.0/8', cidr], allowInsecure: false })).toThrow(`"${cidr}"`);
  });
});

describe('networksWithoutEffect', () => {
  test.each([
    ['127.0.0.0/8', 'loopback'],
    ['127.0.0.1/32', 'loopback'],
    ['::1/128', 'loopback'],
    ['169.254.0.0/16', 'link_local'],
    ['169.254.169.254/32', 'link_local'],
    ['fe80::/10', 'link_local'],
    ['100.100.100.200/32', 'metadata'],
    ['fd00:ec2::/32', 'metadata'],
    ['0.0.0.0/8', 'unspecified'],
    ['224.0.0.0/4', 'multicast'],
    ['::ffff:10.0.0.0/104', 'private'],
    ['64:ff9b:1::/48', 'unspecified'],
  ])('%s: %s', (cidr, reason) => {
    expect(networksWithoutEffect(['10.0.0.0/8', cidr])).toEqual([{ cidr, reason }]);
  });

  test.each(['10.0.0.0/8', '0.0.0.0/0', '::/0', '100.64.0.0/10', 'fd00::/8', '192.168.0.0/16', '96.0.0.0/3'])(
    '%s has an effect',
    (cidr) => {
      expect(networksWithoutEffect([cidr])).toEqual([]);
    },
  );
});
