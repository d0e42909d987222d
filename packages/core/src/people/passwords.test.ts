import crypto, { scryptSync } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { DomainError } from '../platform/errors/domain-error.js';
import { hashPassword, verifyPassword } from './passwords.js';

const codeOf = (error: unknown): string => (error instanceof DomainError ? error.code : String(error));

/** Of a lower cost than real ones, so that the test is short. */
function stored(password: string): string {
  const [N, r, p] = [1_024, 8, 1];
  const hash = scryptSync(password, 'salt', 32, { N, r, p });
  return ['scrypt', N, r, p, Buffer.from('salt').toString('base64'), hash.toString('base64')].join('$');
}

describe('a stored password', () => {
  // Elsewhere packages/testing/quick-passwords.cjs lowers the cost.
  it('is hashed by scrypt at the cost that OWASP recommends, in the normal form of Unicode', async () => {
    const [kind, N, r, p, salt = '', hash] = (await hashPassword('cafe\u0301', '203.0.113.1')).split('$');
    expect([kind, N, r, p]).toEqual(['scrypt', String(2 ** 17), '8', '1']);
    const cost = { N: 2 ** 17, r: 8, p: 1, maxmem: 2 ** 28 };
    expect(hash).toBe(scryptSync('caf\u00e9', Buffer.from(salt, 'base64'), 32, cost).toString('base64'));
  });
});

describe('a password without a stored hash, as for an unknown e-mail address', () => {
  afterEach(() => {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  });

  it('is derived once at the same cost, and is wrong', async () => {
    const scrypt = vi.spyOn(crypto, 'scrypt').mockImplementation((...given) => given[4](null, Buffer.alloc(given[2])));
    syncBuiltinESMExports();
    const hash = await hashPassword('right', '203.0.113.1');
    scrypt.mockClear();
    expect(await verifyPassword('right', hash, '203.0.113.1')).toBe(true);
    expect(await verifyPassword('right', null, '203.0.113.1')).toBe(false);
    const costs = scrypt.mock.calls.map(([password, , bytes, cost]) => [password, bytes, cost]);
    expect(costs).toHaveLength(2);
    expect(costs[1]).toEqual(costs[0]);
  });
});

describe('passwords that are checked at the same time', () => {
  it('wait for a few others of their network, an IPv4 address or an IPv6 /64, and for no more', async () => {
    const hash = stored('right');
    const verify = (address: string): Promise<unknown> => verifyPassword('right', hash, address).catch(codeOf);
    const crowd = Array.from({ length: 60 }, (_, index) => verify(`2001:db8::${index}`));
    const others = [verify('2001:db8:0:1::1'), verify('203.0.113.1')];
    expect(await Promise.all(others)).toEqual([true, true]);
    const refused = Array<string>(53).fill('unavailable');
    expect(await Promise.all(crowd)).toEqual([...Array<boolean>(7).fill(true), ...refused]);
  });
});
