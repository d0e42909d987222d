import { startIdentityProvider } from '@svc/testing';
import { describe, expect, it } from 'vitest';
import { loadConfig, type Config } from '../../platform/config/config.js';
import { examineIdentityProvider, examineProvidedRoles } from './identity-provider.js';

const configured = (issuer: string): Config =>
  loadConfig({
    DATABASE_URL: 'postgres://db.internal/svc',
    REDIS_URL: 'redis://redis.internal',
    MASTER_KEY: Buffer.alloc(32, 1).toString('base64'),
    API_KEY_PEPPER: Buffer.alloc(32, 2).toString('base64'),
    PUBLIC_URL: 'http://127.0.0.1:3000',
    CONSOLE_OIDC_ISSUER: issuer,
    CONSOLE_OIDC_CLIENT_ID: 'svc-console',
    CONSOLE_OIDC_ROLES: JSON.stringify({
      admins: { acct_1: 'owner', acct_999: 'owner' },
      others: { acct_999: 'viewer' },
    }),
  });

describe('the identity provider', () => {
  it('has metadata, or nobody can sign in', async () => {
    const provider = await startIdentityProvider();
    const config = configured(provider.issuer);
    expect(await examineIdentityProvider(config)).toEqual([
      { about: 'identity provider', state: 'ok', text: 'has valid metadata' },
    ]);
    await provider.close();
    expect(await examineIdentityProvider(config)).toEqual([
      {
        about: 'identity provider',
        state: 'failed',
        text: expect.stringMatching(/so nobody can sign in there: .*ECONNREFUSED/) as unknown,
      },
    ]);
    expect(await examineIdentityProvider(undefined)).toEqual([]);
  });

  it('should only give roles in accounts that exist', async () => {
    const asked: string[] = [];
    const ask = (found: string[] | null) => (sql: string) => {
      asked.push(sql);
      return Promise.resolve({ found });
    };
    const config = configured('https://login.example.com');
    const text = 'CONSOLE_OIDC_ROLES names accounts that do not exist: acct_999';
    expect(await examineProvidedRoles(ask(['1']), config)).toEqual([
      { about: 'identity provider', state: 'warning', text },
    ]);
    expect(asked).toEqual([expect.stringContaining('WHERE id IN (1, 999)')]);
    expect(await examineProvidedRoles(ask(['999', '1']), config)).toEqual([]);
    expect(await examineProvidedRoles(ask(null), config)).toEqual([
      { about: 'identity provider', state: 'warning', text: expect.stringContaining('acct_1, acct_999') as unknown },
    ]);
  });
});
