import { forThisFile } from '@svc/testing';
import { expect, it } from 'vitest';
import { openTestDatabase } from '../../../test/open-test-database.js';
import { EndedOverlaps } from './ended-overlaps.js';

const { database } = await forThisFile(openTestDatabase({ pool: 2, hasAccount: false }));

it('after the overlap the old secret is removed, in the next version of the endpoint', async () => {
  await database.dataSource.query(`
    INSERT INTO accounts (id, name, tier) VALUES (1, 'A', 'pro');
    INSERT INTO environments (account_id, mode) VALUES (1, 'test');
    INSERT INTO webhooks (environment_id, id, url, events, enabled, acknowledge_on, updated_at, secret_ciphertext,
      secret_data_key, next_secret_ciphertext, next_secret_data_key, overlap_until)
    SELECT 1, id, 'https://shop.example.com/', '{payment.pending}', true, '200', 'epoch', 'old', 'old key', 'new',
           'new key', now() + until
      FROM (VALUES (1, interval '-1 s'), (2, interval '-1 s'), (3, interval '1 hour')) AS w (id, until)`);
  const overlaps = new EndedOverlaps(database);
  expect([await overlaps.clear(1), await overlaps.clear(10), await overlaps.clear(10)]).toEqual([1, 1, 0]);
  const rows = await database.dataSource.query<unknown[]>(
    `SELECT id, convert_from(secret_ciphertext, 'UTF8') AS secret, convert_from(secret_data_key, 'UTF8') AS key,
            convert_from(next_secret_ciphertext, 'UTF8') AS next, convert_from(next_secret_data_key, 'UTF8') AS "nextKey",
            overlap_until IS NOT NULL AS overlaps, version, updated_at = 'epoch' AS same
       FROM webhooks WHERE environment_id = 1 ORDER BY id`,
  );
  const ended = { secret: 'new', key: 'new key', next: null, nextKey: null, overlaps: false, version: 2, same: true };
  const overlapping = {
    ...ended,
    version: 1,
    secret: 'old',
    key: 'old key',
    next: 'new',
    nextKey: 'new key',
    overlaps: true,
  };
  expect(rows).toEqual([
    { id: '1', ...ended },
    { id: '2', ...ended },
    { id: '3', ...overlapping },
  ]);
});
