import { forThisFile } from '@svc/testing';
import { beforeAll, expect, it } from 'vitest';
import { openTestDatabase } from '../../test/open-test-database.js';
import { PaymentClaims } from '../payments/processing/payment-claims.js';
import { IdSource, idTime } from '../platform/ids.js';
import { RefundClaims } from '../refunds/refund-claims.js';

const LEASE_MS = 45_000;

const server = await forThisFile(openTestDatabase({ isChecked: false }));

beforeAll(async () => {
  const { dataSource } = server.database;
  await dataSource.query(`INSERT INTO payments
    (environment_id, id, status, stage, amount_value, currency, metadata, processor, due_at, updated_at)
    VALUES (1, 1, 'pending', 'processing', 1000, 'USD', '{}', 'acquirer', now(), now())`);
  await dataSource.query(`INSERT INTO refunds
    (environment_id, id, payment_id, status, amount_value, currency, metadata, due_at, updated_at)
    VALUES (1, 1, 1, 'pending', 1000, 'USD', '{}', now(), now())`);
});

/** Its clock is 500 ms behind the one of Postgres. */
function slowIds(): IdSource {
  return new IdSource(() => Promise.resolve({ number: 1n, databaseTimeMs: Date.now() - 500 }));
}

it.each([
  ['payments', PaymentClaims],
  ['refunds', RefundClaims],
])('a claim of %s makes later ids exceed the start of its attempt, as timelines need it', async (_, Claims) => {
  const ids = slowIds();
  const [claimed] = await new Claims(server.database, ids, LEASE_MS).claim([{ environmentId: 1, id: '1' }]);
  expect(idTime(await ids.one()).getTime()).toBeGreaterThan(claimed?.attempt.startedAt.getTime() ?? Infinity);
});
