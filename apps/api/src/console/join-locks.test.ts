import { ConsoleBrowser, eventually, startStack, type Stack } from '@svc/testing';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';

let stack: Stack;

beforeAll(async () => {
  stack = await startStack({ worker: 0 });
});

afterAll(() => stack.close());

it('a person who joins another account is locked before the account, as a sign-in at the identity provider does', async () => {
  const [first, second] = [await stack.createAccount(), await stack.createAccount()];
  const tab = new ConsoleBrowser(stack.apiUrl, '203.0.113.11');
  const email = 'locks@example.com';
  const join = async ({ accountId }: { accountId: string }): Promise<number> => {
    const token = await stack.createConsoleLink(accountId, { email, role: 'owner' });
    const body = { token, name: 'Ada', email, password: 'correct horse battery staple' };
    return (await tab.send('POST', '/console/api/links/redeem', body)).status;
  };
  expect(await join(first)).toBe(200);
  const provider = new pg.Client({ connectionString: stack.env['DATABASE_URL'] });
  await provider.connect();
  try {
    await provider.query('BEGIN');
    await provider.query("UPDATE users SET name = 'Ada Lovelace' WHERE email = $1", [email]);
    const joining = join(second);
    await eventually(async () => {
      const waiting = await stack.query(
        `SELECT FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%FROM users%'`,
      );
      expect(waiting).toHaveLength(1);
    });
    // Without a wait: the transaction that joins does not have it.
    const account = [second.accountId.slice('acct_'.length)];
    await provider.query('SELECT id FROM accounts WHERE id = $1 FOR NO KEY UPDATE NOWAIT', account);
    await provider.query('COMMIT');
    expect(await joining).toBe(200);
  } finally {
    await provider.end();
  }
});
