import {
  appCode,
  codeOf,
  forThisFile,
  PASSWORD,
  providedPerson,
  ProviderConsole,
  signedInUser,
  type Answer,
  type ConsoleBrowser,
  type ProvidedClaims,
} from '@svc/testing';
import { afterEach, describe, expect, it } from 'vitest';

const SESSION = '/console/api/session';

const at = await forThisFile(ProviderConsole.start('roles.example.com'));
const { idp, stack, main, second } = at;

afterEach(() => idp.mend());

/** The provider does not say whether the address is verified. */
function unsaidPerson(more: Partial<ProvidedClaims> = {}): ProvidedClaims {
  const { email_verified: _, ...unsaid } = providedPerson(['viewers'], more);
  return unsaid;
}

describe('the claims', () => {
  it.each([
    ['without a mapped value', providedPerson(['unknown', 'constructor']), 'provider_no_access'],
    ['without the claim', providedPerson(), 'provider_no_access'],
    ['for an account that does not exist', providedPerson(['strangers']), 'provider_no_access'],
    [
      'without a mapped value and with an unverified e-mail address',
      providedPerson([], { email_verified: false }),
      'provider_no_access',
    ],
    ['without an e-mail address', { sub: 'no-email', groups: ['viewers'] }, 'provider_email_refused'],
    ['with an e-mail address that may be unverified', unsaidPerson(), 'provider_email_refused'],
    [
      'with an unverified e-mail address',
      providedPerson(['viewers'], { email_verified: false }),
      'provider_email_refused',
    ],
  ])('%s create nothing', async (_, claims, code) => {
    const before = await at.count();
    const browser = at.browser();
    expect(codeOf(await browser.signInAt(idp, claims))).toBe(code);
    expect([await at.count(), await browser.status()]).toEqual([before, 401]);
  });

  it('create a person with an address that the operator trusts, and link nobody by it', async () => {
    const roles = { viewers: { [main.accountId]: 'viewer' } };
    const url = await at.startApi(roles, { CONSOLE_OIDC_TRUST_EMAIL: 'on' });
    expect(codeOf(await at.browser(url).signInAt(idp, unsaidPerson()))).toBe(200);
    const { email } = await at.ownerOf(second);
    expect(codeOf(await at.browser(url).signInAt(idp, unsaidPerson({ email })))).toBe('provider_email_refused');
  });

  it('link a person who exists only by a verified e-mail address', async () => {
    const { email, browser } = await at.ownerOf(second);
    const { body } = await browser.send('GET', SESSION);
    const { email_verified: _, ...unsaid } = providedPerson(['support'], { email });
    expect(codeOf(await at.browser().signInAt(idp, unsaid))).toBe('provider_email_refused');
    // Another owner, since the claim makes this one a viewer.
    await at.ownerOf(second);
    const linked = await at.browser().signInAt(idp, { ...unsaid, email_verified: true });
    expect(signedInUser(linked)).toBe((body['user'] as { id: string }).id);
    for (const account of [main, second]) {
      const entries = (await at.auditOf(signedInUser(linked), account)).map(({ action }) => action);
      expect(entries.filter((action) => action === 'member.identity_linked').length).toBe(account === second ? 1 : 0);
    }
  });

  it('leave nothing of a person who joined with the e-mail address of somebody else', async () => {
    const { email, browser } = await at.ownerOf(second);
    const { body } = await browser.send('POST', '/console/api/totp', { password: PASSWORD });
    const code = appCode(String(body['secret']));
    expect(codeOf(await browser.send('POST', '/console/api/totp/confirm', { code }))).toBe(200);
    const linked = await at.browser().signInAt(idp, providedPerson(['viewers'], { email }));
    expect(codeOf(linked)).toBe(200);
    await expect.poll(() => browser.status(), { timeout: 5_000 }).toBe(401);
    const signIn = await at.browser().send('POST', SESSION, { email, password: PASSWORD });
    expect(codeOf(signIn)).toBe('wrong_credentials');
    const left = await stack.query(
      'SELECT password_hash AS password, f.id AS app FROM users u LEFT JOIN totp_factors f ON f.id = u.id WHERE u.id = $1',
      [signedInUser(linked).slice(4)],
    );
    expect(left).toEqual([{ password: null, app: null }]);
  });

  it('mark the members to whom they give access', async () => {
    const { browser, email } = await at.ownerOf(main);
    const claims = providedPerson(['viewers']);
    await at.browser().signInAt(idp, claims);
    const { data } = (await browser.send('GET', '/console/api/people')).body as { data: Record<string, unknown>[] };
    const byProvider = new Map(data.map((person) => [person['email'], person['byProvider']]));
    expect([byProvider.get(email), byProvider.get(claims.email)]).toEqual([false, true]);
  });

  it('change the role at the next sign-in, and end the sessions of before', async () => {
    await at.ownerOf(main);
    const claims = providedPerson(['admins']);
    const before = at.browser();
    const first = await before.signInAt(idp, claims);
    await before.send('POST', '/console/api/invitations', { role: 'viewer' });
    const again = await at.browser().signInAt(idp, { ...claims, groups: ['viewers'] });
    expect(again.body['session']).toMatchObject({ role: 'viewer', user: { id: signedInUser(first) } });
    await expect.poll(() => before.status(), { timeout: 5_000 }).toBe(401);
    expect((await at.auditOf(signedInUser(first)))[0]).toMatchObject({
      action: 'member.role_changed',
      actor: 'identity_provider',
      changes: ['role'],
      roleChange: { before: 'owner', after: 'viewer' },
    });
    const links = await stack.query('SELECT id FROM sign_in_links WHERE created_by = $1', [
      signedInUser(first).slice(4),
    ]);
    expect(links).toEqual([]);
  });

  it('that have vanished take the access away at the next sign-in', async () => {
    const claims = providedPerson(['support']);
    const before = at.browser();
    const first = await before.signInAt(idp, claims);
    // One of two accounts.
    expect(codeOf(await at.browser().signInAt(idp, { ...claims, groups: ['viewers'] }))).toBe(200);
    expect((await at.auditOf(signedInUser(first), second))[0]).toMatchObject({
      action: 'member.removed',
      actor: 'identity_provider',
    });
    expect(codeOf(await at.browser().signInAt(idp, { ...claims, groups: [] }))).toBe('provider_no_access');
    await expect.poll(() => before.status(), { timeout: 5_000 }).toBe(401);
    const left = await stack.query('SELECT role FROM memberships WHERE user_id = $1', [signedInUser(first).slice(4)]);
    expect(left).toEqual([]);
  });

  it('leave an invited person the membership of another account', async () => {
    const { email, browser } = await at.ownerOf(second);
    const claims = providedPerson(['viewers'], { email });
    const signedIn = await at.browser().signInAt(idp, claims);
    expect(signedIn.body['session']).toMatchObject({ role: 'viewer', account: { id: main.accountId } });
    expect(codeOf(await at.browser().signInAt(idp, { ...claims, groups: [] }))).toBe('provider_no_access');
    expect(await browser.status()).toBe(401);
    const token = await stack.createConsoleLink(second.accountId, { email, role: 'owner' });
    const answer = await at.browser().send('POST', '/console/api/links/redeem', { token });
    expect(answer.body).toMatchObject({ role: 'owner', account: { id: second.accountId } });
  });

  it('apply to the other accounts when one would lose its last owner', async () => {
    await stack.query("UPDATE memberships SET role = 'viewer' WHERE account_id = $1", [main.accountId.slice(5)]);
    const claims = providedPerson(['admins', 'others']);
    await at.ownerOf(second);
    const signedIn = await at.browser().signInAt(idp, claims);
    expect(codeOf(await at.browser().signInAt(idp, { ...claims, groups: [] }))).toBe('last_owner');
    const left = await stack.query('SELECT account_id AS account FROM memberships WHERE user_id = $1', [
      signedInUser(signedIn).slice(4),
    ]);
    expect(left).toEqual([{ account: main.accountId.slice(5) }]);
  });

  it('give access that no password leads to', async () => {
    const { email } = await at.ownerOf(second);
    const claims = providedPerson(['viewers'], { email });
    expect(codeOf(await at.browser().signInAt(idp, claims))).toBe(200);
    // The operator lets the person have a password again.
    const token = await stack.createConsoleLink(second.accountId, { email, role: 'owner' });
    await at.browser().send('POST', '/console/api/links/redeem', { token, password: PASSWORD });
    const byPassword = at.browser();
    const signedIn = await byPassword.send('POST', SESSION, { email, password: PASSWORD });
    expect(signedIn.body).toMatchObject({ account: { id: second.accountId }, identityProvider: null });
    const idsOf = ({ body }: Answer): string[] => (body['data'] as { id: string }[]).map(({ id }) => id);
    expect(idsOf(await byPassword.send('GET', '/console/api/accounts'))).toEqual([second.accountId]);
    const change = { accountId: main.accountId };
    expect(codeOf(await byPassword.send('POST', '/console/api/session/account', change))).toBe('not_found');

    const atProvider = at.browser();
    await atProvider.signInAt(idp, claims);
    expect(idsOf(await atProvider.send('GET', '/console/api/accounts'))).toEqual([second.accountId, main.accountId]);
    // A claim for the other account takes the password's access away, with its sessions.
    expect(codeOf(await at.browser().signInAt(idp, { ...claims, groups: ['others'] }))).toBe(200);
    await expect.poll(() => byPassword.status(), { timeout: 5_000 }).toBe(401);
    expect(codeOf(await at.browser().send('POST', SESSION, { email, password: PASSWORD }))).toBe('wrong_credentials');
    const link = await stack.createConsoleLink(second.accountId, { email, role: 'owner' });
    expect((await at.browser().send('POST', '/console/api/links/redeem', { token: link })).status).toBe(200);
  });

  it('do not take the last owner away, who keeps no session', async () => {
    await stack.query("UPDATE memberships SET role = 'viewer' WHERE account_id = $1", [main.accountId.slice(5)]);
    const claims = providedPerson(['admins']);
    const owner = at.browser();
    await owner.signInAt(idp, claims);
    for (const groups of [['viewers'], []]) {
      expect(codeOf(await at.browser().signInAt(idp, { ...claims, groups }))).toBe('last_owner');
    }
    await expect.poll(() => owner.status(), { timeout: 5_000 }).toBe(401);
    const [left] = await stack.query(
      "SELECT count(*)::int AS n FROM memberships WHERE account_id = $1 AND role = 'owner'",
      [main.accountId.slice(5)],
    );
    expect(left).toEqual({ n: 1 });
  });
});

describe('a step-up', () => {
  const KEYS = '/console/api/live/v1/security/api-keys';
  const createKey = async (browser: ConsoleBrowser): Promise<string | number> => {
    const answer = await browser.send('POST', KEYS, { name: 'K', scopes: ['payments:read'] });
    return answer.status === 201 ? 201 : codeOf(answer);
  };
  const waitSinceConfirmation = async (userId: string): Promise<void> => {
    await stack.query("UPDATE sessions SET confirmed_at = now() - interval '11 minutes' WHERE user_id = $1", [userId]);
    // Longer than a session is cached.
    await new Promise((resolve) => setTimeout(resolve, 3_100));
  };

  it('happens at the provider, which asks again, and gives the session a new id until the same end', async () => {
    await at.ownerOf(main);
    const browser = at.browser();
    const claims = providedPerson(['admins']);
    const signedIn = await browser.signInAt(idp, claims);
    expect(await createKey(browser)).toBe(201);
    await waitSinceConfirmation(signedInUser(signedIn).slice(4));
    expect(await createKey(browser)).toBe('step_up_required');
    expect(codeOf(await browser.send('POST', '/console/api/session/confirm', { password: 'x' }))).toBe(
      'provider_required',
    );
    const url = await browser.startAtProvider('confirm', null);
    expect([url.searchParams.get('prompt'), url.searchParams.get('max_age')]).toEqual(['login', '0']);
    const before = browser.cookies.get(`svc_console_${new URL(at.apiUrl).port}`);
    const answer = await browser.finishAtProvider(await idp.visit(url.href));
    expect(answer.body).toMatchObject({ purpose: 'confirm', to: null, session: { identityProvider: 'Example Login' } });
    expect(answer.body['session']).toMatchObject({
      expiresAt: (signedIn.body['session'] as { expiresAt: string }).expiresAt,
    });
    expect(browser.cookies.get(`svc_console_${new URL(at.apiUrl).port}`)).not.toBe(before);
    expect(await createKey(browser)).toBe(201);
  });

  it('is not needed within ten minutes after a sign-in, if the provider says when the person signed in there', async () => {
    await at.ownerOf(main);
    const claims = providedPerson(['admins']);
    const [recent, late, unsaid] = [at.browser(), at.browser(), at.browser()];
    await recent.signInAt(idp, claims);
    idp.signedInBefore(601);
    await late.signInAt(idp, claims);
    idp.signedInBefore(0);
    await idp.hideSignInTimes();
    await unsaid.signInAt(idp, claims);
    expect([await createKey(recent), await createKey(late), await createKey(unsaid)]).toEqual([
      201,
      'step_up_required',
      'step_up_required',
    ]);
  });

  it('applies the claims that it receives, and is refused without access to the account', async () => {
    await at.ownerOf(main);
    const claims = providedPerson(['admins']);
    const confirm = async (groups: string[]): Promise<Answer> => {
      const browser = at.browser();
      await browser.signInAt(idp, claims);
      const { href } = await browser.startAtProvider('confirm', null);
      idp.person = { ...claims, groups };
      const answer = await browser.finishAtProvider(await idp.visit(href));
      await expect.poll(() => browser.status(), { timeout: 5_000 }).toBe(401);
      return answer;
    };
    const changed = await confirm(['viewers']);
    expect(changed.body).toMatchObject({ code: 'unauthorized', detail: expect.stringContaining('role') as string });
    expect(codeOf(await confirm(['others']))).toBe('provider_no_access');
    const [user] = await stack.query('SELECT user_id AS id FROM identities WHERE subject = $1', [claims.sub]);
    const left = await stack.query('SELECT account_id AS account FROM memberships WHERE user_id = $1', [user?.['id']]);
    expect(left).toEqual([{ account: second.accountId.slice(5) }]);
  });

  it('does not happen with a new password, which keeps the end of the session', async () => {
    const claims = providedPerson(['admins']);
    await at.browser().signInAt(idp, claims);
    const token = await stack.createConsoleLink(main.accountId, { email: claims.email ?? '', role: 'owner' });
    await at.browser().send('POST', '/console/api/links/redeem', { token, password: PASSWORD });
    const browser = at.browser();
    idp.signedInBefore(601);
    const signedIn = await browser.signInAt(idp, claims);
    const change = { currentPassword: PASSWORD, newPassword: 'another battery staple' };
    const changed = await browser.send('POST', '/console/api/password', change);
    const { expiresAt } = signedIn.body['session'] as { expiresAt: string };
    expect(changed.body).toMatchObject({ identityProvider: 'Example Login', expiresAt });
    expect(await createKey(browser)).toBe('step_up_required');
  });

  it.each([60, 1e18])('is refused for a sign-in %d seconds to come, like any other', async (seconds) => {
    await at.ownerOf(main);
    idp.signedInBefore(-seconds);
    const answer = await at.browser().signInAt(idp, providedPerson(['admins']));
    expect([codeOf(answer), answer.body['detail']]).toEqual([
      'provider_answer_invalid',
      expect.stringContaining('clocks'),
    ]);
  });

  it('is refused for another person, without a session, and if the person did not sign in again', async () => {
    await at.ownerOf(main);
    const claims = providedPerson(['admins']);
    const browser = at.browser();
    await browser.signInAt(idp, claims);
    const confirmed = await browser.startAtProvider('confirm', null);
    idp.person = providedPerson(['admins']);
    expect(codeOf(await browser.finishAtProvider(await idp.visit(confirmed.href)))).toBe('provider_no_access');

    const outside = at.browser();
    idp.person = claims;
    expect(
      codeOf(await outside.finishAtProvider(await idp.visit((await outside.startAtProvider('confirm', null)).href))),
    ).toBe('unauthorized');

    const url = await browser.startAtProvider('confirm', null);
    // A provider that ignores both parameters names an earlier time.
    url.searchParams.delete('prompt');
    url.searchParams.set('max_age', '36000');
    idp.signedInBefore(600);
    const answer = await browser.finishAtProvider(await idp.visit(url.href));
    expect([codeOf(answer), answer.body['detail']]).toEqual([
      'provider_answer_invalid',
      'Example Login did not ask you to sign in again.',
    ]);

    await idp.hideSignInTimes();
    const unsaid = await browser.startAtProvider('confirm', null);
    unsaid.searchParams.delete('prompt');
    unsaid.searchParams.delete('max_age');
    expect((await browser.finishAtProvider(await idp.visit(unsaid.href))).body).toMatchObject({
      code: 'provider_answer_invalid',
      detail: expect.stringContaining('auth_time') as string,
    });
  });
});
