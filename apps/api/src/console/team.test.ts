import {
  forThisFile,
  makeKey,
  PASSWORD,
  rowId,
  startStack,
  type Account,
  type Answer,
  type ConsoleBrowser,
} from '@svc/testing';
import { beforeEach, describe, expect, it } from 'vitest';

const PEOPLE = '/console/api/people';
const INVITATIONS = '/console/api/invitations';

const stack = await forThisFile(startStack({ worker: 0 }));
let account: Account;
let owner: ConsoleBrowser;
let people = 0;

beforeEach(async () => {
  account = await stack.createAccount();
  owner = await join(await stack.createConsoleLink(account.accountId));
});

async function join(token: string, email = `member${(people += 1)}@example.com`): Promise<ConsoleBrowser> {
  const browser = stack.browser();
  await browser.join(token, email, `Person ${people}`);
  return browser;
}

/** Signs in from another browser: this one would lose its session. */
function signIn(email: string): Promise<Answer> {
  return stack.browser().send('POST', '/console/api/session', { email, password: PASSWORD });
}

async function invite(role: string, email?: string): Promise<{ id: string; token: string; url: string }> {
  const answer = await owner.send('POST', INVITATIONS, { role, ...(email === undefined ? {} : { email }) });
  expect(answer.status).toBe(201);
  const { id, url } = answer.body as { id: string; url: string };
  return { id, url, token: url.split('#')[1] ?? '' };
}

describe('the team', () => {
  it('grows by invitations, which are listed until they are used, with entries in the audit log', async () => {
    const { id, url, token } = await invite('support', 'Grace@example.com');
    expect(url).toBe(`${stack.apiUrl}/console/welcome#${token}`);
    const open = await owner.send('GET', INVITATIONS);
    expect(open.body['data']).toEqual([
      { id, role: 'support', email: 'Grace@example.com', expiresAt: expect.stringMatching(/Z$/) },
    ]);
    expect(open.text).not.toContain(token);
    const grace = await join(token, 'grace@example.com');
    expect((await owner.send('GET', INVITATIONS)).body['data']).toEqual([]);
    const list = await owner.send('GET', PEOPLE);
    expect(list.body['data']).toMatchObject([
      { id: owner.id, role: 'owner' },
      { id: grace.id, role: 'support', email: 'grace@example.com', lastSeenAt: expect.any(String) },
    ]);
    const log = await owner.send('GET', '/console/api/live/v1/security/audit-log');
    expect(log.body['data']).toMatchObject([
      { action: 'member.joined', userId: grace.id, objectId: grace.id, roleChange: { before: null, after: 'support' } },
      { action: 'member.invited', userId: owner.id, objectId: id, roleChange: { before: null, after: 'support' } },
      { action: 'member.joined', userId: owner.id, objectId: owner.id },
    ]);
  });

  it('revokes invitations, and not those of another account', async () => {
    const { id, token } = await invite('viewer');
    const other = await stack.createAccount();
    const stranger = await join(await stack.createConsoleLink(other.accountId));
    expect((await stranger.send('DELETE', `${INVITATIONS}/${id}`)).status).toBe(404);
    expect((await stranger.send('PATCH', `${PEOPLE}/${owner.id}`, { role: 'viewer' })).status).toBe(404);
    expect((await stranger.send('DELETE', `${PEOPLE}/${owner.id}`)).status).toBe(404);
    expect((await owner.send('DELETE', `${INVITATIONS}/${id}`)).status).toBe(204);
    expect((await owner.send('DELETE', `${INVITATIONS}/${id}`)).status).toBe(404);
    const body = { token, name: 'A', email: 'late@example.com', password: PASSWORD };
    expect((await owner.send('POST', '/console/api/links/redeem', body)).status).toBe(410);
  });

  it('ends the sessions of a member whose role changes, or who is removed', async () => {
    const member = await join((await invite('support')).token);
    const changed = await owner.send('PATCH', `${PEOPLE}/${member.id}`, { role: 'viewer' });
    expect(changed.body).toMatchObject({ id: member.id, role: 'viewer' });
    expect((await member.send('GET', '/console/api/session')).status).toBe(401);
    const again = await signIn(member.email);
    expect(again.body).toMatchObject({ role: 'viewer' });
    expect((await owner.send('DELETE', `${PEOPLE}/${member.id}`)).status).toBe(204);
    expect((await owner.send('DELETE', `${PEOPLE}/${member.id}`)).status).toBe(404);
    const log = await owner.send('GET', '/console/api/live/v1/security/audit-log?limit=2');
    expect(log.body['data']).toMatchObject([
      { action: 'member.removed', objectId: member.id, roleChange: { before: 'viewer', after: null } },
      { action: 'member.role_changed', changes: ['role'], roleChange: { before: 'support', after: 'viewer' } },
    ]);
    const gone = await signIn(member.email);
    expect(gone.body['code']).toBe('wrong_credentials');
  });

  it('ends the invitations of a member who is removed or gets another role', async () => {
    const second = await join((await invite('owner')).token);
    const kept = async (): Promise<string> => {
      const answer = await second.send('POST', INVITATIONS, { role: 'owner' });
      return String(answer.body['url']).split('#')[1] ?? '';
    };
    const redeem = (token: string): Promise<Answer> =>
      owner.send('POST', '/console/api/links/redeem', {
        token,
        name: 'A',
        email: 'back@example.com',
        password: PASSWORD,
      });
    const tokens = [await kept()];
    await owner.send('PATCH', `${PEOPLE}/${second.id}`, { role: 'viewer' });
    const third = await join((await invite('owner')).token);
    const other = await third.send('POST', INVITATIONS, { role: 'owner' });
    tokens.push(String(other.body['url']).split('#')[1] ?? '');
    await owner.send('DELETE', `${PEOPLE}/${third.id}`);
    for (const token of tokens) expect((await redeem(token)).body['code']).toBe('link_expired');
  });

  it('lets nobody come back with an older invitation', async () => {
    const redeem = async (token: string, email: string): Promise<unknown> => {
      const body = { token, name: 'A', email, password: PASSWORD };
      return (await owner.send('POST', '/console/api/links/redeem', body)).body['code'];
    };
    const email = `returning${(people += 1)}@example.com`;
    const replaced = await invite('owner', email);
    const { token } = await invite('viewer', email.toUpperCase());
    expect((await owner.send('GET', INVITATIONS)).body['data']).toMatchObject([{ role: 'viewer' }]);
    expect(await redeem(replaced.token, email)).toBe('link_expired');
    const other = await invite('owner', `other${people}@example.com`);
    // Of the operator, who made it before the person joined.
    const link = await stack.createConsoleLink(account.accountId, { email, role: 'owner' });
    const member = await join(token, email);
    expect((await owner.send('GET', INVITATIONS)).body['data']).toMatchObject([{ id: other.id }]);
    expect(await redeem(link, email)).toBe('link_expired');
    const again = await owner.send('POST', INVITATIONS, { role: 'owner', email: email.toUpperCase() });
    expect(again.body).toMatchObject({ status: 422, errors: [{ pointer: '/email', code: 'duplicate' }] });

    for (const [method, body] of [
      ['PATCH', { role: 'support' }],
      ['DELETE', undefined],
    ] as const) {
      // One that was open when the person joined by another way.
      const open = await invite('owner', `open${people}@example.com`);
      await stack.query('UPDATE sign_in_links SET email = $1 WHERE id = $2', [email, rowId(open.id)]);
      expect((await owner.send(method, `${PEOPLE}/${member.id}`, body)).status).toBeLessThan(300);
      expect(await redeem(open.token, email)).toBe('link_expired');
    }
    const replacing = await Promise.all([invite('owner', email), invite('viewer', email)]);
    const codes = await Promise.all(replacing.map(async ({ token: each }) => redeem(each, email)));
    expect(codes.filter((code) => code === undefined)).toHaveLength(1);
  });

  it('takes nobody twice: a member keeps the role, and the invitation stays; of several at once, one joins', async () => {
    const member = await join((await invite('viewer')).token);
    const { token } = await invite('owner');
    const body = { token, name: 'A', email: member.email, password: PASSWORD };
    const again = await owner.send('POST', '/console/api/links/redeem', body);
    expect(again.body).toMatchObject({ status: 422, errors: [{ pointer: '/email', code: 'duplicate' }] });
    const tokens = [token, (await invite('viewer')).token, (await invite('viewer')).token];
    const email = `crowd${(people += 1)}@example.com`;
    const crowd = await Promise.all(
      tokens.map((each) => owner.send('POST', '/console/api/links/redeem', { ...body, token: each, email })),
    );
    expect(crowd.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
    expect(crowd.map(({ status }) => status).filter((status) => status >= 500 && status !== 503)).toEqual([]);
  });

  it('keeps an owner, also when two owners leave at once', async () => {
    const role = await owner.send('PATCH', `${PEOPLE}/${owner.id}`, { role: 'viewer' });
    const leave = await owner.send('DELETE', `${PEOPLE}/${owner.id}`);
    expect([role.status, role.body['code'], leave.status]).toEqual([409, 'last_owner', 409]);
    const second = await join((await invite('owner')).token);
    const answers = await Promise.all([owner, second].map((each) => each.send('DELETE', `${PEOPLE}/${each.id}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
  });

  it.each(['developer', 'support', 'approver', 'finance', 'viewer'])('is not changed by a %s', async (role) => {
    const member = await join((await invite(role)).token);
    const refused = await member.send('POST', INVITATIONS, { role: 'owner' });
    expect(refused.body).toMatchObject({ status: 403, detail: 'Your role lacks the scope security:write.' });
    expect((await member.send('PATCH', `${PEOPLE}/${member.id}`, { role: 'owner' })).status).toBe(403);
    const reads = role === 'developer' || role === 'finance' ? 200 : 403;
    expect((await member.send('GET', PEOPLE)).status).toBe(reads);
  });
});

describe('approval by someone else', () => {
  const AMOUNT = { value: 1000, currency: 'EUR' };

  async function held(by: ConsoleBrowser): Promise<string> {
    const created = await by.send('POST', '/console/api/test/v1/payments', {
      amount: AMOUNT,
      metadata: { sandbox: 'hold' },
    });
    expect(created.body).toMatchObject({ stage: 'awaiting_approval' });
    return `/v1/payments/${String(created.body['id'])}`;
  }

  const requireIt = (): Promise<Answer> =>
    stack
      .client(account.testKey)
      .send('PATCH', '/v1/security/config', { approvalsBySomeoneElse: true }, { headers: { 'if-match': '*' } });

  it('is not asked for by default, and names who decided in the timeline', async () => {
    const payment = await held(owner);
    const approved = await owner.send('POST', `/console/api/test${payment}/approve`, { reason: 'Known customer' });
    expect(approved.status).toBe(200);
    const timeline = await owner.send('GET', `/console/api/test${payment}/timeline`);
    const by = { actor: 'member', id: owner.id, name: expect.stringMatching(/^Person/) };
    expect(timeline.body['data']).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ version: 1, stage: 'awaiting_approval', by }),
        expect.objectContaining({ version: 2, reason: 'Known customer', by }),
      ]),
    );
  });

  it('refuses the person who created the payment, with a key of theirs too, and lets another one approve', async () => {
    const approver = await join((await invite('approver')).token);
    expect((await requireIt()).body).toMatchObject({ approvalsBySomeoneElse: true });
    const created = await owner.send('POST', '/console/api/test/v1/security/api-keys', {
      name: 'Mine',
      scopes: ['payments:read', 'payments:write', 'payments:approve', 'security:write'],
    });
    const mine = stack.client(String(created.body['secret']));
    const payment = await held(owner);
    const refusals = [
      await owner.send('POST', `/console/api/test${payment}/approve`),
      await mine.post(`${payment}/approve`),
    ];
    expect(refusals.map(({ status, body }) => [status, body['code']])).toEqual([
      [403, 'approval_by_maker'],
      [403, 'approval_by_maker'],
    ]);
    expect((await approver.send('POST', `/console/api/test${payment}/approve`)).status).toBe(200);

    const byKey = await mine.post('/v1/payments', { amount: AMOUNT, metadata: { sandbox: 'hold' } });
    const path = `/v1/payments/${String(byKey.body['id'])}`;
    expect((await mine.post(`${path}/approve`)).status).toBe(403);
    expect((await owner.send('POST', `/console/api/test${path}/approve`)).status).toBe(403);
    const child = await makeKey(mine, { scopes: ['payments:approve'] });
    expect((await child.client.post(`${path}/approve`)).status).toBe(403);

    // A key of no person, and the one that it was rotated to.
    const first = stack.client(account.testKey);
    const { client: older, path: plain } = await makeKey(first, { scopes: ['payments:write', 'payments:approve'] });
    const rotated = await first.post(`${plain}/rotate`);
    const newer = stack.client(String(rotated.body['secret']));
    const both = await Promise.all(
      [older, newer].map((key) => key.post('/v1/payments', { amount: AMOUNT, metadata: { sandbox: 'hold' } })),
    );
    const [byOlder, byNewer] = both.map(({ body }) => `/v1/payments/${String(body['id'])}/approve`);
    expect((await newer.post(byOlder ?? '')).body['code']).toBe('approval_by_maker');

    // Only the person who rotates a key knows its new secret.
    const replaced = await owner.send(
      'POST',
      `/console/api/test/v1/security/api-keys/${String(rotated.body['id'])}/rotate`,
    );
    const newest = stack.client(String(replaced.body['secret']));
    const byNewest = await newest.post('/v1/payments', { amount: AMOUNT, metadata: { sandbox: 'hold' } });
    const ownPath = `/console/api/test/v1/payments/${String(byNewest.body['id'])}/approve`;
    expect((await owner.send('POST', ownPath)).body['code']).toBe('approval_by_maker');
    expect((await approver.send('POST', ownPath)).status).toBe(200);
    expect((await older.post(byNewer ?? '')).body['code']).toBe('approval_by_maker');
    // The first key of the account was created by the operator.
    expect((await first.post(`${path}/approve`)).status).toBe(200);
    const rejected = await held(owner);
    expect((await owner.send('POST', `/console/api/test${rejected}/reject`)).status).toBe(200);
  });

  it('looks at who created the subscription or the checkout session of a payment', async () => {
    const V1 = '/console/api/test/v1';
    const other = await join((await invite('owner')).token);
    await requireIt();
    const approve = async (by: ConsoleBrowser, id: string): Promise<unknown> => {
      const answer = await by.send('POST', `${V1}/payments/${id}/approve`);
      return answer.status === 200 ? 200 : answer.body['code'];
    };
    const paymentOf = async (query: string): Promise<string> => {
      const list = await owner.send('GET', `${V1}/payments?stage=awaiting_approval&${query}`);
      const [payment] = list.body['data'] as { id: string }[];
      return payment?.id ?? '';
    };
    const customer = await owner.send('POST', `${V1}/customers`, { email: 'a@example.com' });
    const customerId = String(customer.body['id']);
    const terms = { customerId, amount: AMOUNT, interval: 'month', intervalCount: 1, metadata: { sandbox: 'hold' } };
    const subscription = await owner.send('POST', `${V1}/subscriptions`, terms);
    expect(subscription.status).toBe(201);
    const first = await paymentOf(`subscriptionId=${String(subscription.body['id'])}`);
    expect([await approve(owner, first), await approve(other, first)]).toEqual(['approval_by_maker', 200]);

    const urls = { successUrl: 'https://shop.example.com/paid', cancelUrl: 'https://shop.example.com/cart' };
    const session = { amount: AMOUNT, ...urls, reference: 'held', metadata: { sandbox: 'hold' } };
    const checkout = await other.send('POST', `${V1}/checkout-sessions`, session);
    const body = new URLSearchParams({ outcome: 'complete' });
    await fetch(String(checkout.body['url']), { method: 'POST', body, redirect: 'manual' });
    const second = await paymentOf('reference=held');
    expect([await approve(other, second), await approve(owner, second)]).toEqual(['approval_by_maker', 200]);
  });

  it.each([
    ['the amount', { amount: { value: 2000, currency: 'EUR' } }],
    ['the interval', { interval: 'week' }],
  ])('takes who last changed %s of a subscription as the creator of its next payments', async (_, change) => {
    const other = await join((await invite('owner')).token);
    const V1 = '/console/api/test/v1';
    const customer = await owner.send('POST', `${V1}/customers`, { email: 'a@example.com' });
    const terms = { customerId: String(customer.body['id']), amount: AMOUNT, interval: 'month', intervalCount: 1 };
    const created = await owner.send('POST', `${V1}/subscriptions`, { ...terms, metadata: { sandbox: 'hold' } });
    const id = String(created.body['id']);
    const makers = async (): Promise<unknown> =>
      (await stack.query('SELECT maker_user_id FROM subscriptions WHERE id = $1', [rowId(id)]))[0];
    const update = (patch: object): Promise<Answer> =>
      other.send('PATCH', `${V1}/subscriptions/${id}`, patch, { 'if-match': '*' });
    expect((await update({ description: 'Other' })).status).toBe(200);
    expect(await makers()).toEqual({ maker_user_id: rowId(owner.id) });
    expect((await update(change)).status).toBe(200);
    expect(await makers()).toEqual({ maker_user_id: rowId(other.id) });
  });

  it('is in the session, for the pages', async () => {
    await requireIt();
    const setting = async (): Promise<unknown> =>
      (await owner.send('GET', '/console/api/session')).body['approvalsBySomeoneElse'];
    await expect.poll(setting, { timeout: 5_000 }).toEqual({ test: true, live: false });
  });
});
