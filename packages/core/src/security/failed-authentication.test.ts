import { describe, expect, it } from 'vitest';
import { FailedAuthentication, networkOf } from './failed-authentication.js';

describe('failed authentication', () => {
  it('is counted per address', () => {
    const failures = new FailedAuthentication(3);
    const fromA = Array.from({ length: 5 }, () => failures.count('203.0.113.7').allowed);
    expect(fromA).toEqual([true, true, true, false, false]);
    expect(failures.count('203.0.113.8').allowed).toBe(true);
  });

  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::ffff:cb00:7107', '203.0.113.7'],
    ['2001:db8:0:1::1', '2001:db8:0:1::/64'],
    ['2001:0DB8:0000:0001:ffff:0:0:9', '2001:db8:0:1::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['64:ff9b::203.0.113.7', '64:ff9b:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['anything else', 'unknown'],
  ])('%s counts as %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});
