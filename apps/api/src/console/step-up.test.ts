import {
  appCode,
  createClient,
  eventually,
  startStack,
  steadyAppCode,
  type Account,
  type Answer,
  type Stack,
} from '@svc/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

const PASSWORD = 'correct horse battery staple';
const CONFIRM = '/console/api/session/confirm';

let stack: Stack;
let account: Account;
let email: string;
let userId: string;
let people = 0;
let cookie = '';

beforeAll(async () => {
  stack = await startStack({ worker: 0, env: { TRUST_PROXY: '1' } });
});

beforeEach(async () => {
  account = await stack.createAccount();
  email = `step${(people += 1)}@example.com`;
  const token = await stack.createConsoleLink(account.accountId);
  cookie = '';
  const joined = await send('POST', '/console/api/links/redeem', { token, name: 'Ada', email, password: PASSWORD });
  userId = (joined.body as { user: { id: string } }).user.id;
});

afterAll(() => stack.close());

/** A request of the person's browser, which keeps its cookie. */
async function send(method: string, path: string, body?: object): Promise<Answer> {
  const headers = {
    'sec-fetch-site': 'same-origin',
    'x-forwarded-for': `198.51.100.${people}`,
    'if-match': '*',
    cookie,
  };
  const answer = await createClient(stack.apiUrl).send(method, path, body, { headers });
  cookie = answer.headers.get('set-cookie')?.split(';', 1)[0] ?? cookie;
  return answer;
}

/** Lets time pass since the person gave the password, for longer than a session is cached. */
async function waitSinceConfirmation(minutes: number): Promise<void> {
  await stack.query("UPDATE sessions SET confirmed_at = now() - $1 * interval '1 minute' WHERE user_id = $2", [
    minutes,
    userId.slice('usr_'.length),
  ]);
  await new Promise((resolve) => setTimeout(resolve, 3_100));
}

const KEY = { name: 'K', scopes: ['payments:read'] };
const createKey = (mode = 'test'): Promise<Answer> => send('POST', `/console/api/${mode}/v1/security/api-keys`, KEY);

describe('a step-up', () => {
  it('is asked for ten minutes after the password was given, and then gives the session a new id', async () => {
    expect((await createKey()).status).toBe(201);
    await waitSinceConfirmation(9);
    expect((await createKey()).status).toBe(201);
    await waitSinceConfirmation(11);
    expect((await createKey()).body).toMatchObject({ status: 403, code: 'step_up_required' });
    const [before, session] = [cookie, await send('GET', '/console/api/session')];
    const wrong = await send('POST', CONFIRM, { password: 'wrong' });
    expect([wrong.status, wrong.body['code'], cookie === before]).toEqual([401, 'wrong_credentials', true]);
    const confirmed = await send('POST', CONFIRM, { password: PASSWORD });
    expect([confirmed.status, cookie === before]).toEqual([200, false]);
    expect(confirmed.body['expiresAt']).toBe(session.body['expiresAt']);
    expect((await createKey()).status).toBe(201);
    const current = cookie;
    cookie = before;
    expect((await createKey()).status).toBe(401);
    cookie = current;
  });

  it('takes a code instead of the password, once, and nothing else', async () => {
    const { secret } = (await send('POST', '/console/api/totp', { password: PASSWORD })).body as { secret: string };
    expect((await send('POST', CONFIRM, { code: appCode(secret) })).status).toBe(401);
    await steadyAppCode();
    expect((await send('POST', '/console/api/totp/confirm', { code: appCode(secret, -1) })).status).toBe(200);
    const code = appCode(secret);
    const answers = [await send('POST', CONFIRM, { code }), await send('POST', CONFIRM, { code })];
    expect(answers.map(({ status }) => status)).toEqual([200, 401]);
    expect((await send('POST', CONFIRM, {})).status).toBe(422);
    expect((await send('POST', CONFIRM, { password: PASSWORD, code })).status).toBe(422);
  });

  it('is guessed five times a minute, and needs a session', async () => {
    const guesses: number[] = [];
    for (let guess = 0; guess < 6; guess += 1) {
      guesses.push((await send('POST', CONFIRM, { password: `guess ${guess}` })).status);
    }
    expect(guesses).toEqual([401, 401, 401, 401, 401, 429]);
    cookie = '';
    expect((await send('POST', CONFIRM, { password: PASSWORD })).body['code']).toBe('unauthorized');
  });

  it('is not gained by switching the account', async () => {
    const second = await stack.createAccount();
    const token = await stack.createConsoleLink(second.accountId, { email, role: 'owner' });
    const elsewhere = { headers: { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': '198.51.100.99' } };
    const person = { token, name: 'Ada', email, password: PASSWORD };
    const joined = await createClient(stack.apiUrl).post('/console/api/links/redeem', person, elsewhere);
    expect(joined.status).toBe(200);
    await waitSinceConfirmation(11);
    const switched = await send('POST', '/console/api/session/account', { accountId: second.accountId });
    expect(switched.status).toBe(200);
    expect((await createKey()).body['code']).toBe('step_up_required');
  });
});

describe('without one', () => {
  beforeEach(() => waitSinceConfirmation(11));

  const V1 = '/console/api/test/v1';
  it.each([
    ['POST', `${V1}/security/api-keys`, KEY],
    ['POST', `${V1}/security/api-keys/key_1/rotate`, undefined],
    ['PATCH', `${V1}/security/api-keys/key_1`, { scopes: ['payments:write'] }],
    ['POST', `${V1}/webhooks/wh_1/rotate-secret`, undefined],
    ['POST', `${V1}/processors`, { kind: 'stripe', name: 'S', credentials: { secretKey: 'sk_test_x' } }],
    ['PATCH', `${V1}/processors/proc_1`, { name: 'T' }],
    ['DELETE', `${V1}/processors/proc_1`, undefined],
    ['POST', '/console/api/live/v1/payments/pay_1/approve', {}],
    ['PATCH', `${V1}/security/config`, { retentionDays: 30 }],
    ['POST', '/console/api/live/v1/refunds', { paymentId: 'pay_1' }],
    ['POST', '/console/api/invitations', { role: 'viewer' }],
    ['PATCH', '/console/api/people/usr_1', { role: 'owner' }],
    ['DELETE', '/console/api/people/usr_1', undefined],
    ['DELETE', '/console/api/people/usr_1/totp', undefined],
  ])('%s %s is refused', async (method, path, body) => {
    expect((await send(method, path, body)).body).toMatchObject({ status: 403, code: 'step_up_required' });
  });

  it('the refusal is in the request log with its operation', async () => {
    await createKey();
    await eventually(async () => {
      const log = await createClient(stack.apiUrl, account.testKey).get('/v1/requests?code=step_up_required');
      expect(log.body['data']).toMatchObject([
        { operationId: 'createApiKey', route: '/v1/security/api-keys', status: 403, userId },
      ]);
    });
  });

  it('people read, pay, and refund in test mode, and keys need nothing', async () => {
    const payment = await send('POST', `${V1}/payments`, { amount: { value: 1000, currency: 'EUR' } });
    expect(payment.status).toBe(201);
    expect((await send('GET', `${V1}/security/api-keys`)).status).toBe(200);
    const refund = await send('POST', `${V1}/refunds`, { paymentId: payment.body['id'] });
    expect(refund.body['code']).not.toBe('step_up_required');
    const byKey = await createClient(stack.apiUrl, account.testKey).post('/v1/security/api-keys', KEY);
    expect(byKey.status).toBe(201);
  });
});
