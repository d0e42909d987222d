import { forThisFile, ok, PASSWORD, startStack, type Account, type Answer, type ConsoleBrowser } from '@svc/testing';
import { describe, expect, it } from 'vitest';

const ACCOUNT = '/console/api/session/account';
const CUSTOMERS = '/console/api/test/v1/customers';

const stack = await forThisFile(startStack({ worker: 0 }));
const [first, second] = [await stack.createAccount(), await stack.createAccount()];

/** A browser in which an owner of the account has just joined. */
async function join({ accountId }: Account, email: string): Promise<{ tab: ConsoleBrowser; shown: string }> {
  const tab = stack.browser('203.0.113.7');
  const token = await stack.createConsoleLink(accountId, { email, role: 'owner' });
  return { tab, shown: shownBy(await tab.join(token, email)) };
}

function shownBy(session: Answer['body']): string {
  const { account, user } = session as { account: { id: string }; user: { id: string } };
  return `${account.id} ${user.id}`;
}

const requests = [
  ['POST', CUSTOMERS, { email: 'buyer@example.com' }],
  ['GET', CUSTOMERS],
  ['POST', '/console/api/live/v1/security/api-keys', { name: 'Shop', scopes: ['payments:write'] }],
  ['POST', '/console/api/invitations', { role: 'owner' }],
  ['GET', '/console/api/people'],
  ['GET', '/console/api/session'],
  ['GET', '/console/api/sessions'],
  ['DELETE', '/console/api/sessions'],
  ['POST', '/console/api/totp', {}],
  ['POST', '/console/api/session/confirm', { password: PASSWORD }],
  ['POST', '/console/api/password', { currentPassword: PASSWORD, newPassword: 'another battery staple' }],
] as const;

describe('a page that is for another session', () => {
  it.each(['account', 'person'] as const)('can do and read nothing in that of another %s', async (differs) => {
    const email = `${differs}@example.com`;
    const { tab, shown } = await join(first, email);
    const other = differs === 'account' ? await joinAgain(tab, email) : await joinOther(tab);
    for (const [method, path, body] of requests) {
      const answer = await tab.send(method, path, body, { 'svc-console-for': shown });
      expect([path, answer.status, answer.body['code']]).toEqual([path, 403, 'session_changed']);
      expect(answer.body['detail']).toContain(`switched the session to another ${differs}`);
    }
    expect((await tab.send('GET', CUSTOMERS, undefined, { 'svc-console-for': other })).body['data']).toEqual([]);
    // Without the header, nothing is compared, and nothing of the above has happened.
    expect((await tab.send('GET', CUSTOMERS)).body['data']).toEqual([]);
    expect((await tab.send('GET', '/console/api/invitations')).body['data']).toEqual([]);
    expect(await tab.status()).toBe(200);
  });

  it('can sign out and sign in, for which no session is needed', async () => {
    const { tab } = await join(first, 'leaving@example.com');
    const stale = { 'svc-console-for': 'acct_1 usr_1' };
    expect((await tab.send('DELETE', '/console/api/session', undefined, stale)).status).toBe(204);
    const body = { email: 'leaving@example.com', password: PASSWORD };
    expect((await tab.send('POST', '/console/api/session', body, stale)).status).toBe(200);
  });
});

/** Another tab joins a second account as the same person. */
async function joinAgain(tab: ConsoleBrowser, email: string): Promise<string> {
  await tab.join(await stack.createConsoleLink(second.accountId, { email, role: 'owner' }), email);
  return shownBy(await ok(tab.send('POST', ACCOUNT, { accountId: second.accountId })));
}

/** Another tab signs in as somebody else. */
async function joinOther(tab: ConsoleBrowser): Promise<string> {
  const email = 'grace@example.com';
  const token = await stack.createConsoleLink(first.accountId, { email, role: 'owner' });
  return shownBy(await tab.join(token, email, 'Grace'));
}
