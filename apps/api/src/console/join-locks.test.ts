import { eventually, forThisFile, rowId, startStack, type Account } from '@svc/testing';
import pg from 'pg';
import { expect, it } from 'vitest';

const stack = await forThisFile(startStack({ worker: 0 }));

it('a person who joins another account is locked before the account, as a sign-in at the identity provider does', async () => {
  const [first, second] = [await stack.createAccount(), await stack.createAccount()];
  const tab = stack.browser('203.0.113.11');
  const email = 'locks@example.com';
  const join = async ({ accountId }: Account): Promise<unknown> =>
    tab.join(await stack.createConsoleLink(accountId, { email, role: 'owner' }), email);
  await join(first);
  const provider = new pg.Client({ connectionString: stack.env['DATABASE_URL'] });
  await provider.connect();
  try {
    await provider.query('BEGIN');
    await provider.query("UPDATE users SET name = 'Ada Lovelace' WHERE email = $1", [email]);
    const joining = join(second);
    await eventually(async () => expect(await stack.waitingForLock('FROM users')).toBe(1));
    // Without a wait: the transaction that joins does not have it.
    const account = [rowId(second.accountId)];
    await provider.query('SELECT id FROM accounts WHERE id = $1 FOR NO KEY UPDATE NOWAIT', account);
    await provider.query('COMMIT');
    await joining;
  } finally {
    await provider.end();
  }
});
