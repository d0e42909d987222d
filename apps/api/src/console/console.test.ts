import {
  createClient,
  forThisFile,
  PASSWORD,
  problem,
  rowId,
  startStack,
  type Account,
  type Answer,
} from '@svc/testing';
import { beforeEach, describe, expect, it } from 'vitest';

const SAME_ORIGIN = { 'sec-fetch-site': 'same-origin' };
const LINKS = '/console/api/links';
const SESSION = '/console/api/session';

const stack = await forThisFile(startStack({ worker: 0 }));
let account: Account;

beforeEach(async () => {
  account = await stack.createAccount();
});

let people = 0;
const newEmail = (): string => `person${(people += 1)}@example.com`;

/** Requests like a page of the console. */
function browser(cookie = ''): ReturnType<typeof createClient> {
  const plain = stack.client();
  const send: typeof plain.send = (method, path, body, options = {}) =>
    plain.send(method, path, body, { ...options, headers: { ...SAME_ORIGIN, cookie, ...options.headers } });
  return {
    ...plain,
    send,
    get: (path, options) => send('GET', path, undefined, options),
    post: (...given) => send('POST', ...given),
  };
}

function cookieOf(answer: Answer): string {
  return /^([^;]+);/.exec(answer.headers.get('set-cookie') ?? '')?.[1] ?? '';
}

async function join(person?: {
  email: string;
  role: string;
}): Promise<{ cookie: string; email: string; body: Answer['body'] }> {
  const token = await stack.createConsoleLink(account.accountId, person);
  const email = person?.email ?? newEmail();
  const answer = await browser().post(`${LINKS}/redeem`, { token, name: 'Ada', email, password: PASSWORD });
  expect(answer.status).toBe(200);
  return { cookie: cookieOf(answer), email, body: answer.body };
}

describe('sign-in links', () => {
  it('say what they are for, create the owner of an account once, and then say that they were used', async () => {
    const token = await stack.createConsoleLink(account.accountId);
    const read = await browser().post(`${LINKS}/read`, { token });
    expect(read.body).toMatchObject({ purpose: 'join', role: 'owner', email: null, name: null });
    const email = newEmail();
    const body = { token, name: 'Ada', email, password: PASSWORD };
    const [first, second] = await Promise.all([
      browser().post(`${LINKS}/redeem`, body),
      browser().post(`${LINKS}/redeem`, { ...body, email: newEmail() }),
    ]);
    expect([first.status, second.status].sort()).toEqual([200, 410]);
    const redeemed = first.status === 200 ? first : second;
    expect(redeemed.body).toMatchObject({ role: 'owner', user: { name: 'Ada' }, account: { id: account.accountId } });
    expect(redeemed.headers.get('set-cookie')).toMatch(
      /^svc_console_\d+=00[\w-]{43}; Path=\/console; HttpOnly; SameSite=Strict$/,
    );
    const again = await browser().post(`${LINKS}/read`, { token });
    expect(problem(again)).toEqual([410, 'link_used']);
    const stored = await stack.query('SELECT * FROM users u JOIN sessions s ON s.user_id = u.id');
    expect(JSON.stringify(stored)).not.toContain(PASSWORD);
  });

  it('sign in the owner once there is one, without a password', async () => {
    const { email } = await join();
    const token = await stack.createConsoleLink(account.accountId);
    const read = await browser().post(`${LINKS}/read`, { token });
    expect(read.body).toMatchObject({ purpose: 'sign_in', role: 'owner', email, name: 'Ada' });
    const redeemed = await browser().post(`${LINKS}/redeem`, { token });
    expect(redeemed.body).toMatchObject({ user: { email } });

    const old = cookieOf(redeemed);
    const reset = { token: await stack.createConsoleLink(account.accountId), password: 'a new password' };
    expect((await browser().post(`${LINKS}/redeem`, reset)).status).toBe(200);
    await expect.poll(async () => (await browser(old).get(SESSION)).status, { timeout: 5_000 }).toBe(401);
    expect((await browser().post(SESSION, { email, password: PASSWORD })).status).toBe(401);
    expect((await browser().post(SESSION, { email, password: 'a new password' })).status).toBe(200);
  });

  it('expire, and are refused if they are unknown', async () => {
    const token = await stack.createConsoleLink(account.accountId);
    await stack.query("UPDATE sign_in_links SET expires_at = now() - interval '1 second' WHERE used_at IS NULL");
    for (const each of [token, `00${'x'.repeat(43)}`]) {
      const answer = await browser().post(`${LINKS}/redeem`, {
        token: each,
        name: 'A',
        email: newEmail(),
        password: PASSWORD,
      });
      expect(problem(answer)).toEqual([410, 'link_expired']);
    }
  });

  it('are for the person that they name, who keeps the password of another account', async () => {
    const { email } = await join();
    account = await stack.createAccount();
    const token = await stack.createConsoleLink(account.accountId, { email, role: 'viewer' });
    const redeem = (body: object) =>
      browser().post(`${LINKS}/redeem`, { token, name: 'Ada', email, password: PASSWORD, ...body });
    const another = await redeem({ email: newEmail() });
    expect(another.body).toMatchObject({ status: 422, errors: [{ pointer: '/email' }] });
    expect((await redeem({ password: 'wrong password' })).body['code']).toBe('wrong_credentials');
    const missing = await browser().post(`${LINKS}/redeem`, { token });
    expect(missing.body['errors']).toHaveLength(3);
    const redeemed = await redeem({});
    expect(redeemed.body).toMatchObject({ role: 'viewer', account: { id: account.accountId } });
  });
});

describe('a session', () => {
  it('begins with e-mail address and password in any case, and ends for good with sign-out', async () => {
    const { email } = await join();
    const signedIn = await browser().post(SESSION, { email: email.toUpperCase(), password: PASSWORD });
    expect(signedIn.body).toMatchObject({ user: { email }, role: 'owner' });
    const cookie = cookieOf(signedIn);
    expect((await browser(cookie).get(SESSION)).status).toBe(200);
    const out = await browser(cookie).send('DELETE', SESSION);
    expect([out.status, out.headers.get('set-cookie')]).toEqual([204, expect.stringContaining('Max-Age=0')]);
    expect((await browser(cookie).get(SESSION)).status).toBe(401);
    expect((await browser(cookie).get('/console/api/test/v1/payments')).status).toBe(401);
  });

  it.each([
    ['idle', "UPDATE sessions SET seen_at = now() - interval '31 minutes'"],
    ['over', 'UPDATE sessions SET ends_at = now()'],
    ['without a member', 'DELETE FROM memberships'],
  ])('that is %s is refused', async (_, sql) => {
    const { cookie } = await join();
    await stack.query(`${sql} WHERE account_id = $1`, [rowId(account.accountId)]);
    await expect.poll(async () => (await browser(cookie).get(SESSION)).status, { timeout: 5_000 }).toBe(401);
  });

  it('is refused for five wrong passwords a minute, for unknown addresses too', async () => {
    const { email } = await join();
    for (const address of [email, newEmail()]) {
      const answers = [];
      for (let attempt = 0; attempt < 6; attempt += 1) {
        answers.push(await browser().post(SESSION, { email: address, password: `wrong ${attempt}` }));
      }
      expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 429]);
      expect(Number(answers[5]?.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect((await browser().post(SESSION, { email, password: PASSWORD })).status).toBe(429);
  });
});

describe('the operations of /v1 below /console/api', () => {
  it('act for the person in the mode of the path, whose id is in the audit log', async () => {
    const { cookie, body } = await join();
    const created = await browser(cookie).post('/console/api/test/v1/payments', {
      amount: { value: 1000, currency: 'EUR' },
    });
    expect([created.status, created.headers.get('ratelimit-policy')]).toEqual([201, '"console";q=600;w=60']);
    const path = `/payments/${String(created.body['id'])}`;
    expect((await browser(cookie).get(`/console/api/live/v1${path}`)).status).toBe(404);
    expect((await stack.client(account.testKey).get(`/v1${path}`)).status).toBe(200);
    const key = await browser(cookie).post('/console/api/test/v1/security/api-keys', {
      name: 'K',
      scopes: ['payments:read'],
    });
    expect(key.status).toBe(201);
    const log = await browser(cookie).get('/console/api/test/v1/security/audit-log');
    const { user } = body as { user: { id: string } };
    expect(log.body['data']).toEqual([
      expect.objectContaining({ action: 'api_key.created', actor: 'member', keyId: null, userId: user.id }),
    ]);
  });

  it('take the scopes of the role', async () => {
    const viewer = (await join({ email: newEmail(), role: 'viewer' })).cookie;
    const refused = await browser(viewer).post('/console/api/test/v1/payments', {
      amount: { value: 1, currency: 'EUR' },
    });
    expect(refused.body).toMatchObject({ status: 403, detail: 'Your role lacks the scope payments:write.' });
    const developer = (await join({ email: newEmail(), role: 'developer' })).cookie;
    const pay = (mode: string) =>
      browser(developer).post(`/console/api/${mode}/v1/payments`, { amount: { value: 1, currency: 'EUR' } });
    expect([(await pay('test')).status, (await pay('live')).status]).toEqual([201, 403]);
    const owner = (await join()).cookie;
    const me = await browser(owner).get('/console/api/live/v1/security/me');
    expect(me.status).toBe(403);
  });

  it('give links to the next page that stay in the console', async () => {
    const { cookie } = await join();
    const pay = () => browser(cookie).post('/console/api/test/v1/payments', { amount: { value: 1, currency: 'EUR' } });
    await Promise.all([pay(), pay()]);
    const page = await browser(cookie).get('/console/api/test/v1/payments?limit=1');
    const next = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1] ?? '';
    expect(next).toContain('/console/api/test/v1/payments?limit=1&cursor=');
    expect((await browser(cookie).get(next)).body['data']).toHaveLength(1);
  });

  it('refuse addresses that the account does not allow', async () => {
    const { cookie } = await join();
    const headers = { 'if-match': '*' };
    const test = stack.client(account.testKey);
    await stack.query(
      "INSERT INTO security_configs (environment_id, allowed_cidrs) SELECT id, '{203.0.113.0/24}' FROM environments WHERE account_id = $1 AND mode = 'live'",
      [rowId(account.accountId)],
    );
    await expect
      .poll(async () => (await browser(cookie).get('/console/api/live/v1/payments', { headers })).body['code'], {
        timeout: 5_000,
      })
      .toBe('ip_not_allowed');
    expect((await browser(cookie).get('/console/api/test/v1/payments')).status).toBe(200);
    expect((await test.get('/v1/payments')).status).toBe(200);
  });

  it('end a stream with the session', async () => {
    const { cookie } = await join();
    const cut = new AbortController();
    const stream = await fetch(`${stack.apiUrl}/console/api/test/v1/events/stream`, {
      headers: { ...SAME_ORIGIN, cookie },
      signal: cut.signal,
    });
    expect(stream.status).toBe(200);
    let hasEnded = false;
    const reading = (stream.body ?? new ReadableStream()).pipeTo(new WritableStream(), { signal: cut.signal });
    void reading.then(() => (hasEnded = true));
    await browser(cookie).send('DELETE', SESSION);
    await expect.poll(() => hasEnded, { timeout: 5_000 }).toBe(true);
  });
});

describe('the guards', () => {
  const REFUSED = [403, 'cross_site_refused'];

  it.each([
    ['from another site', { 'sec-fetch-site': 'cross-site' }],
    ['from another host of this site', { 'sec-fetch-site': 'same-site' }],
    ['typed into the address bar', { 'sec-fetch-site': 'none' }],
    ['from another origin by an old browser', { origin: 'http://evil.example' }],
    ['without any sign of its origin', {}],
    ['for another host name', { ...SAME_ORIGIN, host: 'evil.example' }],
  ])('refuse a request %s', async (_, headers) => {
    const { cookie } = await join();
    for (const [method, path] of [
      ['POST', SESSION],
      ['GET', SESSION],
      ['POST', '/console/api/test/v1/payments'],
    ] as const) {
      const answer = await sendRaw(method, path, { cookie, ...headers });
      expect([answer.status, answer.code]).toEqual(REFUSED);
    }
  });

  it('accept the Origin of an old browser', async () => {
    const { cookie } = await join();
    const answer = await stack.client().get(SESSION, { headers: { cookie, origin: stack.apiUrl } });
    expect(answer.status).toBe(200);
  });

  it('leave /v1 without cookies, and the console without keys', async () => {
    const { cookie } = await join();
    expect((await browser(cookie).get('/v1/payments')).status).toBe(401);
    const headers = { authorization: `Bearer ${account.testKey}` };
    expect((await browser().get('/console/api/test/v1/payments', { headers })).status).toBe(401);
    expect((await stack.client(account.testKey).get(SESSION)).status).toBe(403);
  });

  it('accept JSON only', async () => {
    const answer = await browser().post(SESSION, undefined, {
      raw: 'email=a@example.com&password=x',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(answer.status).toBe(415);
  });

  it('count invalid sessions against the address, as they do keys, and let valid ones pass', async () => {
    const { cookie } = await join();
    const api = await stack.startApi({ FAILED_AUTH_LIMIT: '3' });
    const client = createClient(`http://127.0.0.1:${api.port}`);
    const name = `svc_console_${api.port}`;
    const read = (path: string, value: string | undefined) =>
      client.get(path, { headers: { ...SAME_ORIGIN, ...(value === undefined ? {} : { cookie: `${name}=${value}` }) } });
    const guesses = [SESSION, '/console/api/test/v1/payments', SESSION, SESSION, '/console/api/live/v1/payments'];
    const answers: Answer[] = [];
    for (const [index, path] of guesses.entries()) answers.push(await read(path, `00${'x'.repeat(42)}${index}`));
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 429, 429]);
    expect(answers[4]?.body['detail']).toBe('Too many requests without a valid session came from this address.');
    expect((await read(SESSION, undefined)).status).toBe(401);
    expect((await read(SESSION, cookie.split('=')[1])).status).toBe(200);
    await stack.stopApi(api);
  });

  it('refuse two cookies of the same name', async () => {
    const { cookie } = await join();
    expect((await browser(`${cookie}; ${cookie}`).get(SESSION)).status).toBe(401);
  });
});

/** A request whose Host header can be chosen. */
async function sendRaw(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<{ status: number; code: string }> {
  const { request } = await import('node:http');
  return new Promise((resolve, reject) => {
    const sent = request(stack.apiUrl + path, { method, headers }, (response) => {
      let text = '';
      response.on('data', (chunk) => (text += String(chunk)));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, code: String(JSON.parse(text)['code']) }));
    });
    sent.on('error', reject);
    sent.end();
  });
}
