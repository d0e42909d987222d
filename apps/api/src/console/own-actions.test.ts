import {
  appCode,
  ConsoleBrowser,
  createClient,
  forThisFile,
  startStack,
  steadyAppCode,
  type Account,
} from '@svc/testing';
import { beforeEach, describe, expect, it } from 'vitest';

const REDEEM = '/console/api/links/redeem';
const SESSION = '/console/api/session';
const [PASSWORD, NEXT] = ['correct horse battery staple', 'another battery staple'];

let account: Account;
let browser: ConsoleBrowser;
let email = '';
let id = '';
let people = 0;

const stack = await forThisFile(startStack({ worker: 0, env: { TRUST_PROXY: '1' } }));

beforeEach(async () => {
  account = await stack.createAccount();
  email = `own-audit${(people += 1)}@example.com`;
  browser = new ConsoleBrowser(stack.apiUrl, `203.0.113.${people}`);
  const joined = await browser.send('POST', REDEEM, { token: await link(), name: 'Ada', email, password: PASSWORD });
  id = (joined.body['user'] as { id: string }).id;
});

const link = (to = account): Promise<string | undefined> =>
  stack.createConsoleLink(to.accountId, { email, role: 'owner' });

/** The status of a request of the person. */
async function send(method: string, path: string, body: object): Promise<number> {
  return (await browser.send(method, path, body)).status;
}

/** What the person has done, the oldest first. All entries must name them. */
async function noted(of = account): Promise<unknown[]> {
  const log = await createClient(stack.apiUrl, of.liveKey).get('/v1/security/audit-log');
  const entries = log.body['data'] as Record<string, unknown>[];
  const own = { actor: 'member', userId: id, objectId: id, keyId: null, changes: [], mode: 'live' };
  const ofPerson = entries.filter(({ actor }) => actor === 'member');
  expect(ofPerson).toMatchObject(ofPerson.map(() => own));
  return ofPerson.map(({ action }) => action).reverse();
}

/** Sets up an authenticator app. Returns the recovery codes. */
async function setUp(): Promise<string[]> {
  const { secret } = (await browser.send('POST', '/console/api/totp', { password: PASSWORD })).body;
  await steadyAppCode();
  const confirmed = await browser.send('POST', '/console/api/totp/confirm', { code: appCode(String(secret)) });
  return confirmed.body['recoveryCodes'] as string[];
}

describe('the audit log of an account', () => {
  it('says that a link of the operator signed a member in, and that it set a password', async () => {
    const byLink = 'member.signed_in_by_link';
    expect(await send('POST', REDEEM, { token: await link() })).toBe(200);
    expect(await noted()).toEqual(['member.joined', byLink]);
    const token = await link();
    expect(await send('POST', REDEEM, { token, password: ' '.repeat(8) })).toBe(422);
    expect(await send('POST', REDEEM, { token, password: NEXT })).toBe(200);
    expect(await send('POST', REDEEM, { token, password: PASSWORD })).toBe(410);
    expect(await noted()).toEqual(['member.joined', byLink, byLink, 'member.password_reset']);
  });

  it('says that a member changed the password, and nothing if the old one was wrong', async () => {
    const change = (currentPassword: string): Promise<number> =>
      send('POST', '/console/api/password', { currentPassword, newPassword: NEXT });
    expect([await change('wrong'), await change(PASSWORD)]).toEqual([401, 200]);
    expect(await noted()).toEqual(['member.joined', 'member.password_changed']);
  });

  it('says that a recovery code was used to sign in, to confirm, to join or to remove the app', async () => {
    const [first = '', second = '', third = '', fourth = ''] = await setUp();
    const signIn = (code: string): Promise<number> => send('POST', SESSION, { email, password: PASSWORD, code });
    expect([await signIn('AAAAA-AAAAA'), await signIn(first), await signIn(first)]).toEqual([401, 200, 401]);
    expect(await send('POST', `${SESSION}/confirm`, { code: second })).toBe(200);
    expect(await send('POST', '/console/api/totp/remove', { code: third })).toBe(204);
    const used = 'member.recovery_code_used';
    expect(await noted()).toEqual(['member.joined', 'member.totp_enabled', used, used, used, 'member.totp_removed']);
    expect(await signIn(fourth)).toBe(200);
    expect(await noted()).toHaveLength(6);
  });

  it('says it in the account that the person joins', async () => {
    const [code = ''] = await setUp();
    const other = await stack.createAccount();
    const given = { token: await link(other), name: 'Ada', email, password: PASSWORD, code };
    expect(await send('POST', REDEEM, given)).toBe(200);
    expect(await noted()).toEqual(['member.joined', 'member.totp_enabled']);
    expect(await noted(other)).toEqual(['member.recovery_code_used', 'member.joined']);
  });
});
