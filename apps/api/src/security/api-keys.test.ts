import { errors, eventually, makeKey, problem, stackWithAccount, type Answer, type Client } from '@svc/testing';
import { describe, expect, it } from 'vitest';

const KEYS = '/v1/security/api-keys';
const ADMIN = ['security:read', 'security:write', 'payments:read'];
const soon = (): string => new Date(Date.now() + 3_600_000).toISOString();

const { stack, account } = await stackWithAccount({ worker: 0 });
const [test, live] = [stack.client(account.testKey), stack.client(account.liveKey)];

const patch = (by: Client, path: string, body: unknown): Promise<Answer> => by.send('PATCH', path, body);
const revoke = (by: Client, path: string): Promise<Answer> => by.send('DELETE', path);

describe('createApiKey', () => {
  it('201 with a key that works at once within its scopes', async () => {
    const expiresAt = soon();
    const fields = { name: 'Orders', scopes: ['payments:write', 'payments:read'], allowedCidrs: ['127.0.0.0/8'] };
    const { id, secret, client, body } = await makeKey(test, { ...fields, expiresAt });
    expect(body).toMatchObject({
      name: 'Orders',
      mode: 'test',
      scopes: ['payments:read', 'payments:write'],
      allowedCidrs: ['127.0.0.0/8'],
      expiresAt,
      lastUsedAt: null,
      status: 'active',
      replacedBy: null,
      prefix: secret.slice(0, 12),
    });
    expect(id).toMatch(/^key_\d+$/);
    expect(secret).toMatch(/^sk_test_[0-9A-Za-z]{38}$/);
    expect((await client.get('/v1/payments')).status).toBe(200);
    expect(problem(await client.get(KEYS))).toEqual([403, 'insufficient_scope']);
  });

  it('201 from a live key for test mode, but not the other way round', async () => {
    const { secret, body } = await makeKey(live, { mode: 'test' });
    expect([secret.slice(0, 8), body['mode']]).toEqual(['sk_test_', 'test']);
    const refused = await test.post(KEYS, { name: 'Up', scopes: ['payments:read'], mode: 'live' });
    expect(problem(refused)).toEqual([403, 'insufficient_scope']);
  });

  it('201 once per idempotency key, and the secret is shown once and never stored', async () => {
    const headers = { 'idempotency-key': 'create-key-1' };
    const body = { name: 'Once', scopes: ['payments:read'] };
    const first = await test.post(KEYS, body, { headers });
    const again = await test.post(KEYS, body, { headers });
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.body).toEqual({ ...first.body, secret: null });
    const secret = String(first.body['secret']);
    const [{ stored } = {}] = await stack.query(
      `SELECT (SELECT string_agg(k::text, ' ') FROM api_keys k) || (SELECT string_agg(i::text, ' ') FROM idempotency_keys i)
           || (SELECT string_agg(a::text, ' ') FROM audit_log a) AS stored`,
    );
    expect(String(stored)).toContain('Once');
    expect(String(stored)).not.toContain(secret.slice(12));
    expect(stack.logs().join('\n')).not.toContain(secret);
  });

  it('403 for scopes that the caller lacks', async () => {
    const admin = await makeKey(test, { scopes: ADMIN });
    const refused = await admin.client.post(KEYS, { name: 'More', scopes: ['payments:read', 'payments:approve'] });
    expect(problem(refused)).toEqual([403, 'insufficient_scope']);
    expect(refused.body['detail']).toContain('payments:approve');
  });

  it.each([
    [{ scopes: ['payments:everything'] }, '/scopes/0 invalid_format'],
    [{ scopes: [] }, '/scopes too_short'],
    [{ scopes: ['payments:read', 'payments:read'] }, '/scopes/1 duplicate'],
    [{ name: '' }, '/name too_short'],
    [{ allowedCidrs: ['10.0.0.0/8', '203.0.113.7'] }, '/allowedCidrs/1 invalid_format'],
    [{ expiresAt: '2025-01-01T00:00:00Z' }, '/expiresAt out_of_range'],
    [{ expiresAt: '9999-12-31T23:59:59-23:59' }, '/expiresAt out_of_range'],
    [{ expiresAt: 'tomorrow' }, '/expiresAt invalid_format'],
    [{ name: 'Order\nservice' }, '/name invalid_format'],
    [{ name: '\u202Eecivres redrO' }, '/name invalid_format'],
    [{ name: '\u2066Order\u2069' }, '/name invalid_format'],
    [{ name: ' \u200B' }, '/name invalid_format'],
  ])('422 for %j', async (fields, error) => {
    const answer = await test.post(KEYS, { name: 'Wrong', scopes: ['payments:read'], ...fields });
    expect([answer.status, errors(answer)]).toEqual([422, [error]]);
  });
});

describe('listApiKeys and getApiKey', () => {
  it('200 with keys of both modes for a live key, and of test mode for a test key', async () => {
    const own = await stack.createAccount('pro');
    const [ownLive, ownTest] = [stack.client(own.liveKey), stack.client(own.testKey)];
    const made = await makeKey(ownLive);
    const modes = async (by: Client, query = ''): Promise<unknown[]> =>
      ((await by.get(KEYS + query)).body['data'] as { mode: string }[]).map(({ mode }) => mode);
    expect(await modes(ownLive)).toEqual(['live', 'live', 'test']);
    expect(await modes(ownLive, '?mode=test')).toEqual(['test']);
    expect(await modes(ownTest)).toEqual(['test']);
    expect(await modes(ownTest, '?mode=live')).toEqual([]);
    expect(problem(await ownTest.get(made.path))).toEqual([404, 'not_found']);
    expect((await ownLive.get(made.path)).body).toMatchObject({ id: made.id, name: 'Made' });
  });

  it('200 page by page, newest first, and by status', async () => {
    const own = await stack.createAccount('pro');
    const client = stack.client(own.liveKey);
    const made = [];
    for (const name of ['a', 'b', 'c']) made.push((await makeKey(client, { name })).id);
    await revoke(client, `${KEYS}/${made[1]}`);
    const first = await client.get(`${KEYS}?limit=2`);
    const data = first.body['data'] as { id: string }[];
    expect(data.map(({ id }) => id)).toEqual([made[2], made[1]]);
    expect(first.body['hasMore']).toBe(true);
    const next = await client.get(`${KEYS}?limit=2&cursor=${String(first.body['nextCursor'])}`);
    expect((next.body['data'] as { id: string }[])[0]?.id).toBe(made[0]);
    const revoked = await client.get(`${KEYS}?status=revoked`);
    expect(revoked.body['data']).toMatchObject([{ id: made[1], status: 'revoked' }]);
  });

  it('show the last use of a key within seconds, without a statement per request', async () => {
    const { path, client } = await makeKey(test);
    await Promise.all(Array.from({ length: 20 }, () => client.get('/v1/payments')));
    const used = await eventually(async () => {
      const { lastUsedAt } = (await test.get(path)).body;
      expect(lastUsedAt).not.toBeNull();
      return String(lastUsedAt);
    });
    expect(Math.abs(Date.now() - Date.parse(used))).toBeLessThan(30_000);
  });
});

describe('updateApiKey', () => {
  it('200, effective at once in the same process, also for a live key that changes a test key', async () => {
    const { path, client } = await makeKey(test);
    expect((await client.get('/v1/payments')).status).toBe(200);
    expect((await patch(live, path, { scopes: ['refunds:read'] })).status).toBe(200);
    expect(problem(await client.get('/v1/payments'))).toEqual([403, 'insufficient_scope']);
  });

  it('200 changes only the fields of the patch', async () => {
    const { path, body } = await makeKey(test, { expiresAt: soon() });
    const changed = await patch(test, path, { name: 'Renamed', expiresAt: null });
    expect(changed.status).toBe(200);
    const { secret: _, ...shown } = body;
    expect(changed.body).toMatchObject({ ...shown, name: 'Renamed', expiresAt: null });
  });

  it('200 without an audit log entry when nothing changes', async () => {
    const { id, path } = await makeKey(test);
    expect((await patch(test, path, { name: 'Made', scopes: ['payments:read'] })).status).toBe(200);
    expect((await test.get(`/v1/security/audit-log?objectId=${id}`)).body['data']).toMatchObject([
      { action: 'api_key.created' },
    ]);
  });

  it('403 for a key with scopes that the caller lacks, before or after the change', async () => {
    const admin = await makeKey(test, { scopes: ADMIN });
    const stronger = await makeKey(test, { scopes: ['payments:write'] });
    expect(problem(await patch(admin.client, stronger.path, { name: 'Mine' }))).toEqual([403, 'insufficient_scope']);
    const grown = await patch(admin.client, admin.path, { scopes: [...ADMIN, 'payments:write'] });
    expect(problem(grown)).toEqual([403, 'insufficient_scope']);
  });

  it('409 would_lock_out_caller for removing security:write or its own address from its own key', async () => {
    const admin = await makeKey(test, { scopes: ADMIN });
    for (const fields of [{ scopes: ['security:read'] }, { allowedCidrs: ['203.0.113.0/24'] }]) {
      expect(problem(await patch(admin.client, admin.path, fields))).toEqual([409, 'would_lock_out_caller']);
    }
    expect((await patch(admin.client, admin.path, { allowedCidrs: ['127.0.0.1/32'] })).status).toBe(200);
  });

  it('409 for a revoked or expired key', async () => {
    const { path } = await makeKey(test);
    await revoke(test, path);
    const refused = await patch(test, path, { name: 'Back' });
    expect(problem(refused)).toEqual([409, 'state_conflict']);
    expect(refused.body).toMatchObject({ currentStatus: 'revoked', allowedActions: [] });
  });

  it('422 for a name that would look like another one; 200 for one in any script', async () => {
    const { path } = await makeKey(test);
    for (const name of ['\u202Eecivres', 'Ops\u0007', '\u2060']) {
      expect(errors(await patch(test, path, { name }))).toEqual(['/name invalid_format']);
    }
    expect((await patch(test, path, { name: '\u05E9\u05DC\u05D5\u05DD \u200F\u{1F511}' })).status).toBe(200);
  });

  it('422 for an expiry in the past', async () => {
    const { path } = await makeKey(test);
    const answer = await patch(test, path, { expiresAt: '2025-01-01T00:00:00Z' });
    expect([answer.status, errors(answer)]).toEqual([422, ['/expiresAt out_of_range']]);
  });
});

describe('revokeApiKey', () => {
  it('204, and 204 again; the key stays listed as revoked', async () => {
    const { id, path, client } = await makeKey(test);
    expect((await client.get('/v1/payments')).status).toBe(200);
    expect((await revoke(test, path)).status).toBe(204);
    // At once in this process, although the key was cached.
    expect((await client.get('/v1/payments')).status).toBe(401);
    expect((await revoke(test, path)).status).toBe(204);
    expect((await test.get(path)).body).toMatchObject({ status: 'revoked' });
    expect((await client.get('/v1/payments')).status).toBe(401);
    const log = await test.get(`/v1/security/audit-log?objectId=${id}&action=api_key.revoked`);
    expect(log.body['data']).toHaveLength(1);
  });

  it('409 would_lock_out_caller for its own key', async () => {
    const admin = await makeKey(test, { scopes: ADMIN });
    expect(problem(await revoke(admin.client, admin.path))).toEqual([409, 'would_lock_out_caller']);
  });
});

describe('rotateApiKey', () => {
  it('201 with a key like the old one; both work until the overlap ends', async () => {
    const fields = { name: 'Shop', scopes: ['payments:read'], allowedCidrs: ['127.0.0.1/32'] };
    const old = await makeKey(test, fields);
    const rotated = await test.post(`${old.path}/rotate`);
    expect(rotated.status).toBe(201);
    expect(rotated.body).toMatchObject({ ...fields, status: 'active', expiresAt: null, replacedBy: null });
    expect(rotated.headers.get('location')).toBe(`${KEYS}/${String(rotated.body['id'])}`);
    const shown = (await test.get(old.path)).body;
    expect(shown).toMatchObject({ status: 'active', replacedBy: rotated.body['id'] });
    const overlap = Date.parse(String(shown['expiresAt'])) - Date.now();
    expect(Math.round(overlap / 60_000)).toBe(1_440);
    for (const client of [old.client, stack.client(String(rotated.body['secret']))]) {
      expect((await client.get('/v1/payments')).status).toBe(200);
    }
  });

  it('201 without an overlap ends the old key at once, even if it was cached', async () => {
    const old = await makeKey(test, { expiresAt: soon() });
    expect((await old.client.get('/v1/payments')).status).toBe(200);
    const rotated = await test.post(`${old.path}/rotate`, { overlapSeconds: 0 });
    expect(rotated.body['expiresAt']).toBe(old.body['expiresAt']);
    expect((await old.client.get('/v1/payments')).status).toBe(401);
    expect((await test.get(old.path)).body['status']).toBe('expired');
  });

  it('the overlap ends on time, although keys are cached for seconds', async () => {
    const old = await makeKey(test);
    await test.post(`${old.path}/rotate`, { overlapSeconds: 2 });
    expect((await old.client.get('/v1/payments')).status).toBe(200);
    const expiresAt = Date.parse(String((await test.get(old.path)).body['expiresAt']));
    await eventually(() => expect(Date.now()).toBeGreaterThan(expiresAt + 50));
    expect((await old.client.get('/v1/payments')).status).toBe(401);
  });

  it('201 when repeated with the idempotency key: the same key, without its secret', async () => {
    const old = await makeKey(test);
    const headers = { 'idempotency-key': 'rotate-1' };
    const first = await test.post(`${old.path}/rotate`, {}, { headers });
    const again = await test.post(`${old.path}/rotate`, {}, { headers });
    expect(again.body).toEqual({ ...first.body, secret: null });
  });

  it('403 for a key with more scopes than the caller, which would get its secret', async () => {
    const admin = await makeKey(test, { scopes: ADMIN });
    const stronger = await makeKey(test, { scopes: ['payments:approve'] });
    expect(problem(await admin.client.post(`${stronger.path}/rotate`))).toEqual([403, 'insufficient_scope']);
  });

  it('409 for a second rotation, and for an ended key; one of two concurrent rotations succeeds', async () => {
    const old = await makeKey(test);
    const rotations = await Promise.all([1, 2].map(() => test.post(`${old.path}/rotate`)));
    expect(rotations.map(problem).sort()).toEqual([
      [201, undefined],
      [409, 'state_conflict'],
    ]);
    const gone = await makeKey(test);
    await revoke(test, gone.path);
    expect(problem(await test.post(`${gone.path}/rotate`))).toEqual([409, 'state_conflict']);
  });

  it('422 for an overlap of more than seven days', async () => {
    const { path } = await makeKey(test);
    const answer = await test.post(`${path}/rotate`, { overlapSeconds: 604_801 });
    expect([answer.status, errors(answer)]).toEqual([422, ['/overlapSeconds out_of_range']]);
  });
});

describe('getCurrentCaller', () => {
  it('200 with account, tier, mode, scopes, key and remaining requests', async () => {
    const own = await stack.createAccount('pro');
    const answer = await stack.client(own.testKey).get('/v1/security/me');
    expect(answer.body).toMatchObject({
      accountId: own.accountId,
      tier: 'pro',
      mode: 'test',
      scopes: expect.arrayContaining(['payments:approve', 'security:write']) as unknown,
      key: { prefix: own.testKey.slice(0, 12), status: 'active' },
      requests: { limit: 1_000, remaining: 999 },
    });
    expect(answer.headers.get('ratelimit')).toContain('r=999');
    const { resetsAt } = answer.body['requests'] as { resetsAt: string };
    expect(Math.abs(Date.parse(resetsAt) - Date.now())).toBeLessThan(62_000);
  });
});
