import { forThisFile, mostRowsRead } from '@svc/testing';
import { expect, it } from 'vitest';
import { openTestDatabase } from '../../../test/open-test-database.js';
import { ExpiredKeys } from './expired-keys.js';

/** One connection, which holds the prepared statements, as a worker has them. */
const { database, sql } = await forThisFile(
  openTestDatabase({ pool: 1, isChecked: false, dueInOrder: true, hasAccount: false }),
);

const store = (count: number, hoursAgo: number): Promise<unknown> =>
  sql(`INSERT INTO idempotency_keys (environment_id, key, fingerprint, state, created_at)
       SELECT 1 + n % 9, ${hoursAgo} || '-' || n, '\\x00', 'done', now() - ${hoursAgo} * interval '1 hour'
         FROM generate_series(1, ${count}) n`);

it('a batch deletes expired keys and reads few others, also where new keys take the space of deleted ones', async () => {
  const keys = new ExpiredKeys(database);
  expect(await keys.prune(100)).toBe(0);
  await store(20_000, 26);
  await sql('DELETE FROM idempotency_keys WHERE environment_id > 0');
  await sql('VACUUM idempotency_keys');
  await store(20_000, 24);
  await store(250, 26);
  const plan = (await sql('EXPLAIN (ANALYZE, TIMING OFF) EXECUTE idempotency_prune(100)')).map(
    (row) => row['QUERY PLAN'],
  );
  expect(mostRowsRead(plan.map(String))).toBeLessThan(300);
  expect([await keys.prune(100), await keys.prune(100)]).toEqual([100, 50]);
});
