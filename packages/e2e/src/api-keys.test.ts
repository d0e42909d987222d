import { ApiError, Svc, type ClientOptions, type Scope } from '@svc/sdk';
import { eventually, forThisFile, startStack } from '@svc/testing';
import { describe, expect, it } from 'vitest';
import { unkeyed as withoutKey } from './unkeyed.js';

const amount = { value: 2_500, currency: 'EUR' };
/** Changes to keys and configuration take effect in all processes within this time. */
const FELT_WITHIN_MS = 5_000;

const stack = await forThisFile(startStack({ api: 2, worker: 0, env: { FAILED_AUTH_LIMIT: '10000' } }));
const account = await stack.createAccount('enterprise');
const [admin] = clients(account.testKey);

/** A client for each API process. */
function clients(key: string, options: Partial<ClientOptions> = {}): [Svc, Svc] {
  const [first, second] = stack.api.map(
    ({ port }) => new Svc(key, { baseUrl: `http://127.0.0.1:${port}`, ...options }),
  );
  if (first === undefined || second === undefined) throw new Error('two API processes must run');
  return [first, second];
}

/** The problem code of a refused call; undefined when it succeeds. */
async function refusal(call: Promise<unknown>): Promise<string | undefined> {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return error instanceof ApiError ? String(error.code) : undefined;
}

/** Waits until both processes refuse, and fails after FELT_WITHIN_MS. */
async function feltEverywhere(change: Promise<unknown>, calls: (() => Promise<unknown>)[], code: string) {
  await change;
  const changedAt = performance.now();
  await eventually(async () => {
    expect(await Promise.all(calls.map((call) => refusal(call())))).toEqual(calls.map(() => code));
  });
  expect(performance.now() - changedAt).toBeLessThan(FELT_WITHIN_MS);
}

async function narrowKey(scopes: Scope[] = ['payments:read', 'payments:write']) {
  const { id, secret } = await admin.apiKeys.create({ name: 'Order service', scopes });
  const both = clients(secret ?? '');
  for (const svc of both) await svc.payments.list();
  return { id, both, unkeyed: clients(secret ?? '', { fetch: withoutKey }) };
}

describe('the life cycle of a key', () => {
  it('created with few scopes, used, rotated without a gap, revoked, with every step in the audit log', async () => {
    const { id, both } = await narrowKey();
    await both[0].payments.create({ amount });
    expect(await refusal(both[1].apiKeys.list())).toBe('insufficient_scope');

    const rotated = await admin.apiKeys.rotate(id, { overlapSeconds: 3_600 });
    const next = clients(rotated.secret ?? '');
    for (const svc of [...both, ...next]) expect((await svc.payments.list()).data).toHaveLength(1);
    expect(await admin.apiKeys.retrieve(id)).toMatchObject({ status: 'active', replacedBy: rotated.id });

    const calls = both.map((svc) => () => svc.payments.list());
    await feltEverywhere(admin.apiKeys.revoke(id), calls, 'unauthorized');
    for (const svc of next) expect((await svc.payments.list()).data).toHaveLength(1);

    const { data } = await admin.security.auditLog({ objectId: id });
    expect(data.map(({ action }) => action)).toEqual(['api_key.revoked', 'api_key.rotated', 'api_key.created']);
    const { key } = await admin.security.me();
    expect(new Set(data.map(({ keyId }) => keyId))).toEqual(new Set([key.id]));
  });
});

describe('in every process, within 5 seconds', () => {
  it.concurrent('a removed scope no longer works', async () => {
    const { id, both } = await narrowKey();
    const calls = both.map((svc) => () => svc.payments.create({ amount }));
    await feltEverywhere(admin.apiKeys.update(id, { scopes: ['payments:read'] }), calls, 'insufficient_scope');
    for (const svc of both) await svc.payments.list();
  });

  it.concurrent('a key limited to other networks is refused', async () => {
    const { id, both } = await narrowKey();
    const calls = both.map((svc) => () => svc.payments.list());
    await feltEverywhere(admin.apiKeys.update(id, { allowedCidrs: ['203.0.113.0/24'] }), calls, 'ip_not_allowed');
  });

  it('the configuration takes effect, and cannot lock out its editor', async () => {
    const { both, unkeyed } = await narrowKey();
    const { version } = await admin.security.config();
    const seen = { ifMatch: `"${version}"` };
    const shut = admin.security.updateConfig({ allowedCidrs: ['203.0.113.0/24'] }, seen);
    expect(await refusal(shut)).toBe('would_lock_out_caller');
    const calls = unkeyed.map((svc) => () => svc.payments.create({ amount }));
    const change = admin.security.updateConfig({ requireIdempotencyKey: true, allowedCidrs: ['127.0.0.0/8'] }, seen);
    await feltEverywhere(change, calls, 'idempotency_key_required');
    await both[0].payments.create({ amount }, { idempotencyKey: 'paid-once' });
    expect(await refusal(admin.security.updateConfig({ requireIdempotencyKey: false }, seen))).toBe(
      'precondition_failed',
    );
    await admin.security.updateConfig({ requireIdempotencyKey: false }, { ifMatch: `"${version + 1}"` });
    const { data } = await admin.security.auditLog({ action: 'security_config.updated' });
    expect(data.map(({ changes }) => [...changes].sort())).toEqual([
      ['requireIdempotencyKey'],
      ['allowedCidrs', 'requireIdempotencyKey'],
    ]);
  });
});
