import {
  ConsoleBrowser,
  eventually,
  forThisFile,
  PASSWORD,
  problem,
  rowId,
  startStack,
  type Account,
  type Answer,
} from '@svc/testing';
import { beforeEach, describe, expect, it } from 'vitest';

const SESSION = '/console/api/session';
const SESSIONS = '/console/api/sessions';

const stack = await forThisFile(startStack({ worker: 0 }));
let account: Account;
let ada: ConsoleBrowser;
let people = 0;

beforeEach(async () => {
  account = await stack.createAccount();
  ada = await join();
});

async function join(to = account, person?: { email: string; role: string }): Promise<ConsoleBrowser> {
  const browser = stack.browser();
  const email = person?.email ?? `own${(people += 1)}@example.com`;
  await browser.join(await stack.createConsoleLink(to.accountId, person), email);
  return browser;
}

async function signIn(email: string, password = PASSWORD, browser = stack.browser()): Promise<ConsoleBrowser> {
  expect((await browser.send('POST', SESSION, { email, password })).status).toBe(200);
  return browser;
}

describe('the password', () => {
  const change = (browser: ConsoleBrowser, currentPassword: string, newPassword = 'another battery staple') =>
    browser.send('POST', '/console/api/password', { currentPassword, newPassword });

  it('changes with the current one, which ends all sessions and begins a new one', async () => {
    const other = await signIn(ada.email);
    const stolen = ada.copy();
    const changed = await change(ada, PASSWORD);
    expect(changed.body).toMatchObject({ user: { email: ada.email }, role: 'owner' });
    expect(ada.cookie).not.toBe(stolen.cookie);
    expect([await ada.status(), await other.status()]).toEqual([200, 401]);
    expect(await stolen.status()).toBe(401);
    const answers = [PASSWORD, 'another battery staple'].map((password) =>
      stack.browser().send('POST', SESSION, { email: ada.email, password }),
    );
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([401, 200]);
  });

  it('is refused if it has only blanks', async () => {
    const refused = await change(ada, PASSWORD, ' '.repeat(8));
    expect(refused.body).toMatchObject({ status: 422, errors: [{ pointer: '/newPassword' }] });
    const token = await stack.createConsoleLink(account.accountId);
    const link = await stack.browser().send('POST', '/console/api/links/redeem', { token, password: ' '.repeat(8) });
    expect(link.body).toMatchObject({ status: 422, errors: [{ pointer: '/password' }] });
  });

  it('stays without the current one, which can be guessed five times a minute', async () => {
    const answers: Answer[] = [];
    for (let attempt = 0; attempt < 6; attempt += 1) answers.push(await change(ada, `guess ${attempt}`));
    expect(answers.map(({ body }) => body['code'])).toEqual([
      ...Array<string>(5).fill('wrong_credentials'),
      'rate_limited',
    ]);
    expect((await change(ada, PASSWORD)).status).toBe(429);
    expect(await ada.status()).toBe(200);
  });

  it.each(['sign-in', 'invitation'])('is refused by a %s if it is changed while it is checked', async (way) => {
    const { email } = ada;
    const second = await stack.createAccount();
    const token = await stack.createConsoleLink(second.accountId, { email, role: 'viewer' });
    const changed = stack.query(
      `WITH u AS (UPDATE users SET password_hash = 'changed' WHERE email = $1 RETURNING 1) SELECT pg_sleep(1.5) FROM u`,
      [email],
    );
    await eventually(async () => {
      const asleep = `SELECT 1 FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND datname = current_database()`;
      expect(await stack.query(asleep)).toHaveLength(1);
    });
    const given = { email, password: PASSWORD };
    const refused =
      way === 'sign-in'
        ? await stack.browser().send('POST', SESSION, given)
        : await stack.browser().send('POST', '/console/api/links/redeem', { token, name: 'Ada', ...given });
    expect(problem(refused)).toEqual([401, 'wrong_credentials']);
    await changed;
  });

  it('is not set twice by requests at once, nor without a session', async () => {
    expect((await change(stack.browser(), PASSWORD)).status).toBe(401);
    const twin = ada.copy();
    const both = await Promise.all([change(ada, PASSWORD, 'first password'), change(twin, PASSWORD)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
  });
});

describe('the own sessions', () => {
  it('end with the others, also one that replaces another at this moment', async () => {
    const thief = await signIn(ada.email);
    const replaced = stack.query(
      `WITH person AS MATERIALIZED (SELECT id FROM users WHERE email = $1 FOR SHARE),
            old AS (DELETE FROM sessions s USING person p WHERE s.user_id = p.id
                       AND s.id = (SELECT max(id) FROM sessions WHERE user_id = p.id) RETURNING s.*),
            new AS (INSERT INTO sessions (id, hash, account_id, user_id, ends_at, confirmed_at, address, browser, by_provider)
                    SELECT id + 1, hash, account_id, user_id, ends_at, confirmed_at, address, browser, by_provider FROM old
                    RETURNING 1)
       SELECT pg_sleep(1.5) FROM new`,
      [ada.email],
    );
    await eventually(async () => {
      const asleep = `SELECT 1 FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND datname = current_database()`;
      expect(await stack.query(asleep)).toHaveLength(1);
    });
    expect((await ada.send('DELETE', SESSIONS)).status).toBe(204);
    await replaced;
    await eventually(async () => expect([await ada.status(), await thief.status()]).toEqual([200, 401]));
    const left = 'SELECT 1 FROM sessions s JOIN users u ON u.id = s.user_id WHERE u.email = $1';
    expect(await stack.query(left, [ada.email])).toHaveLength(1);
  });

  it('are listed with where they began, and end one by one or all others at once', async () => {
    const [second, third] = [await signIn(ada.email), await signIn(ada.email)];
    const list = await ada.send('GET', SESSIONS);
    const data = list.body['data'] as { id: string; isCurrent: boolean }[];
    expect(data.map(({ isCurrent }) => isCurrent)).toEqual([false, false, true]);
    expect(data[2]).toMatchObject({
      address: '127.0.0.1',
      browser: ConsoleBrowser.userAgent,
      startedAt: expect.stringMatching(/Z$/),
    });
    expect(list.text).not.toContain(ada.cookie.split('=')[1]);
    expect((await ada.send('DELETE', `${SESSIONS}/${data[0]?.id}`)).status).toBe(204);
    expect([await second.status(), await third.status()]).toEqual([200, 401]);
    expect((await ada.send('DELETE', `${SESSIONS}/${data[0]?.id}`)).status).toBe(404);
    expect((await ada.send('DELETE', SESSIONS)).status).toBe(204);
    expect([await second.status(), await ada.status()]).toEqual([401, 200]);
  });

  it('are nobody else’s', async () => {
    const grace = await join(account, { email: `own${(people += 1)}@example.com`, role: 'viewer' });
    const list = await grace.send('GET', SESSIONS);
    const [session] = list.body['data'] as { id: string }[];
    expect(list.body['data']).toHaveLength(1);
    expect((await ada.send('DELETE', `${SESSIONS}/${session?.id}`)).status).toBe(404);
    await ada.send('DELETE', SESSIONS);
    expect(await grace.status()).toBe(200);
  });

  it('end in the browser that signs in again, as the same person or another one', async () => {
    const first = ada.copy();
    await signIn(ada.email, PASSWORD, ada);
    expect([await first.status(), await ada.status()]).toEqual([401, 200]);
    const failed = await ada.send('POST', SESSION, { email: ada.email, password: 'wrong' });
    expect([failed.status, await ada.status()]).toEqual([401, 200]);
  });

  it('cannot be chosen by somebody else: a sign-in never keeps the cookie that it came with', async () => {
    const victim = stack.browser();
    victim.cookies.set(ada.cookie.split('=')[0] ?? '', `00${'x'.repeat(43)}`);
    const attacker = victim.copy();
    await signIn(ada.email, PASSWORD, victim);
    expect(victim.cookie).not.toBe(attacker.cookie);
    expect(await attacker.status()).toBe(401);
  });
});

describe('several accounts', () => {
  it('are listed, and the session switches with a new cookie until the same end', async () => {
    const second = await stack.createAccount();
    await join(second, { email: ada.email, role: 'viewer' });
    const list = await ada.send('GET', '/console/api/accounts');
    expect(list.body['data']).toMatchObject([
      { id: account.accountId, role: 'owner', isCurrent: true },
      { id: second.accountId, role: 'viewer', isCurrent: false },
    ]);
    const old = ada.copy();
    const { expiresAt } = (await ada.send('GET', SESSION)).body as { expiresAt: string };
    const switched = await ada.send('POST', '/console/api/session/account', { accountId: second.accountId });
    expect(switched.body).toMatchObject({ account: { id: second.accountId }, role: 'viewer', expiresAt });
    expect([await old.status(), await ada.status()]).toEqual([401, 200]);
    const pay = { amount: { value: 1, currency: 'EUR' } };
    expect((await ada.send('POST', '/console/api/test/v1/payments', pay)).status).toBe(403);
  });

  it('do not include those of others', async () => {
    const foreign = await stack.createAccount();
    for (const accountId of [foreign.accountId, 'acct_999999']) {
      const answer = await ada.send('POST', '/console/api/session/account', { accountId });
      expect(answer.status).toBe(404);
    }
    expect(await ada.status()).toBe(200);
  });
});

describe('a page that polls', () => {
  it('does not keep a session from being idle, and reads nothing after its end', async () => {
    const id = await userId();
    const idleFor = (ago: string): Promise<unknown> =>
      stack.query(`UPDATE sessions SET seen_at = now() - interval '${ago}' WHERE user_id = $1`, [id]);
    const unseenMinutes = async (): Promise<number> => {
      const sql = 'SELECT extract(epoch FROM now() - seen_at)::float8 / 60 AS minutes FROM sessions WHERE user_id = $1';
      const [row] = (await stack.query(sql, [id])) as { minutes: number }[];
      return Math.floor(row?.minutes ?? 0);
    };
    const poll = async (path: string): Promise<number> =>
      (await ada.send('GET', path, undefined, { 'svc-console-background': '1' })).status;
    await idleFor('20 minutes');
    // Longer than a session is cached.
    await new Promise((resolve) => setTimeout(resolve, 3_100));
    expect([await poll('/console/api/test/v1/payments'), await poll(SESSION)]).toEqual([200, 200]);
    expect(await unseenMinutes()).toBe(20);
    // The request of the person counts, although the poll has just cached the session.
    expect([await ada.status(), await unseenMinutes()]).toEqual([200, 0]);
    await idleFor('31 minutes');
    await expect.poll(() => poll('/console/api/test/v1/payments'), { timeout: 5_000 }).toBe(401);
    expect(await poll(SESSION)).toBe(401);
  });

  async function userId(): Promise<string> {
    const { user } = (await ada.send('GET', SESSION)).body as { user: { id: string } };
    return rowId(user.id);
  }
});

describe('a name', () => {
  it.each([['  '], ['\u200b'], ['Ada\nOwner'], ['Ada \u202eecrof'], ['\u0000'], ['Ada\u0085']])(
    'like %j is refused',
    async (name) => {
      const token = await stack.createConsoleLink(account.accountId, { email: 'n@example.com', role: 'viewer' });
      const body = { token, name, email: 'n@example.com', password: PASSWORD };
      const answer = await stack.browser().send('POST', '/console/api/links/redeem', body);
      expect(answer.body).toMatchObject({ status: 422, errors: [{ pointer: '/name' }] });
    },
  );

  it.each(['Æ', '李小龍', 'Ada “Countess” O’Neil-Lovelace', 'محمد', 'J.'])('like %s is accepted', async (name) => {
    const email = `named${(people += 1)}@example.com`;
    const token = await stack.createConsoleLink(account.accountId, { email, role: 'viewer' });
    const body = { token, name, email, password: PASSWORD };
    const answer = await stack.browser().send('POST', '/console/api/links/redeem', body);
    expect(answer.body).toMatchObject({ user: { name } });
  });
});
