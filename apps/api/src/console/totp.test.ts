import {
  appCode,
  createClient,
  forThisFile,
  PASSWORD,
  problem,
  rowId,
  startStack,
  steadyAppCode,
  type Account,
  type Answer,
  type ConsoleBrowser,
} from '@svc/testing';
import { beforeEach, describe, expect, it } from 'vitest';

const TOTP = '/console/api/totp';
const SESSION = '/console/api/session';

const stack = await forThisFile(startStack({ worker: 0, env: { TRUST_PROXY: '1' } }));
let account: Account;
let ada: ConsoleBrowser;
let people = 0;
/** Of each test, since failures count against it. */
let address = '';
let tests = 0;

beforeEach(async () => {
  address = `198.51.100.${(tests += 1)}`;
  account = await stack.createAccount();
  ada = await join(account);
});

async function join(to: Account, person?: { email: string; role: string }): Promise<ConsoleBrowser> {
  const browser = stack.browser(address);
  const email = person?.email ?? `totp${(people += 1)}@example.com`;
  await browser.join(await stack.createConsoleLink(to.accountId, person), email);
  return browser;
}

/** A request from another browser. */
function anybody(path: string, body: object): Promise<Answer> {
  return stack.browser(address).send('POST', path, body);
}

/** Sets up an app for a person. Returns its secret and the recovery codes. */
async function setUp(person: ConsoleBrowser): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret } = (await person.send('POST', TOTP, { password: PASSWORD })).body as { secret: string };
  // The earliest accepted code, so that later ones are left for the test. It must not end on the way.
  await steadyAppCode();
  const confirmed = await person.send('POST', `${TOTP}/confirm`, { code: appCode(secret, -1) });
  expect(confirmed.status).toBe(200);
  return { secret, recoveryCodes: confirmed.body['recoveryCodes'] as string[] };
}

const signIn = ({ email }: ConsoleBrowser, code?: string, password = PASSWORD): Promise<Answer> =>
  anybody(SESSION, { email, password, ...(code === undefined ? {} : { code }) });

const codesOf = (answers: readonly Answer[]): unknown[] =>
  answers.map(({ status, body }) => (status === 200 ? 200 : body['code']));

describe('an authenticator app', () => {
  it('needs the password and a first code, gives ten recovery codes, and is stored encrypted', async () => {
    const wrong = await ada.send('POST', TOTP, { password: 'wrong' });
    expect(wrong.body['code']).toBe('wrong_credentials');
    const begun = await ada.send('POST', TOTP, { password: PASSWORD });
    const { secret, url } = begun.body as { secret: string; url: string };
    const label = `Svc%20Payments:${encodeURIComponent(ada.email)}`;
    expect(url).toBe(`otpauth://totp/${label}?secret=${secret}&issuer=Svc%20Payments`);
    expect((await ada.send('GET', TOTP)).body).toEqual({ isOn: false, recoveryCodesLeft: 0 });
    // Without a confirmation, nothing asks for a code.
    expect((await signIn(ada)).status).toBe(200);
    const guess = await ada.send('POST', `${TOTP}/confirm`, { code: appCode(secret, -9) });
    expect(guess.body['code']).toBe('wrong_credentials');
    const confirmed = await ada.send('POST', `${TOTP}/confirm`, { code: appCode(secret) });
    const codes = confirmed.body['recoveryCodes'] as string[];
    expect([codes.length, new Set(codes).size]).toEqual([10, 10]);
    expect((await ada.send('GET', TOTP)).body).toEqual({ isOn: true, recoveryCodesLeft: 10 });
    const again = await ada.send('POST', TOTP, { password: PASSWORD });
    expect(problem(again)).toEqual([409, 'state_conflict']);
    const stored = await stack.query(
      "SELECT encode(secret_ciphertext, 'escape') AS a, encode(hash, 'escape') AS b FROM totp_factors f JOIN recovery_codes c ON c.user_id = f.id",
    );
    const text = JSON.stringify(stored);
    expect([secret, ...codes].filter((each) => text.includes(each))).toEqual([]);
  });

  it('is asked for in a second step, after the right password only, and each code works once', async () => {
    const { secret } = await setUp(ada);
    expect(codesOf([await signIn(ada, undefined, 'wrong'), await signIn(ada)])).toEqual([
      'wrong_credentials',
      'second_factor_required',
    ]);
    const code = appCode(secret);
    const both = await Promise.all([signIn(ada, code), signIn(ada, `${code.slice(0, 3)} ${code.slice(3)}`)]);
    expect(codesOf(both).sort()).toEqual([200, 'wrong_credentials']);
    expect(codesOf([await signIn(ada, code), await signIn(ada, appCode(secret, -1))])).toEqual([
      'wrong_credentials',
      'wrong_credentials',
    ]);
    expect((await signIn(ada, appCode(secret, 1))).status).toBe(200);
  });

  it('is replaced by recovery codes, each of which works once and for its person only', async () => {
    const { recoveryCodes } = await setUp(ada);
    const [code = '', other = ''] = recoveryCodes;
    const both = await Promise.all([signIn(ada, code), signIn(ada, code.toLowerCase().replace('-', ' '))]);
    expect(codesOf(both).sort()).toEqual([200, 'wrong_credentials']);
    expect((await ada.send('GET', TOTP)).body['recoveryCodesLeft']).toBe(9);
    const grace = await join(account, { email: `totp${(people += 1)}@example.com`, role: 'viewer' });
    await setUp(grace);
    expect(codesOf([await signIn(grace, other), await signIn(ada, other)])).toEqual(['wrong_credentials', 200]);
  });

  it('is guessed five times a minute, after which the right code is refused as well', async () => {
    const { secret } = await setUp(ada);
    const answers: Answer[] = [];
    for (let attempt = 0; attempt < 6; attempt += 1) answers.push(await signIn(ada, appCode(secret, 50 + attempt)));
    expect(codesOf(answers)).toEqual([...Array<string>(5).fill('wrong_credentials'), 'rate_limited']);
    expect(codesOf([await signIn(ada, appCode(secret, 1))])).toEqual(['rate_limited']);
  });

  it('is guessed five times a minute over all processes', async () => {
    const { secret } = await setUp(ada);
    const { port } = await stack.startApi();
    const urls = [stack.apiUrl, `http://127.0.0.1:${port}`];
    const headers = { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': address };
    const answers: Answer[] = [];
    for (let attempt = 0; attempt < 6; attempt += 1) {
      const given = { email: ada.email, password: PASSWORD, code: appCode(secret, 50 + attempt) };
      const client = createClient(urls[attempt % 2] ?? '');
      answers.push(await client.post(SESSION, given, { headers }));
    }
    expect(codesOf(answers)).toEqual([...Array<string>(5).fill('wrong_credentials'), 'rate_limited']);
  });

  it('row 32: does not open from the row of another person', async () => {
    const { secret } = await setUp(ada);
    const grace = await join(account, { email: `totp${(people += 1)}@example.com`, role: 'viewer' });
    await setUp(grace);
    await stack.query(
      `UPDATE totp_factors f SET secret_ciphertext = a.secret_ciphertext, secret_data_key = a.secret_data_key
         FROM totp_factors a WHERE f.id = $1 AND a.id = $2`,
      [rowId(grace.id), rowId(ada.id)],
    );
    expect(codesOf([await signIn(grace, appCode(secret)), await signIn(ada, appCode(secret))])).toEqual([
      'internal',
      200,
    ]);
  });

  it('is removed with a code, and not without one', async () => {
    const { secret } = await setUp(ada);
    const remove = (code: string): Promise<Answer> => ada.send('POST', `${TOTP}/remove`, { code });
    expect((await remove(appCode(secret, 9))).body['code']).toBe('wrong_credentials');
    expect((await remove(appCode(secret))).status).toBe(204);
    expect((await signIn(ada)).status).toBe(200);
    expect((await remove(appCode(secret, 1))).status).toBe(401);
    const log = await ada.send('GET', '/console/api/live/v1/security/audit-log?limit=2');
    expect(log.body['data']).toMatchObject([
      { action: 'member.totp_removed', userId: ada.id, objectId: ada.id },
      { action: 'member.totp_enabled', userId: ada.id, objectId: ada.id },
    ]);
  });
});

describe('links and an authenticator app', () => {
  it('asks for a code who joins another account by an invitation', async () => {
    const { secret } = await setUp(ada);
    const second = await stack.createAccount();
    const token = await stack.createConsoleLink(second.accountId, { email: ada.email, role: 'viewer' });
    const redeem = (code?: string): Promise<Answer> => {
      const person = { token, name: 'Ada', email: ada.email, password: PASSWORD };
      return anybody('/console/api/links/redeem', code === undefined ? person : { ...person, code });
    };
    expect(codesOf([await redeem(), await redeem(appCode(secret, 9)), await redeem(appCode(secret))])).toEqual([
      'second_factor_required',
      'wrong_credentials',
      200,
    ]);
  });

  it('asks nothing of a member with a link of the operator, who can also reset the app', async () => {
    await setUp(ada);
    const person = { email: ada.email, role: 'owner' };
    const token = await stack.createConsoleLink(account.accountId, person);
    expect((await anybody('/console/api/links/redeem', { token })).status).toBe(200);
    expect(codesOf([await signIn(ada)])).toEqual(['second_factor_required']);
    await stack.createConsoleLink(account.accountId, person, { resetTotp: true });
    await expect.poll(async () => (await ada.send('GET', SESSION)).status, { timeout: 5_000 }).toBe(401);
    expect((await signIn(ada)).status).toBe(200);
    // Without an app, nothing is reset.
    await stack.createConsoleLink(account.accountId, person, { resetTotp: true });
    const log = await stack.client(account.liveKey).get('/v1/security/audit-log?action=member.totp_reset');
    expect(log.body['data']).toMatchObject([{ actor: 'operator', keyId: null, userId: null, objectId: ada.id }]);
    expect(log.body['data']).toHaveLength(1);
    const stranger = { email: 'nobody@example.com', role: 'owner' };
    expect(await stack.createConsoleLink(account.accountId, stranger, { resetTotp: true })).toBeUndefined();
  });
});

describe('resetTotp', () => {
  const reset = (by: ConsoleBrowser, of: ConsoleBrowser): Promise<Answer> =>
    by.send('DELETE', `/console/api/people/${of.id}/totp`);

  it('is for owners and other members, whose sessions end', async () => {
    const grace = await join(account, { email: `totp${(people += 1)}@example.com`, role: 'developer' });
    expect((await reset(ada, grace)).status).toBe(409);
    await setUp(grace);
    await setUp(ada);
    const stranger = await join(await stack.createAccount());
    const answers = [await reset(grace, ada), await reset(stranger, grace), await reset(ada, ada)];
    expect(answers.map(({ status }) => status)).toEqual([403, 404, 409]);
    expect((await reset(ada, grace)).status).toBe(204);
    expect((await grace.send('GET', SESSION)).status).toBe(401);
    expect(codesOf([await signIn(grace), await signIn(ada)])).toEqual([200, 'second_factor_required']);
    const log = await ada.send('GET', '/console/api/live/v1/security/audit-log?limit=1');
    expect(log.body['data']).toMatchObject([{ action: 'member.totp_reset', userId: ada.id, objectId: grace.id }]);
  });

  it('leaves the app of a person who also belongs to another account', async () => {
    const other = await stack.createAccount();
    const grace = await join(other);
    await join(account, { email: grace.email, role: 'viewer' });
    await setUp(grace);
    expect((await reset(ada, grace)).status).toBe(409);
    expect(codesOf([await signIn(grace)])).toEqual(['second_factor_required']);
  });
});
