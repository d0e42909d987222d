import {
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

const ADMIN = ['security:read', 'security:write', 'payments:read'];
const soon = (): string => new Date(Date.now() + 3_600_000).toISOString();

const stack = await forThisFile(startStack({ worker: 0 }));
let live: MadeKey;
let test: MadeKey;

beforeEach(async () => {
  const { liveKey, testKey } = await stack.createAccount('enterprise');
  [live, test] = await Promise.all([firstKey(liveKey), firstKey(testKey)]);
});

const revoke = (by: Client, { path }: MadeKey): Promise<Answer> => by.send('DELETE', path);
const patch = (by: Client, { path }: MadeKey, body: unknown): Promise<Answer> => by.send('PATCH', path, body);

async function firstKey(secret: string): Promise<MadeKey> {
  const me = await stack.client(secret).get('/v1/security/me');
  return { ...madeKey(stack.apiUrl, { ...me, body: { ...(me.body['key'] as object), secret } }) };
}

describe('row 44: each mode keeps one permanent key with every scope', () => {
  it.each(['live', 'test'] as const)('when a %s key with only security:write revokes all others', async (mode) => {
    const first = mode === 'live' ? live : test;
    const others = [await makeKey(first.client, { scopes: ADMIN }), await makeKey(first.client)];
    const attacker = await makeKey(first.client, { scopes: ['security:write'] });
    const answers = await Promise.all([first, ...others].map((key) => revoke(attacker.client, key)));
    expect(answers.map(problem)).toEqual([
      [409, 'last_admin_key'],
      [204, undefined],
      [204, undefined],
    ]);
    expect((await first.client.get('/v1/payments')).status).toBe(200);
  });

  it('when that key is limited to networks without the attacker', async () => {
    const by = await makeKey(live.client, { scopes: ['security:write'] });
    await stack.query(`UPDATE api_keys SET allowed_cidrs = '{203.0.113.0/24}' WHERE id = $1`, [live.id.slice(4)]);
    expect(problem(await revoke(by.client, live))).toEqual([409, 'last_admin_key']);
  });

  it('when the only other one is limited to other networks, expires, or was rotated', async () => {
    const fields = { scopes: EVERY_SCOPE };
    const elsewhere = await makeKey(live.client, { ...fields, allowedCidrs: ['198.51.100.0/24'] });
    const passing = await makeKey(live.client, { ...fields, expiresAt: soon() });
    const attacker = await makeKey(live.client, { scopes: ['security:write'] });
    expect(problem(await revoke(attacker.client, live))).toEqual([409, 'last_admin_key']);
    for (const key of [elsewhere, passing]) expect((await revoke(attacker.client, key)).status).toBe(204);
  });

  it("when the account's networks would exclude it", async () => {
    const away = await makeKey(live.client, { scopes: EVERY_SCOPE });
    const attacker = await makeKey(live.client, { scopes: ['security:write'] });
    await stack.query(`UPDATE api_keys SET allowed_cidrs = '{203.0.113.0/24}' WHERE id = ANY ($1)`, [
      [live.id.slice(4), away.id.slice(4)],
    ]);
    const narrow = (allowedCidrs: string[]): Promise<Answer> =>
      attacker.client.send('PATCH', '/v1/security/config', { allowedCidrs }, { headers: { 'if-match': '*' } });
    expect(problem(await narrow(['127.0.0.0/8']))).toEqual([409, 'last_admin_key']);
    expect((await narrow(['127.0.0.0/8', '203.0.113.7/32'])).status).toBe(200);
  });

  it('when the other one, or the changed one, is outside the networks of the account in its mode', async () => {
    const local = { allowedCidrs: ['127.0.0.0/8'] };
    const shutOut = await makeKey(test.client, { scopes: EVERY_SCOPE, ...local });
    await stack.query(
      `INSERT INTO security_configs (environment_id, allowed_cidrs)
       SELECT environment_id, '{203.0.113.0/24}' FROM api_keys WHERE id = $1`,
      [test.id.slice(4)],
    );
    expect(problem(await revoke(live.client, test))).toEqual([409, 'last_admin_key']);
    expect(problem(await patch(live.client, test, local))).toEqual([409, 'last_admin_key']);
    expect((await revoke(live.client, shutOut)).status).toBe(204);
  });

  it('when a change would let it expire, remove a scope or limit its networks', async () => {
    const by = await makeKey(live.client, { scopes: EVERY_SCOPE, allowedCidrs: ['127.0.0.0/8'] });
    await patch(live.client, by, { allowedCidrs: [] });
    expect((await patch(by.client, live, { scopes: ADMIN })).status).toBe(200);
    for (const change of [{ expiresAt: soon() }, { scopes: EVERY_SCOPE.slice(1) }]) {
      expect(problem(await patch(by.client, by, change))).toEqual([409, 'last_admin_key']);
    }
    const second = await makeKey(by.client, { scopes: EVERY_SCOPE });
    expect((await patch(second.client, by, { expiresAt: soon() })).status).toBe(200);
  });

  it('and the last one can still be rotated, even without an overlap', async () => {
    const rotated = madeKey(stack.apiUrl, await live.client.post(`${live.path}/rotate`, { overlapSeconds: 0 }));
    expect((await live.client.get('/v1/payments')).status).toBe(401);
    expect(rotated.body['expiresAt']).toBeNull();
    expect([...(rotated.body['scopes'] as string[])].sort()).toEqual([...EVERY_SCOPE].sort());
    const again = madeKey(stack.apiUrl, await rotated.client.post(`${rotated.path}/rotate`));
    expect((await revoke(again.client, rotated)).status).toBe(204);
    const attacker = await makeKey(again.client, { scopes: ['security:write'] });
    expect(problem(await revoke(attacker.client, again))).toEqual([409, 'last_admin_key']);
  });

  it('when the last two are revoked concurrently: one stays', async () => {
    const attacker = await makeKey(live.client, { scopes: ['security:write'] });
    let survivor = live;
    for (let round = 0; round < 10; round += 1) {
      const keys = [survivor, await makeKey(survivor.client, { scopes: EVERY_SCOPE })];
      const answers = await Promise.all(keys.map((key) => revoke(attacker.client, key)));
      expect(answers.map(problem).sort()).toEqual([
        [204, undefined],
        [409, 'last_admin_key'],
      ]);
      survivor = keys[answers.findIndex(({ status }) => status === 409)] ?? survivor;
    }
  });

  it('when two revoke each other: one succeeds, and the other is refused', async () => {
    let first = live;
    for (let round = 0; round < 20; round += 1) {
      const second = await makeKey(first.client, { scopes: EVERY_SCOPE });
      const answers = await Promise.all([revoke(first.client, second), revoke(second.client, first)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([204, 401]);
      first = answers[0].status === 204 ? first : second;
    }
  });
});
