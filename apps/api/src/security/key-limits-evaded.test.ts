import {
  eventually,
  EVERY_SCOPE,
  forThisFile,
  madeKey,
  makeKey,
  problem,
  startStack,
  type Answer,
  type Client,
  type MadeKey,
} from '@svc/testing';
import { beforeEach, describe, expect, it } from 'vitest';

const KEYS = '/v1/security/api-keys';
const HOUR_MS = 3_600_000;
const fromNow = (hours: number): string => new Date(Date.now() + hours * HOUR_MS).toISOString();
const HERE = ['127.0.0.0/8'];
const EXCEEDED = [403, 'key_limits_exceeded'];

const stack = await forThisFile(startStack({ worker: 0 }));
let owner: Client;
/** Has every scope, expires in an hour, works only from this machine. */
let limited: MadeKey;
let limits: { allowedCidrs: string[]; expiresAt: string };

beforeEach(async () => {
  owner = stack.client((await stack.createAccount('enterprise')).liveKey);
  limits = { allowedCidrs: HERE, expiresAt: fromNow(1) };
  limited = await makeKey(owner, { scopes: EVERY_SCOPE, ...limits });
});

const once = (key: string) => ({ headers: { 'idempotency-key': key } });

describe('row 43: a limited key gains nothing', () => {
  it('by reusing the idempotency key of a key without limits', async () => {
    const wide = { name: 'Wide', scopes: EVERY_SCOPE, allowedCidrs: [], expiresAt: null };
    const made = await owner.post(KEYS, wide, once('made'));
    const repeated = await limited.client.post(KEYS, wide, once('made'));
    expect(repeated.body).toEqual({ ...made.body, secret: null });
    const rotate = `${KEYS}/${String(made.body['id'])}/rotate`;
    const rotated = await owner.post(rotate, {}, once('rotated'));
    expect((await limited.client.post(rotate, {}, once('rotated'))).body).toEqual({ ...rotated.body, secret: null });
    expect(problem(await limited.client.post(KEYS, wide, once('another')))).toEqual(EXCEEDED);
  });

  it('by a concurrent request with the idempotency key of a key without limits', async () => {
    const body = { name: 'Shared', scopes: EVERY_SCOPE };
    for (let round = 0; round < 10; round += 1) {
      const answers = await Promise.all(
        [owner, limited.client].map((client) => client.post(KEYS, body, once(`shared-${round}`))),
      );
      const [byOwner, byLimited] = answers.map(({ body }) => body);
      expect(byOwner?.['id']).toBe(byLimited?.['id']);
      if (byLimited?.['secret'] === null) continue;
      expect(byLimited).toMatchObject(limits);
      expect(byOwner?.['secret']).toBeNull();
    }
  });

  it('via keys of test mode, or via a chain of keys', async () => {
    let key = await makeKey(limited.client, { scopes: EVERY_SCOPE, mode: 'test' });
    for (let round = 0; round < 4; round += 1) {
      expect(problem(await key.client.send('PATCH', limited.path, { expiresAt: null }))).toEqual([404, 'not_found']);
      expect(problem(await key.client.send('PATCH', key.path, { allowedCidrs: [] }))).toEqual(EXCEEDED);
      expect(problem(await limited.client.send('PATCH', key.path, { expiresAt: null }))).toEqual(EXCEEDED);
      const next = round % 2 === 0 ? await makeKey(key.client, { scopes: EVERY_SCOPE }) : await rotated(key);
      expect(next.body).toMatchObject({ mode: 'test', ...limits });
      key = next;
    }
  });

  it('when one of its limits is wider and the other narrower', async () => {
    const timed = await makeKey(owner, { scopes: EVERY_SCOPE, expiresAt: fromNow(2) });
    const walled = await makeKey(owner, { scopes: EVERY_SCOPE, allowedCidrs: HERE });
    for (const [by, other] of [
      [timed, walled],
      [walled, timed],
    ] as const) {
      expect(problem(await by.client.post(`${other.path}/rotate`))).toEqual(EXCEEDED);
      expect(problem(await by.client.send('PATCH', other.path, { name: 'Mine' }))).toEqual(EXCEEDED);
    }
  });

  it.each([
    ['2099-12-31T23:59:60Z', 422],
    ['0000-01-01T00:00:00Z', 422],
    ['2099-01-01T00:00:00+14:00', 403],
    ['9999-12-31T23:59:59.999999Z', 403],
  ])('by writing `expiresAt` as %s', async (expiresAt, status) => {
    expect((await limited.client.post(KEYS, { name: 'X', scopes: EVERY_SCOPE, expiresAt })).status).toBe(status);
    expect((await limited.client.send('PATCH', limited.path, { expiresAt })).status).toBe(status);
  });

  it.each([
    ['::ffff:127.0.0.0/104', 422],
    ['::127.0.0.1/128', 422],
    ['::7f00:1/128', 403],
    ['127.0.0.1/8', 422],
    ['0.0.0.0/0', 403],
  ])('by writing a network as %s', async (cidr, status) => {
    const asked = { name: 'X', scopes: EVERY_SCOPE, allowedCidrs: [cidr] };
    expect((await limited.client.post(KEYS, asked)).status).toBe(status);
  });
});

describe('row 43: while a key waits for a lock to create, change or rotate another', () => {
  it.each([
    [
      'creates',
      (by: Client, _other: string): Promise<Answer> => by.post(KEYS, { name: 'M', scopes: ['payments:read'] }),
    ],
    ['rotates', (by: Client, other: string): Promise<Answer> => by.post(`${other}/rotate`)],
    ['changes', (by: Client, other: string): Promise<Answer> => by.send('PATCH', other, { name: 'Mine' })],
  ])('its state after the wait counts when it %s', async (verb, act) => {
    const changes: [string, unknown[]][] = [
      ['expires_at = $2, allowed_cidrs = $3', [limits.expiresAt, HERE]],
      ['revoked_at = now()', []],
    ];
    for (const [change, values] of changes) {
      const by = await makeKey(owner, { scopes: EVERY_SCOPE });
      const other = await makeKey(owner);
      const answer = await whileHeld(
        () => act(by.client, other.path),
        (query) => query(`UPDATE api_keys SET ${change} WHERE id = $1`, [by.id.slice(4), ...values]),
      );
      if (values.length === 0) expect(problem(answer)).toEqual([401, 'unauthorized']);
      else if (verb === 'creates') expect(answer.body).toMatchObject(limits);
      else expect(problem(answer)).toEqual(EXCEEDED);
    }
  });
});

async function rotated(key: MadeKey): Promise<MadeKey> {
  return madeKey(stack.apiUrl, await key.client.post(`${key.path}/rotate`, { overlapSeconds: 60 }));
}

type Query = (text: string, values: unknown[]) => Promise<unknown>;

/** Sends a request while the accounts are locked, applies a change once it waits for the lock, then unlocks. */
async function whileHeld(request: () => Promise<Answer>, change: (query: Query) => Promise<unknown>): Promise<Answer> {
  const connection = await stack.connect();
  try {
    await connection.query('BEGIN');
    await connection.query('SELECT FROM accounts FOR UPDATE');
    const answer = request();
    await eventually(async () => expect(await stack.waitingForLock()).toBeGreaterThan(0));
    await change((text, values) => connection.query(text, values));
    await connection.query('COMMIT');
    return await answer;
  } finally {
    await connection.end();
  }
}
