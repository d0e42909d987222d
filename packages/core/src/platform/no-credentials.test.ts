import {
  appCode,
  eventually,
  forThisFile,
  PASSWORD,
  redisContents,
  stackWithAccount,
  startAcquirer,
  steadyAppCode,
  type Answer,
} from '@svc/testing';
import { expect, it } from 'vitest';

const LINKS = '/console/api/links';
const SESSION = '/console/api/session';
const TOTP = '/console/api/totp';
const WRONG = 'zq8mark';
const amount = { value: 1_000, currency: 'EUR' };

const acquirer = await forThisFile(startAcquirer({ timeoutMs: 2_000 }));
const { stack, account, client } = await stackWithAccount({ env: { LOG_LEVEL: 'debug', API_PROCESSES: '2' } });

/** What must be nowhere, by what it is. */
const secrets: Record<string, string> = { password: PASSWORD, 'wrong credentials': WRONG };

/** The status of an answer while a table is missing, as with a bug. */
async function without(table: string, send: () => Promise<{ status: number }>): Promise<number> {
  await stack.query(`ALTER TABLE ${table} RENAME TO lost_${table}`);
  const { status } = await send();
  await stack.query(`ALTER TABLE lost_${table} RENAME TO ${table}`);
  return status;
}

/** Searches the logs of all processes and Redis. */
async function expectNowhere(): Promise<void> {
  expect(Object.values(secrets).filter((secret) => secret.length < 7)).toEqual([]);
  const held = (await redisContents(stack)).join('\n').toLowerCase();
  expect(held).toContain(':limit:{');
  const logs = stack.logs().join('\n').toLowerCase();
  expect(logs).toContain('"event":"request_failed"');
  const found = Object.entries(secrets).filter(([, secret]) => (logs + held).includes(secret.toLowerCase()));
  expect(found.map(([what]) => what)).toEqual([]);
}

it('row 33: neither logs nor Redis have what signs people in to the console', async () => {
  const ada = stack.browser();
  const token = await stack.createConsoleLink(account.accountId);
  secrets['sign-in link'] = token;
  await ada.join(token, `${WRONG}@example.com`);
  secrets['session cookie'] = [...ada.cookies.values()].join();
  expect((await ada.send('POST', `${LINKS}/redeem`, { token })).status).toBe(410);

  const { secret } = (await ada.send('POST', TOTP, { password: PASSWORD })).body as { secret: string };
  secrets['app secret'] = secret;
  await steadyAppCode();
  const confirmed = await ada.send('POST', `${TOTP}/confirm`, { code: appCode(secret) });
  const codes = confirmed.body['recoveryCodes'] as string[];
  for (const code of codes) Object.assign(secrets, { [code]: code, [`${code} typed`]: code.replace('-', '') });

  const signIn = (fields: object): Promise<Answer> =>
    stack.browser().send('POST', SESSION, { email: ada.email, password: PASSWORD, ...fields });
  const answers = [
    await signIn({ password: `${WRONG} password` }),
    await signIn({ email: `${WRONG}.nobody@example.com` }),
    await signIn({ code: codes[0] }),
    await signIn({ code: codes[0]?.replace('-', '') }),
    await signIn({ unknown: PASSWORD, code: codes[1] }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 200, 401, 422]);
  expect(await without('recovery_codes', () => signIn({ code: codes[2] }))).toBe(500);

  const invited = await ada.send('POST', '/console/api/invitations', { role: 'viewer' });
  secrets['invitation link'] = new URL(String(invited.body['url'])).hash.slice(1);
  const invitation = { token: secrets['invitation link'] };
  expect((await ada.send('POST', `${LINKS}/read`, invitation)).status).toBe(200);
  expect(await without('sign_in_links', () => ada.send('POST', `${LINKS}/read`, invitation))).toBe(500);
  await expectNowhere();
});

it('row 33: neither logs nor Redis have the credentials of processors and the token of a payment page', async () => {
  const { apiKey, callbackSecret } = acquirer;
  Object.assign(secrets, { 'API key of a processor': apiKey, 'callback secret': callbackSecret });
  const connect = (fields: object): Promise<Answer> => {
    const credentials = { ...acquirer.credentials, ...fields };
    return client.post('/v1/processors', { kind: 'http', name: 'Example', credentials });
  };
  expect((await connect({ apiKey: `acq_${WRONG}` })).status).toBe(422);
  expect((await connect({ url: `https://${WRONG}:${WRONG}@127.0.0.1:1/` })).status).toBe(422);
  expect(await without('processors', () => connect({}))).toBe(500);
  const connected = await connect({});
  await acquirer.callBackTo(String(connected.body['callbackUrl']));
  const forged = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(WRONG) };
  const callback = await fetch(String(connected.body['callbackUrl']), forged);
  expect(callback.status).toBe(401);

  const urls = { successUrl: 'https://shop.example.com/paid', cancelUrl: 'https://shop.example.com/cart' };
  const session = await client.post('/v1/checkout-sessions', { amount, ...urls });
  const page = String(session.body['url']);
  secrets['token of a payment page'] = new URL(page).pathname.split('/').at(-1) ?? '';
  expect((await fetch(page)).status).toBe(200);
  expect((await fetch(page, { method: 'POST', body: new URLSearchParams(), redirect: 'manual' })).status).toBe(303);
  expect(await without('checkout_sessions', () => fetch(page))).toBe(500);
  await client.post('/v1/payments', { amount });
  await eventually(async () => {
    const [row] = await stack.query(`SELECT count(*)::int AS n FROM payments WHERE status = 'completed'`);
    expect(row?.['n']).toBe(1);
  });
  // Leaves jobs in the queues: no worker reads them now.
  await stack.stopWorker();
  await client.post('/v1/payments', { amount });

  await expectNowhere();
});
