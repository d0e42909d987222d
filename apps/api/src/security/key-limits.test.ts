import {
  errors,
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
const FURTHER = ['126.0.0.0/7'];
const EXCEEDED = [403, 'key_limits_exceeded'];

const stack = await forThisFile(startStack({ worker: 0 }));
let owner: Client;
/** Has every scope, expires in an hour, works only from this machine. */
let limited: MadeKey;

beforeEach(async () => {
  owner = stack.client((await stack.createAccount('enterprise')).liveKey);
  limited = await makeKey(owner, { scopes: EVERY_SCOPE, allowedCidrs: HERE, expiresAt: fromNow(1) });
});

const create = (fields: object): Promise<Answer> =>
  limited.client.post(KEYS, { name: 'Made', scopes: ['payments:read'], ...fields });
const patch = ({ path }: MadeKey, body: unknown): Promise<Answer> => limited.client.send('PATCH', path, body);
const rotate = ({ path }: MadeKey, body?: unknown): Promise<Answer> => limited.client.post(`${path}/rotate`, body);

describe('row 43: a key limited in time and network', () => {
  it('creates keys with its own limits by default, or narrower ones', async () => {
    const { expiresAt } = limited.body;
    const made = await makeKey(limited.client, { mode: 'test' });
    expect(made.body).toMatchObject({ allowedCidrs: HERE, expiresAt });
    const narrower = { allowedCidrs: ['127.0.0.1/32', '127.1.0.0/16'], expiresAt: fromNow(0.5) };
    expect((await makeKey(limited.client, narrower)).body).toMatchObject(narrower);
  });

  it.each([
    ['from anywhere', { allowedCidrs: [] }],
    ['from a larger network', { allowedCidrs: FURTHER }],
    ['from one network more', { allowedCidrs: [...HERE, '203.0.113.0/24'] }],
    ['by IPv6', { allowedCidrs: ['::/0'] }],
    ['for longer', { expiresAt: fromNow(2) }],
    ['for ever', { expiresAt: null }],
    ['for longer, in test mode', { expiresAt: fromNow(2), mode: 'test' }],
  ])('403 for creating one that works %s, with the pointer of the field', async (_, fields) => {
    const refused = await create(fields);
    expect(problem(refused)).toEqual(EXCEEDED);
    expect(errors(refused)).toEqual([`/${Object.keys(fields)[0] ?? ''} out_of_range`]);
    const { body } = await owner.get(KEYS);
    expect(body['data']).toHaveLength(3);
  });

  it.each([
    ['to any network', { allowedCidrs: [] }],
    ['to a larger network', { allowedCidrs: FURTHER }],
    ['to last', { expiresAt: null }],
    ['to end later', { expiresAt: fromNow(2) }],
  ])('403 for changing itself or another key %s', async (_, change) => {
    const other = await makeKey(limited.client);
    for (const key of [limited, other]) {
      const refused = await patch(key, change);
      expect(problem(refused)).toEqual(EXCEEDED);
      expect(errors(refused)).toEqual([`/${Object.keys(change)[0] ?? ''} out_of_range`]);
    }
  });

  it('201 for two halves that together are its network', async () => {
    const halves = ['127.0.0.0/9', '127.128.0.0/9'];
    const split = await makeKey(limited.client, { scopes: EVERY_SCOPE, allowedCidrs: halves });
    expect((await makeKey(split.client, { allowedCidrs: HERE })).body).toMatchObject({ allowedCidrs: HERE });
    expect(
      problem(await split.client.post(KEYS, { name: 'Wide', scopes: EVERY_SCOPE, allowedCidrs: FURTHER })),
    ).toEqual(EXCEEDED);
  });

  it('201 with `expiresAt` null from a key that does not expire', async () => {
    expect((await makeKey(owner, { expiresAt: null })).body).toMatchObject({ expiresAt: null });
  });

  it('200 for narrowing itself, which it cannot undo', async () => {
    const narrower = { allowedCidrs: ['127.0.0.1/32'], expiresAt: fromNow(0.5) };
    expect((await patch(limited, narrower)).status).toBe(200);
    expect(problem(await patch(limited, { allowedCidrs: HERE }))).toEqual(EXCEEDED);
    expect(problem(await patch(limited, { expiresAt: fromNow(0.9) }))).toEqual(EXCEEDED);
  });

  it.each([
    ['without limits', {}],
    ['that ends later', { allowedCidrs: HERE, expiresAt: fromNow(2) }],
    ['for other networks', { allowedCidrs: ['203.0.113.0/24'], expiresAt: fromNow(0.5) }],
  ])('403 for changing or rotating a key %s', async (_, fields) => {
    const other = await makeKey(owner, fields);
    expect(problem(await rotate(other))).toEqual(EXCEEDED);
    const narrowed = { name: 'Mine', allowedCidrs: HERE, expiresAt: fromNow(0.5) };
    expect(problem(await patch(other, narrowed))).toEqual(EXCEEDED);
    expect((await owner.get(other.path)).body).toMatchObject({ name: 'Made', replacedBy: null });
  });

  it('with every current scope by name, rotates a key with future scopes as well, without gaining any', async () => {
    const [{ id } = {}] = await stack.query(
      `SELECT id FROM api_keys WHERE '*' = ANY (scopes) ORDER BY id DESC LIMIT 1`,
    );
    const all = await makeKey(owner, { scopes: EVERY_SCOPE });
    const rotated = madeKey(stack.apiUrl, await all.client.post(`${KEYS}/key_${String(id)}/rotate`));
    const stored = await stack.query('SELECT unnest(scopes) AS scope FROM api_keys WHERE id = $1', [
      rotated.id.slice(4),
    ]);
    expect(stored.map(({ scope }) => scope).sort()).toEqual([...EVERY_SCOPE].sort());
  });

  it('rotates itself repeatedly, with the same limits', async () => {
    let key = limited;
    for (let round = 0; round < 3; round += 1) {
      key = madeKey(stack.apiUrl, await key.client.post(`${key.path}/rotate`, { overlapSeconds: 60 }));
      expect(key.body).toMatchObject({ allowedCidrs: HERE, expiresAt: limited.body['expiresAt'] });
    }
  });

  it('403 for adding networks to the account, 200 for removing them', async () => {
    const config = (body: unknown, by = limited.client, version = '*'): Promise<Answer> =>
      by.send('PATCH', '/v1/security/config', body, { headers: { 'if-match': version } });
    expect((await config({ allowedCidrs: [...HERE, '10.0.0.0/8'] }, owner)).status).toBe(200);
    expect(problem(await config({ allowedCidrs: [] }))).toEqual(EXCEEDED);
    expect(problem(await config({ allowedCidrs: [...HERE, '10.0.0.0/8', '192.0.2.0/24'] }))).toEqual(EXCEEDED);
    expect((await config({ allowedCidrs: [...HERE, '127.0.0.1/32'] })).status).toBe(200);
    expect((await config({ allowedCidrs: [] }, owner)).status).toBe(200);
  });
});

describe('row 43: a rotated key', () => {
  it('409 for a change of its expiry, by itself or by another key', async () => {
    const old = await makeKey(owner, { scopes: EVERY_SCOPE });
    expect((await owner.post(`${old.path}/rotate`, { overlapSeconds: 60 })).status).toBe(201);
    for (const by of [old.client, owner]) {
      for (const expiresAt of [null, fromNow(1), new Date(Date.now() + 5_000).toISOString()]) {
        const refused = await by.send('PATCH', old.path, { expiresAt });
        expect(problem(refused)).toEqual([409, 'state_conflict']);
      }
    }
    expect((await owner.send('PATCH', old.path, { name: 'Old' })).status).toBe(200);
  });

  it('creates nothing that outlives its overlap', async () => {
    const old = await makeKey(owner, { scopes: EVERY_SCOPE });
    await owner.post(`${old.path}/rotate`, { overlapSeconds: 60 });
    const end = (await owner.get(old.path)).body['expiresAt'];
    expect((await makeKey(old.client)).body['expiresAt']).toBe(end);
    const longer = await old.client.post(KEYS, { name: 'On', scopes: EVERY_SCOPE, expiresAt: fromNow(1) });
    expect(problem(longer)).toEqual(EXCEEDED);
    const other = await makeKey(owner);
    expect(problem(await old.client.post(`${other.path}/rotate`))).toEqual(EXCEEDED);
  });
});
