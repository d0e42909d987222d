import { describe, expect, it } from 'vitest';
import { admits, cidrErrors } from './allowed-addresses.js';

describe('allowed networks', () => {
  it.each([
    [[], '203.0.113.7', true],
    [[], 'anything', true],
    [['203.0.113.0/24'], '203.0.113.7', true],
    [['203.0.113.0/24'], '203.0.114.7', false],
    [['203.0.113.7/32'], '203.0.113.7', true],
    [['203.0.113.7/32'], '203.0.113.8', false],
    [['203.0.113.0/24'], '::ffff:203.0.113.7', true],
    [['203.0.113.0/24'], '::ffff:cb00:7107', true],
    [['203.0.113.0/24'], '::203.0.113.7', false],
    [['2001:db8:7::/48'], '2001:db8:7:1::9', true],
    [['2001:db8:7::/48'], '2001:DB8:0007:1::9', true],
    [['2001:db8:7::/48'], '2001:db8:8::9', false],
    [['fe80::/10'], 'fe80::1%eth0', true],
    [['0.0.0.0/0'], '2001:db8::1', false],
    [['::/0'], '203.0.113.7', false],
    [['::/0'], '::ffff:203.0.113.7', false],
    [['198.51.100.0/24', '2001:db8::/32'], '2001:db8::1', true],
    [['0.0.0.0/0'], '', false],
    [['0.0.0.0/0'], '203.0.113.7, 10.0.0.1', false],
    [['0.0.0.0/0'], '203.0.113.7:443', false],
    [['0.0.0.0/0'], '3405803783', false],
  ])('%j include %s: %s', (cidrs, address, expected) => {
    expect(admits(cidrs, address)).toBe(expected);
  });

  it.each(['0.0.0.0/0', '10.0.0.0/8', '203.0.113.7/32', '::/0', '2001:db8::/32', '2001:db8::1/128'])(
    '%s is valid',
    (cidr) => {
      expect(cidrErrors([cidr])).toEqual([]);
    },
  );

  it.each([
    ['203.0.113.7', /CIDR/],
    ['203.0.113.0/33', /CIDR/],
    ['203.0.113/24', /CIDR/],
    ['010.0.0.0/8', /CIDR/],
    ['2001:db8::/129', /CIDR/],
    ['10.0.0.0/8/8', /CIDR/],
    ['', /CIDR/],
    ['example.com/24', /CIDR/],
    ['203.0.113.7/24', /the network is 203\.0\.113\.0\/24/],
    ['2001:db8::1/32', /the network is 2001:db8::\/32/],
    ['::ffff:203.0.113.0/120', /203\.0\.113\.0\/24/],
  ])('%j is invalid, and the error says why', (cidr, detail) => {
    const [error, ...others] = cidrErrors(['10.0.0.0/8', cidr]);
    expect(others).toEqual([]);
    expect(error).toMatchObject({ pointer: '/allowedCidrs/1', code: 'invalid_format' });
    expect(error?.detail).toMatch(detail);
  });
});
