import { expect, it, vi } from 'vitest';
import type { Database } from '../platform/database/database.js';
import { verifyPassword } from './passwords.js';
import type { SecondFactor } from './second-factor/second-factor.js';
import { SignIn } from './sign-in.js';
import { SignInAttempts } from './sign-in-attempts.js';

vi.mock(import('./passwords.js'), { spy: true });

it('checks the password of an unknown e-mail address too, so that it takes the same time', async () => {
  vi.mocked(verifyPassword).mockResolvedValue(false);
  const never = (): never => {
    throw new Error('nobody has signed in');
  };
  const signIn = new SignIn({
    database: { forAuthentication: () => ({ run: () => Promise.resolve([]) }) } as unknown as Database,
    sessions: { open: never },
    attempts: new SignInAttempts({ take: never, giveBack: never }),
    factor: {} as SecondFactor,
    options: { password: true, identityProvider: null },
  });
  const origin = { address: '203.0.113.1', requestId: 'req_1', browser: null };
  const given = { email: 'nobody@example.com', password: 'guessed' };
  await expect(signIn.signIn(given, origin)).rejects.toMatchObject({ code: 'wrong_credentials' });
  expect(verifyPassword).toHaveBeenCalledExactlyOnceWith('guessed', null, '203.0.113.1');
});
