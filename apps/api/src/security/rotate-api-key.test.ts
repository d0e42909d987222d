import {
  createClient,
  eventually,
  startStack,
  type Answer,
  type Client,
  type Stack,
  makeKey as makeKeyAt,
  type MadeKey,
} from '@svc/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const KEYS = '/v1/security/api-keys';
const ADMIN = ['security:read', 'security:write', 'payments:read'];
const soon = (): string => new Date(Date.now() + 3_600_000).toISOString();

let stack: Stack;
let test: Client;

beforeAll(async () => {
  stack = await startStack({ worker: 0 });
  test = as((await stack.createAccount('enterprise')).testKey);
});

afterAll(() => stack.close());

const as = (key: string): Client => createClient(stack.apiUrl, key);
const problem = ({ status, body }: Answer): unknown[] => [status, body['code']];
const pointers = ({ body }: Answer): unknown =>
  (body['errors'] as { pointer: string; code: string }[]).map(({ pointer, code }) => `${pointer} ${code}`);

const makeKey = (by: Client, fields?: Record<string, unknown>): Promise<MadeKey> => makeKeyAt(stack.apiUrl, by, fields);
const revoke = (by: Client, path: string): Promise<Answer> => by.send('DELETE', path);

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
    for (const client of [old.client, as(String(rotated.body['secret']))]) {
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
    expect([answer.status, pointers(answer)]).toEqual([422, ['/overlapSeconds out_of_range']]);
  });
});

describe('getCurrentCaller', () => {
  it('200 with account, tier, mode, scopes, key and remaining requests', async () => {
    const own = await stack.createAccount('pro');
    const answer = await as(own.testKey).get('/v1/security/me');
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
