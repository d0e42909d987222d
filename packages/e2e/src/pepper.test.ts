import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { appCode, ConsoleBrowser, createClient, forThisFile, startStack, steadyAppCode } from '@svc/testing';
import { describe, expect, it } from 'vitest';

const PASSWORD = 'correct horse battery';
const command = fileURLToPath(new URL('../../../scripts/doctor.mjs', import.meta.url));
const amount = { value: 1000, currency: 'USD' };
const [older, newer] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')];

const stack = await forThisFile(startStack({ env: { API_KEY_PEPPER: older, TRUST_PROXY: '1' } }));
const account = await stack.createAccount('enterprise');
const client = createClient(stack.apiUrl, account.testKey);
const made = await client.post('/v1/security/api-keys', { name: 'Seldom used', scopes: ['payments:read'] });
const keyUsedLater = String(made.body['secret']);
let browser = new ConsoleBrowser(stack.apiUrl, '203.0.113.9');

/** Replaces the processes one after the other, starting the new one first, as an operator does. */
async function restart(pepper: string): Promise<void> {
  await Promise.all([stack.startApi({ API_KEY_PEPPER: pepper }), stack.startWorker({ API_KEY_PEPPER: pepper })]);
  await Promise.all([stack.stopApi(stack.api[0]), stack.stopWorker(stack.workers[0])]);
  const { cookies } = browser;
  browser = new ConsoleBrowser(stack.apiUrl, '203.0.113.9');
  // The name of the cookie contains the port.
  for (const [name, value] of cookies) browser.cookies.set(name.replace(/\d+$/, new URL(stack.apiUrl).port), value);
}

const statusWith = async (key: string): Promise<number> =>
  (await createClient(stack.apiUrl, key).get('/v1/payments')).status;

/** What `npm run doctor` says about this pepper. */
function doctor(pepper: string): Promise<string> {
  const env = { ...stack.env, API_KEY_PEPPER: pepper };
  return new Promise((resolve) => {
    execFile(process.execPath, [command], { env }, (_error, stdout) => {
      resolve(stdout.split('\n').find((line) => /^\w+ +pepper /.test(line)) ?? stdout);
    });
  });
}

async function keysByPepper(): Promise<unknown> {
  const rows = await stack.query('SELECT count(*)::int AS keys FROM api_keys GROUP BY pepper ORDER BY 1');
  return rows.map(({ keys }) => keys);
}

describe('the pepper', () => {
  it('is changed while keys, sessions, links, codes, pages and idempotency keys stay valid', async () => {
    const pay = () =>
      createClient(stack.apiUrl, account.testKey).post(
        '/v1/payments',
        { amount },
        { headers: { 'idempotency-key': 'once' } },
      );
    const paid = await pay();
    const session = await createClient(stack.apiUrl, account.testKey).post('/v1/checkout-sessions', {
      amount,
      successUrl: 'https://shop.example.com/paid',
      cancelUrl: 'https://shop.example.com/cart',
    });
    const page = new URL(String(session.body['url'])).pathname;
    const email = 'pepper@example.com';
    const link = await stack.createConsoleLink(account.accountId);
    const joined = await browser.send('POST', '/console/api/links/redeem', {
      token: link,
      name: 'Ada',
      email,
      password: PASSWORD,
    });
    expect(joined.status).toBe(200);
    const { secret } = (await browser.send('POST', '/console/api/totp', { password: PASSWORD })).body as {
      secret: string;
    };
    await steadyAppCode();
    const confirmed = await browser.send('POST', '/console/api/totp/confirm', { code: appCode(secret) });
    const [code] = confirmed.body['recoveryCodes'] as string[];
    const laterLink = await stack.createConsoleLink(account.accountId, { email: 'grace@example.com', role: 'viewer' });
    expect(await doctor(older)).toMatch(/^ok +pepper +[0-9a-f]{16} knows 3 API keys and 10 recovery codes$/);

    await restart(`${older},${newer}`);
    expect([await statusWith(account.testKey), await browser.status()]).toEqual([200, 200]);
    await restart(`${newer},${older}`);

    const again = await pay();
    expect([again.status, again.headers.get('idempotent-replayed'), again.text]).toEqual([201, 'true', paid.text]);
    expect((await fetch(stack.apiUrl + page)).status).toBe(200);
    expect(await browser.status()).toBe(200);
    const other = new ConsoleBrowser(stack.apiUrl, '203.0.113.10');
    const grace = { token: laterLink, name: 'Grace', email: 'grace@example.com', password: PASSWORD };
    expect((await other.send('POST', '/console/api/links/redeem', grace)).status).toBe(200);
    const signIn = { email, password: PASSWORD, code };
    expect((await other.send('POST', '/console/api/session', signIn)).status).toBe(200);
    expect((await other.send('POST', '/console/api/session', signIn)).status).toBe(401);

    // The key that was used since has moved: two have not.
    expect(await keysByPepper()).toEqual([1, 2]);
    expect(await doctor(`${newer},${older}`)).toMatch(
      /^warning +pepper +2 API keys and 9 recovery codes are under older peppers than [0-9a-f]{16}; each key moves/,
    );
    expect([await statusWith(keyUsedLater), await statusWith(account.liveKey)]).toEqual([200, 200]);
    expect(await keysByPepper()).toEqual([3]);

    await restart(newer);
    expect(await Promise.all([account.testKey, account.liveKey, keyUsedLater].map(statusWith))).toEqual([
      200, 200, 200,
    ]);
    expect(await doctor(newer)).toMatch(/^warning +pepper .*: 0 API keys and 9 recovery codes do not work$/);
  }, 240_000);

  it('that knows no key of the database starts no process, which says so', async () => {
    const wrong = { API_KEY_PEPPER: randomBytes(32).toString('base64') };
    await expect(stack.startApi(wrong)).rejects.toThrow(/API_KEY_PEPPER \([0-9a-f]{16}\) is not that of this database/);
  });
});
