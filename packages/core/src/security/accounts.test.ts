import { createTestDatabase, type TestDatabase } from '@svc/testing';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccount, issueKey, suspendAccount } from '../app/commands.js';
import { Peppers } from '../platform/crypto/peppers.js';

const apiKeyPepper = Buffer.alloc(32, 7).toString('base64');

let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});

afterAll(async () => {
  await client.end();
  await database.drop();
});

describe('a key issued to an account', () => {
  it('does not expire, has every scope of its mode, and is in the audit log as issued', async () => {
    const { accountId } = await createAccount({ databaseUrl: database.url, apiKeyPepper, tier: 'pro' });
    const issued = await issueKey({ databaseUrl: database.url, apiKeyPepper, accountId, mode: 'live' });
    expect(issued).toMatchObject({ accountId, mode: 'live', allowedCidrs: [] });
    const { rows: keys } = await client.query(
      `SELECT k.id, e.mode, k.scopes, k.allowed_cidrs, k.expires_at, k.revoked_at
         FROM api_keys k JOIN environments e ON e.id = k.environment_id WHERE k.hash = $1`,
      [new Peppers([Buffer.alloc(32, 7)]).hash(issued?.key ?? '')],
    );
    const lasting = { allowed_cidrs: [], expires_at: null, revoked_at: null };
    expect(keys).toEqual([{ id: issued?.keyId.slice(4), mode: 'live', scopes: ['*'], ...lasting }]);
    const { rows: entries } = await client.query('SELECT key_id, action, object_id, request_id FROM audit_log');
    const requestId = expect.stringMatching(/^req_[0-9a-f]{32}$/) as unknown;
    expect(entries).toEqual([
      {
        key_id: issued?.keyId.slice(4),
        action: 'api_key.issued',
        object_id: issued?.keyId,
        request_id: requestId,
      },
    ]);
  });

  it('comes with the networks that the account allows', async () => {
    const { accountId } = await createAccount({ databaseUrl: database.url, apiKeyPepper, tier: 'pro' });
    await client.query(
      `INSERT INTO security_configs (environment_id, allowed_cidrs)
       SELECT id, '{203.0.113.0/24}' FROM environments WHERE account_id = $1 AND mode = 'test'`,
      [accountId.slice(5)],
    );
    const issue = (mode: 'test' | 'live'): ReturnType<typeof issueKey> =>
      issueKey({ databaseUrl: database.url, apiKeyPepper, accountId, mode });
    expect((await issue('test'))?.allowedCidrs).toEqual(['203.0.113.0/24']);
    expect((await issue('live'))?.allowedCidrs).toEqual([]);
  });

  it.each(['acct_249803977489656832', 'pay_1', 'acct_99999999999999999999'])(
    'is not issued for %s',
    async (accountId) => {
      const options = { databaseUrl: database.url, apiKeyPepper, accountId, mode: 'live' } as const;
      expect(await issueKey(options)).toBeUndefined();
    },
  );
});

describe('a suspension', () => {
  it('begins and ends once, and the audit log of live mode has both', async () => {
    const { accountId } = await createAccount({ databaseUrl: database.url, apiKeyPepper, tier: 'pro', name: 'Acme' });
    const suspend = (isSuspended: boolean): ReturnType<typeof suspendAccount> =>
      suspendAccount({ databaseUrl: database.url, apiKeyPepper, accountId, isSuspended });
    const first = await suspend(true);
    expect(first).toEqual({ accountId, name: 'Acme', suspendedAt: first?.suspendedAt, changed: true });
    expect(Math.abs(Date.parse(first?.suspendedAt ?? '') - Date.now())).toBeLessThan(10_000);
    expect(await suspend(true)).toEqual({ ...first, changed: false });
    expect(await suspend(false)).toEqual({ ...first, suspendedAt: null, changed: true });
    expect(await suspend(false)).toEqual({ ...first, suspendedAt: null, changed: false });
    const { rows } = await client.query(
      `SELECT e.mode, l.action, l.origin, l.object_id FROM audit_log l JOIN environments e ON e.id = l.environment_id
        WHERE e.account_id = $1 ORDER BY l.id`,
      [accountId.slice(5)],
    );
    const entry = { mode: 'live', origin: 'operator', object_id: accountId };
    expect(rows).toEqual(['account.suspended', 'account.resumed'].map((action) => ({ ...entry, action })));
  });

  it('of an unknown account is none', async () => {
    const options = { databaseUrl: database.url, apiKeyPepper, accountId: 'acct_999', isSuspended: true };
    expect(await suspendAccount(options)).toBeUndefined();
  });
});
