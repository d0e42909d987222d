import { forThisFile } from '@svc/testing';
import { beforeAll, expect, it } from 'vitest';
import { openTestDatabase } from '../../test/open-test-database.js';
import { PaymentClaims } from '../payments/processing/payment-claims.js';
import { openIdSource } from '../platform/ids.js';
import { RefundClaims } from '../refunds/refund-claims.js';

const LEASE_MS = 45_000;

const { database, sql } = await forThisFile(openTestDatabase({ isChecked: false }));

beforeAll(async () => {
  await sql(`INSERT INTO payments (environment_id, id, status, stage, amount_value, currency, metadata, processor, due_at, updated_at)
             SELECT 1, n, 'pending', 'processing', 1000, 'USD', '{}', 'acquirer', now() - interval '1 s', now()
               FROM generate_series(1, 4) n`);
  await sql(`INSERT INTO payment_attempts (environment_id, id, payment_id, operation, processor, state, started_at)
             SELECT 1, n, n, 'authorize', 'acquirer', 'open', now() FROM generate_series(1, 4) n`);
  await sql(`INSERT INTO refunds (environment_id, id, payment_id, status, amount_value, currency, metadata, due_at, updated_at)
             SELECT 1, n, n, 'pending', 1000, 'USD', '{}', now() - interval '1 s', now() FROM generate_series(1, 4) n`);
  await sql(`INSERT INTO refund_attempts (environment_id, id, refund_id, processor, state, started_at)
             SELECT 1, n, n, 'acquirer', 'open', now() FROM generate_series(1, 4) n`);
});

it.each([
  ['payments', (): PaymentClaims => new PaymentClaims(database, openIdSource(database), LEASE_MS)],
  ['refunds', (): RefundClaims => new RefundClaims(database, openIdSource(database), LEASE_MS)],
])('defers due %s; a claimed, a locked and a later one stay as they are', async (table, open) => {
  const claims = open();
  const ref = (id: string) => ({ environmentId: 1, id });
  expect(await claims.claim([ref('1')])).toHaveLength(1);
  await sql(`UPDATE ${table} SET due_at = now() + interval '1 h' WHERE id = 4`);
  const dueTimes = () => sql(`SELECT id, due_at::text FROM ${table} ORDER BY id`);
  const before = await dueTimes();
  const holder = database.dataSource.createQueryRunner();
  await holder.startTransaction();
  await holder.query(`SELECT id FROM ${table} WHERE environment_id = 1 AND id = 3 FOR UPDATE`);
  try {
    const deferred = await claims.defer(['1', '2', '3', '4'].map((id) => ({ ref: ref(id), waitMs: 30_000 })));
    expect(deferred).toEqual([{ id: '2' }]);
  } finally {
    await holder.rollbackTransaction();
    await holder.release();
  }
  const after = await dueTimes();
  expect(after.filter((_, index) => index !== 1)).toEqual(before.filter((_, index) => index !== 1));
  const [waiting] = await sql(`SELECT due_at > now() + interval '25 s' AS "isLater" FROM ${table} WHERE id = 2`);
  expect(waiting).toEqual({ isLater: true });
});
