import {
  codeOf,
  ConsoleBrowser,
  createClient,
  forThisFile,
  PASSWORD,
  providedPerson,
  ProviderConsole,
  signedInUser,
  startIdentityProvider,
} from '@svc/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';

const START = '/console/api/provider/start';
const FINISH = '/console/api/provider/finish';
const SESSION = '/console/api/session';

const other = await forThisFile(startIdentityProvider());
const at = await forThisFile(ProviderConsole.start('provider.example.com'));
const { idp, stack, main, second } = at;

afterEach(() => {
  vi.useRealTimers();
  return idp.mend();
});

describe('a sign-in at the identity provider', () => {
  it('creates a person with the role of the claim, and returns the page that opens', async () => {
    expect((await at.browser().send('GET', '/console/api/sign-in-options')).body).toEqual({
      password: true,
      identityProvider: 'Example Login',
    });
    const browser = at.browser();
    const answer = await browser.signInAt(idp, providedPerson(['viewers', 'unknown', 'support']));
    expect(answer.body).toMatchObject({
      purpose: 'sign_in',
      to: '/test/overview',
      session: {
        user: { name: 'Grace Hopper' },
        role: 'support',
        account: { id: main.accountId },
        identityProvider: 'Example Login',
      },
    });
    expect(await browser.status()).toBe(200);
    const accounts = await browser.send('GET', '/console/api/accounts');
    expect(accounts.body['data']).toMatchObject([{ role: 'support' }, { id: second.accountId, role: 'viewer' }]);
    expect(await at.auditOf(signedInUser(answer))).toMatchObject([
      {
        action: 'member.joined',
        actor: 'identity_provider',
        userId: null,
        roleChange: { before: null, after: 'support' },
      },
    ]);
  });

  it('knows the person by issuer and subject, also with another e-mail address', async () => {
    const claims = providedPerson(['viewers']);
    const [first, again] = [
      await at.browser().signInAt(idp, claims),
      await at.browser().signInAt(idp, { ...claims, email: 'new@example.com', email_verified: false }),
    ];
    expect(signedInUser(again)).toBe(signedInUser(first));
    expect(codeOf(await at.browser().signInAt(idp, providedPerson(['viewers'], { email: claims.email ?? '' })))).toBe(
      'provider_email_refused',
    );
  });

  it('gives the person the name of the provider each time, also in place of one that somebody else chose', async () => {
    const claims = providedPerson(['viewers']);
    await at.browser().signInAt(idp, claims);
    const later = await at.browser().signInAt(idp, { ...claims, name: 'Grace Murray Hopper' });
    expect(later.body).toMatchObject({ session: { user: { name: 'Grace Murray Hopper' } } });
    const unnamed = await at.browser().signInAt(idp, { ...claims, name: '' });
    expect(unnamed.body).toMatchObject({ session: { user: { name: 'Grace Murray Hopper' } } });
    for (const name of ['Real Ada', '']) {
      const { email } = await at.ownerOf(second);
      const linked = await at.browser().signInAt(idp, providedPerson(['admins'], { email, name }));
      expect(linked.body).toMatchObject({ session: { user: { name: name === '' ? email : name, email } } });
    }
  });

  it.each([[['email_verified']], [['name']], [['email']], [['groups']], [['email', 'groups']], [[]]] as const)(
    'takes %j from the userinfo endpoint, and the rest from the ID token',
    async (unsigned) => {
      idp.unsigned = unsigned;
      const answer = await at.browser().signInAt(idp, providedPerson(['viewers']));
      expect(answer.body).toMatchObject({ session: { user: { name: 'Grace Hopper' }, role: 'viewer' } });
    },
  );

  it('needs no answer of the userinfo endpoint about the name, or whether a known address is verified', async () => {
    const claims = providedPerson(['viewers']);
    await at.browser().signInAt(idp, claims);
    for (const [unsigned, answer] of [
      [['name', 'email_verified'], 200],
      [['groups'], 'provider_unavailable'],
    ] as const) {
      idp.unsigned = unsigned;
      idp.plan('/me', { error: 'invalid_token' }, 401);
      expect([unsigned, codeOf(await at.browser().signInAt(idp, claims))]).toEqual([unsigned, answer]);
    }
  });

  it('sends PKCE, state and nonce, and keeps them in a cookie that scripts cannot read', async () => {
    const browser = at.browser();
    const headers = { 'sec-fetch-site': 'same-origin' };
    const answer = await createClient(at.apiUrl).post(START, { purpose: 'sign_in', to: null }, { headers });
    expect(answer.headers.get('set-cookie')).toMatch(
      /^svc_oidc_\d+=[\w-]+\.[\w-]{43}; Max-Age=600; Path=\/console; HttpOnly; SameSite=Strict$/,
    );
    const url = await browser.startAtProvider();
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: `${at.apiUrl}/console/oidc/callback`,
      scope: 'openid profile email',
    });
    const values = ['code_challenge', 'state', 'nonce'].map((name) => url.searchParams.get(name)?.length);
    expect(values).toEqual([43, 43, 43]);
    expect(url.searchParams.has('prompt')).toBe(false);
  });

  it('leads back to a page that needs no cookie', async () => {
    const headers = { 'sec-fetch-site': 'cross-site' };
    const page = await createClient(at.apiUrl).get('/console/oidc/callback?code=a&state=b', { headers });
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const finish = await createClient(at.apiUrl).post(FINISH, { response: 'code=a&state=b' }, { headers });
    expect(codeOf(finish)).toBe('cross_site_refused');
  });
});

describe('sign-ins that begin in two tabs', () => {
  it('end in the tab that began last, also if the other one comes back first', async () => {
    idp.person = providedPerson(['viewers']);
    const browser = at.browser();
    const first = await browser.startAtProvider();
    const last = await browser.startAtProvider();
    expect(codeOf(await browser.finishAtProvider(await idp.visit(first.href)))).toBe('provider_request_expired');
    expect(codeOf(await browser.finishAtProvider(await idp.visit(last.href)))).toBe(200);
  });
});

describe('an answer is refused', () => {
  it('with another state, without the cookie, and if it comes again', async () => {
    idp.person = providedPerson(['viewers']);
    const browser = at.browser();
    const response = await idp.visit((await browser.startAtProvider()).href);
    const kept = browser.copy();
    const forged = new URLSearchParams(response);
    forged.set('state', 'another');
    expect(codeOf(await browser.finishAtProvider(forged))).toBe('provider_request_expired');
    // The cookie stays until its own answer has come.
    idp.plan('/token', { error: 'invalid_grant' }, 400);
    expect(codeOf(await browser.finishAtProvider(response))).toBe('provider_request_expired');
    await idp.mend();
    expect(browser.cookies.get([...kept.cookies.keys()][0] ?? '')).toBe('');
    expect(codeOf(await browser.finishAtProvider(response))).toBe('provider_request_expired');
    expect(codeOf(await kept.copy().finishAtProvider(response))).toBe(200);
    // The code works once, also for somebody who has kept the cookie.
    expect(codeOf(await kept.copy().finishAtProvider(response))).toBe('provider_request_expired');
  });

  it('with a cookie that was changed', async () => {
    idp.person = providedPerson(['viewers']);
    const browser = at.browser();
    const url = await browser.startAtProvider();
    const [[name = '', value = ''] = []] = [...browser.cookies];
    const [content = '', signature = ''] = value.split('.');
    const pending = JSON.parse(Buffer.from(content, 'base64url').toString()) as { startedAt: number };
    const older = Buffer.from(JSON.stringify({ ...pending, startedAt: pending.startedAt + 1 })).toString('base64url');
    browser.cookies.set(name, `${older}.${signature}`);
    expect(codeOf(await browser.finishAtProvider(await idp.visit(url.href)))).toBe('provider_request_expired');
  });

  it('with another nonce', async () => {
    idp.person = providedPerson(['viewers']);
    const browser = at.browser();
    const url = await browser.startAtProvider();
    url.searchParams.set('nonce', 'another');
    expect(codeOf(await browser.finishAtProvider(await idp.visit(url.href)))).toBe('provider_answer_invalid');
  });

  it('of another issuer, which uses the code of a sign-in there', async () => {
    other.person = providedPerson(['admins']);
    const browser = at.browser();
    const url = await browser.startAtProvider();
    const elsewhere = new URL(`${other.issuer}${url.pathname}${url.search}`);
    const response = await other.visit(elsewhere.href);
    expect(response.get('iss')).toBe(other.issuer);
    expect(codeOf(await browser.finishAtProvider(response))).toBe('provider_answer_invalid');
    const again = at.browser();
    const unnamed = await other.visit(
      `${other.issuer}${(await again.startAtProvider()).search.replace('?', '/auth?')}`,
    );
    unnamed.delete('iss');
    expect(codeOf(await again.finishAtProvider(unnamed))).toBe('provider_answer_invalid');
  });

  it('with an unknown signature', async () => {
    idp.hideKeys();
    expect(codeOf(await at.browser().signInAt(idp, providedPerson(['viewers'])))).toBe('provider_answer_invalid');
    await idp.mend();
    expect(codeOf(await at.browser().signInAt(idp, providedPerson(['viewers'])))).toBe(200);
  });

  it('if the clocks differ', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 2 * 3_600_000 });
    const answer = await at.browser().signInAt(idp, providedPerson(['viewers']));
    expect([codeOf(answer), answer.body['detail']]).toEqual([
      'provider_answer_invalid',
      expect.stringContaining('clocks'),
    ]);
  });

  it('if the person cancels, with the code of the provider', async () => {
    const browser = at.browser();
    const answer = await browser.finishAtProvider(
      await idp.visit((await browser.startAtProvider()).href, { cancels: true }),
    );
    expect([codeOf(answer), answer.body['detail']]).toEqual([
      'provider_denied',
      'Example Login has refused the sign-in: access_denied.',
    ]);
  });
});

describe('many failures from one address', () => {
  it('are refused without a request to the provider', async () => {
    const failing = async (): Promise<string | number> => {
      const browser = new ConsoleBrowser(at.apiUrl, '203.0.113.9');
      const state = (await browser.startAtProvider()).searchParams.get('state') ?? '';
      return codeOf(await browser.finishAtProvider(new URLSearchParams({ code: 'wrong', state, iss: idp.issuer })));
    };
    const exchanges = (): number => idp.asked.filter((path) => path === '/token').length;
    const before = exchanges();
    for (let tries = 0; tries < 20; tries += 1) expect(await failing()).toBe('provider_request_expired');
    expect([await failing(), exchanges()]).toEqual(['rate_limited', before + 20]);
  });
});

describe('a provider that is down', () => {
  it('gets no request at the start, is bounded in time, and is asked again', async () => {
    const seen = idp.asked.length;
    const fresh = await at.startApi({ viewers: { [main.accountId]: 'viewer' } });
    expect(idp.asked.length).toBe(seen);
    idp.hang();
    const began = performance.now();
    const both = [at.browser(fresh), at.browser(fresh)].map((browser) =>
      browser.send('POST', START, { purpose: 'sign_in', to: null }),
    );
    expect((await Promise.all(both)).map(codeOf)).toEqual(['provider_unavailable', 'provider_unavailable']);
    expect(performance.now() - began).toBeLessThan(8_000);
    expect(idp.asked.length).toBe(seen + 1);
    await idp.mend();
    idp.plan('/.well-known/openid-configuration', { issuer: 'https://evil.example' });
    expect(codeOf(await at.browser(fresh).send('POST', START, { purpose: 'sign_in', to: null }))).toBe(
      'provider_unavailable',
    );
    await idp.mend();
    expect((await at.browser(fresh).send('POST', START, { purpose: 'sign_in', to: null })).status).toBe(200);
  });

  it('fails the exchange, which leaves nothing', async () => {
    idp.person = providedPerson(['viewers']);
    const before = await at.count();
    const browser = at.browser();
    const response = await idp.visit((await browser.startAtProvider()).href);
    idp.plan('/token', { error: 'server_error' }, 500);
    const answer = await browser.finishAtProvider(response);
    expect([answer.status, codeOf(answer), await at.count()]).toEqual([503, 'provider_unavailable', before]);
  });
});

describe('CONSOLE_PASSWORD=off', () => {
  it('refuses passwords, and accepts one-time links', async () => {
    const { email } = await at.ownerOf(main);
    const url = await at.startApi({ viewers: { [main.accountId]: 'viewer' } }, { CONSOLE_PASSWORD: 'off' });
    const browser = at.browser(url);
    expect((await browser.send('GET', '/console/api/sign-in-options')).body['password']).toBe(false);
    expect(codeOf(await browser.send('POST', SESSION, { email, password: PASSWORD }))).toBe('provider_required');
    const token = await stack.createConsoleLink(main.accountId, { email, role: 'owner' });
    expect((await browser.send('POST', '/console/api/links/redeem', { token })).status).toBe(200);
    const invitation = await stack.createConsoleLink(second.accountId, { email, role: 'viewer' });
    const person = { name: 'Ada', email, password: PASSWORD };
    const change = { currentPassword: PASSWORD, newPassword: 'another battery staple' };
    const invited = await (await at.ownerOf(main)).browser.send('POST', '/console/api/invitations', { role: 'viewer' });
    const joining = {
      token: String(invited.body['url']).split('#')[1],
      name: 'Eve',
      email: 'eve@provider.example.com',
    };
    const refused = [
      await browser.send('POST', '/console/api/invitations', { role: 'viewer' }),
      await at.browser(url).send('POST', '/console/api/links/redeem', joining),
      await at.browser(url).send('POST', '/console/api/links/redeem', { ...joining, password: PASSWORD }),
      await at.browser(url).send('POST', '/console/api/links/redeem', { token: invitation, ...person }),
      await browser.send('POST', '/console/api/session/confirm', { password: PASSWORD }),
      await browser.send('POST', '/console/api/password', change),
      await browser.send('POST', '/console/api/totp', { password: PASSWORD }),
    ];
    expect(refused.map(codeOf)).toEqual(refused.map(() => 'provider_required'));
    expect(refused[0]?.body['detail']).toContain('a group at Example Login');
    const link = await stack.createConsoleLink(main.accountId, { email: joining.email, role: 'owner' });
    const joined = await at.browser(url).send('POST', '/console/api/links/redeem', { ...joining, token: link });
    expect(joined.body).toMatchObject({ user: { name: 'Eve' }, role: 'owner' });
  });
});

describe('without an identity provider', () => {
  it('nothing can be started or finished', async () => {
    const browser = at.browser(stack.apiUrl);
    const answers = [
      await browser.send('POST', START, { purpose: 'sign_in', to: null }),
      await browser.send('POST', FINISH, { response: 'code=a&state=b' }),
    ];
    expect(answers.map(codeOf)).toEqual(['not_found', 'not_found']);
    expect((await browser.send('GET', '/console/api/sign-in-options')).body['identityProvider']).toBeNull();
  });
});
