import { forThisFile } from '@svc/testing';
import { describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../../test/open-test-database.js';
import { namedQuery } from '../database/named-query.js';
import { ExpiredKeys } from './expired-keys.js';
import { Idempotency } from './idempotency.js';
import { IdempotencyStore, type KeyClaim, type StoredAnswer, newLease } from './idempotency-store.js';

const AGE = namedQuery(
  'test_age_keys',
  `UPDATE idempotency_keys SET created_at = now() - $2::interval WHERE environment_id = $1`,
);
const KEYS = namedQuery('test_keys', 'SELECT key FROM idempotency_keys WHERE environment_id = $1 ORDER BY key');

const { database } = await forThisFile(openTestDatabase());
const store = new IdempotencyStore();

function claim(environmentId: number, key: string) {
  return { environmentId, key, fingerprint: Buffer.from(key) };
}

function answerOf(held: KeyClaim, body: string): StoredAnswer {
  return { claim: held, body, customerId: null };
}

describe('idempotency keys', () => {
  it('are kept for at least a day, and then pruned in batches', async () => {
    const claims = ['a', 'b', 'c'].map((key) => claim(1, key));
    await database.transaction((transaction) => store.claim(transaction, claims, { waitMs: 100 }));
    await database.forSystem().run(AGE, [1, '24 hours']);
    const expired = new ExpiredKeys(database);
    expect(await expired.prune(10)).toBe(0);
    await database.forSystem().run(AGE, [1, '26 hours']);
    expect(await expired.prune(2)).toBe(2);
    expect(await expired.prune(2)).toBe(1);
    expect(await database.forSystem().run(KEYS, [1])).toEqual([]);
  });

  it('are claimed once in each environment', async () => {
    const [one, same, other] = [claim(2, 'k'), claim(2, 'k'), claim(3, 'k')];
    const first = await database.transaction((tx) => store.claim(tx, [one, other], { waitMs: 100 }));
    expect([first.has(one), first.has(other)]).toEqual([true, true]);
    const second = await database.transaction((tx) => store.claim(tx, [same], { waitMs: 100 }));
    expect(second.size).toBe(0);
  });

  it('do not deadlock when concurrent batches claim them in opposite orders', async () => {
    const keys = Array.from({ length: 40 }, (_, n) => `batch-${n}`);
    const rounds = Array.from({ length: 12 }, (_, n) => {
      const claims = (n % 2 === 0 ? keys : [...keys].reverse()).map((key) => claim(4, key));
      return database.transaction((transaction) => store.claim(transaction, claims, { waitMs: 5_000 }));
    });
    const won = await Promise.all(rounds);
    expect(won.map((set) => set.size).sort((a, b) => b - a)).toEqual([40, ...Array.from({ length: 11 }, () => 0)]);
  });

  it('that are abandoned can only be taken over by the same request, and fence off the earlier one', async () => {
    const held = claim(5, 'held');
    const [expired, lease] = [newLease(-1), newLease(60_000)];
    await database.transaction((tx) => store.claim(tx, [held], { waitMs: 100, lease: expired }));
    const tables = database.forEnvironment({ environmentId: 5 });
    expect(await store.read(tables, 'held')).toMatchObject({ state: 'running', abandoned: true });
    expect(await store.takeOver(tables, { ...held, fingerprint: Buffer.from('other') }, lease)).toBe(false);
    expect(await store.takeOver(tables, held, lease)).toBe(true);
    expect(await store.takeOver(tables, held, newLease(60_000))).toBe(false);
    await store.finishLeased(tables, answerOf(held, '{"late":true}'), expired);
    await store.forget(tables, held, expired);
    expect(await store.read(tables, 'held')).toMatchObject({ state: 'running', body: null });
    await store.finishLeased(tables, answerOf(held, '{"done":true}'), lease);
    expect(await store.read(tables, 'held')).toMatchObject({ state: 'done', body: '{"done":true}' });
  });

  it('that are released and claimed again fence off an earlier claim by another request', async () => {
    const [first, next] = [claim(5, 'again'), { ...claim(5, 'again'), fingerprint: Buffer.from('another body') }];
    const [expired, retry] = [newLease(-1), newLease(60_000)];
    const tables = database.forEnvironment({ environmentId: 5 });
    await database.transaction((tx) => store.claim(tx, [first], { waitMs: 100, lease: expired }));
    await store.takeOver(tables, first, retry);
    await store.forget(tables, first, retry);
    await database.transaction((tx) => store.claim(tx, [next], { waitMs: 100, lease: newLease(60_000) }));
    await store.finishLeased(tables, answerOf(first, '{"late":true}'), expired);
    await store.forget(tables, first, expired);
    const kept = { fingerprint: next.fingerprint, state: 'running', body: null };
    expect(await store.read(tables, 'again')).toMatchObject(kept);
  });
});

describe('work that calls a service', () => {
  const scope = (key: string) => ({
    environmentId: 5,
    idempotency: { key, fingerprint: Buffer.from(key), olderFingerprints: [], replayed: false },
  });

  it('may be repeated at once if it failed, but not if only its response could not be stored', async () => {
    class Unreliable extends IdempotencyStore {
      override finishLeased(): Promise<void> {
        return Promise.reject(new Error('the connection was cut'));
      }
    }
    const idempotency = new Idempotency(database, new Unreliable());
    let runs = 0;
    const fails = (): Promise<never> => Promise.reject(new Error(`failed ${(runs += 1)}`));
    const works = (): Promise<number> => Promise.resolve((runs += 1));
    await expect(idempotency.aroundCall(scope('f'), 60_000, fails)).rejects.toThrow('failed 1');
    await expect(idempotency.aroundCall(scope('f'), 60_000, works)).rejects.toThrow('the connection was cut');
    await expect(idempotency.aroundCall(scope('f'), 60_000, works)).rejects.toMatchObject({
      code: 'idempotency_in_progress',
    });
    expect(runs).toBe(2);
  });
});
