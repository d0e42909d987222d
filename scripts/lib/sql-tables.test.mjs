import { expect, it } from 'vitest';
import { domainTablesIn, tablesOf } from './sql-tables.mjs';

it('finds the created tables', () => {
  const sql = 'CREATE TABLE payments (id bigint);\nCREATE TABLE IF NOT EXISTS refunds (id bigint);';
  expect(tablesOf(sql)).toEqual(['payments', 'refunds']);
});

it.each([
  ['SELECT 1 FROM payments p', ['payments']],
  ['UPDATE refunds SET x = 1; INSERT INTO payments VALUES (1)', ['refunds', 'payments']],
  ['LOCK TABLE payments', ['payments']],
  ['SELECT count(*) FROM idempotency_keys -- payments', []],
  ['it imports payments from payments_of', []],
])('%s', (source, tables) => {
  expect(domainTablesIn(source, ['payments', 'refunds'])).toEqual(tables);
});
