import { scryptSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { DomainError } from '../platform/errors/domain-error.js';
import { verifyPassword } from './passwords.js';

const codeOf = (error: unknown): string => (error instanceof DomainError ? error.code : String(error));

/** Of a lower cost than real ones, so that the test is short. */
function stored(password: string): string {
  const [N, r, p] = [1_024, 8, 1];
  const hash = scryptSync(password, 'salt', 32, { N, r, p });
  return ['scrypt', N, r, p, Buffer.from('salt').toString('base64'), hash.toString('base64')].join('$');
}

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
