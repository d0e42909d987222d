import {
  appCode,
  eventually,
  forThisFile,
  PASSWORD,
  rowId,
  startStack,
  steadyAppCode,
  type Account,
  type Answer,
  type ConsoleBrowser,
} from '@svc/testing';
import { beforeEach, describe, expect, it } from 'vitest';

const CONFIRM = '/console/api/session/confirm';

const stack = await forThisFile(startStack({ worker: 0, env: { TRUST_PROXY: '1' } }));
let account: Account;
let ada: ConsoleBrowser;
let people = 0;

beforeEach(async () => {
  account = await stack.createAccount();
  ada = stack.browser(`198.51.100.${(people += 1)}`);
  await ada.join(await stack.createConsoleLink(account.accountId), `step${people}@example.com`);
});

const send = (method: string, path: string, body?: object): Promise<Answer> =>
  ada.send(method, path, body, { 'if-match': '*' });

/** Lets time pass since the person gave the password, for longer than a session is cached. */
async function waitSinceConfirmation(minutes: number): Promise<void> {
  await stack.query("UPDATE sessions SET confirmed_at = now() - $1 * interval '1 minute' WHERE user_id = $2", [
    minutes,
    rowId(ada.id),
  ]);
  await new Promise((resolve) => setTimeout(resolve, 3_100));
}

const KEY = { name: 'K', scopes: ['payments:read'] };
const createKey = (by = ada): Promise<Answer> => by.send('POST', '/console/api/test/v1/security/api-keys', KEY);

describe('a step-up', () => {
  it('is asked for ten minutes after the password was given, and then gives the session a new id', async () => {
    expect((await createKey()).status).toBe(201);
    await waitSinceConfirmation(9);
    expect((await createKey()).status).toBe(201);
    await waitSinceConfirmation(11);
    expect((await createKey()).body).toMatchObject({ status: 403, code: 'step_up_required' });
    const [before, session] = [ada.copy(), await send('GET', '/console/api/session')];
    const wrong = await send('POST', CONFIRM, { password: 'wrong' });
    expect([wrong.status, wrong.body['code'], ada.cookie === before.cookie]).toEqual([401, 'wrong_credentials', true]);
    const confirmed = await send('POST', CONFIRM, { password: PASSWORD });
    expect([confirmed.status, ada.cookie === before.cookie]).toEqual([200, false]);
    expect(confirmed.body['expiresAt']).toBe(session.body['expiresAt']);
    expect((await createKey()).status).toBe(201);
    expect((await createKey(before)).status).toBe(401);
  });

  it('takes a code instead of the password, once, and nothing else', async () => {
    const { secret } = (await send('POST', '/console/api/totp', { password: PASSWORD })).body as {
      secret: string;
    };
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
    ada.cookies.clear();
    expect((await send('POST', CONFIRM, { password: PASSWORD })).body['code']).toBe('unauthorized');
  });

  it('is not gained by switching the account', async () => {
    const second = await stack.createAccount();
    const token = await stack.createConsoleLink(second.accountId, { email: ada.email, role: 'owner' });
    await stack.browser('198.51.100.99').join(token, ada.email);
    await waitSinceConfirmation(11);
    const switched = await send('POST', '/console/api/session/account', { accountId: second.accountId });
    expect(switched.status).toBe(200);
    expect((await createKey()).body['code']).toBe('step_up_required');
  });
});

describe('without one', () => {
  // One for all: what is refused changes nothing.
  let idle: { account: Account; ada: ConsoleBrowser } | undefined;

  beforeEach(async () => {
    if (idle === undefined) {
      await waitSinceConfirmation(11);
      idle = { account, ada };
    }
    ({ account, ada } = idle);
  });

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
    const { requestId } = (await createKey()).body;
    await eventually(async () => {
      const log = await stack.client(account.testKey).get(`/v1/requests/${String(requestId)}`);
      expect(log.body).toMatchObject({
        ...{ operationId: 'createApiKey', route: '/v1/security/api-keys', userId: ada.id },
        ...{ status: 403, code: 'step_up_required' },
      });
    });
  });

  it('people read, pay, and refund in test mode, and keys need nothing', async () => {
    const payment = await send('POST', `${V1}/payments`, { amount: { value: 1000, currency: 'EUR' } });
    expect(payment.status).toBe(201);
    expect((await send('GET', `${V1}/security/api-keys`)).status).toBe(200);
    const refund = await send('POST', `${V1}/refunds`, { paymentId: payment.body['id'] });
    expect(refund.body['code']).not.toBe('step_up_required');
    const byKey = await stack.client(account.testKey).post('/v1/security/api-keys', KEY);
    expect(byKey.status).toBe(201);
  });
});
