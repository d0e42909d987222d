import { forThisFile } from '@svc/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../test/open-test-database.js';
import { Ledger, type Posting } from './ledger.js';

const { database, sql } = await forThisFile(openTestDatabase());

function post(...postings: Posting[]): Promise<void> {
  return database.transaction((transaction) => {
    new Ledger().post(transaction, postings);
    return Promise.resolve();
  });
}

const completion = {
  origin: 'api',
  environmentId: 1,
  movement: 'payment completed',
  amountValue: '1000',
  currency: 'USD',
} as const;

describe('the ledger', () => {
  it('posts many completions in one statement, and rejects one that was posted before', async () => {
    const payment = { ...completion, eventId: '1', sourceId: '1' };
    const refund = { ...payment, movement: 'refund completed', eventId: '2', amountValue: '300' } as const;
    await post(payment, refund, { ...payment, environmentId: 2 });
    const again = { ...payment, eventId: '3' };
    await expect(post({ ...again, eventId: '4', sourceId: '4' }, again)).rejects.toMatchObject({
      constraint: 'ledger_transactions_once',
    });
    const rows = await sql(`SELECT transaction_id AS id, account, amount, currency FROM ledger_entries
                             WHERE environment_id = 1 ORDER BY 1, 2`);
    expect(rows.map(({ id, account, amount, currency }) => [id, account, amount, currency])).toEqual([
      ['1', 'clearing', '1000', 'USD'],
      ['1', 'merchant', '-1000', 'USD'],
      ['2', 'clearing', '-300', 'USD'],
      ['2', 'refunds', '300', 'USD'],
    ]);
  });

  it.each([
    ['no entries', ''],
    ['one entry', "(9, 1, 'clearing', 'USD', 5)"],
    ['a sum that is not zero', "(9, 1, 'clearing', 'USD', 5), (9, 1, 'merchant', 'USD', -4)"],
    ['two currencies', "(9, 1, 'clearing', 'USD', 5), (9, 1, 'merchant', 'EUR', -5)"],
  ])('rejects the commit of a transaction with %s', async (_, entries) => {
    const header = `INSERT INTO ledger_transactions (environment_id, id, source, source_id, kind, at)
                    VALUES (9, 1, 'payment', 1, 'completed', now());`;
    const lines = `INSERT INTO ledger_entries (environment_id, transaction_id, account, currency, amount) VALUES`;
    await expect(sql(entries === '' ? header : `${header} ${lines} ${entries}`)).rejects.toMatchObject({
      constraint: 'ledger_balanced',
    });
  });

  it('rejects entries added to an earlier transaction, and to one of another environment', async () => {
    await post({ ...completion, eventId: '20', sourceId: '20' });
    const add = (environmentId: number) =>
      sql(`INSERT INTO ledger_entries (environment_id, transaction_id, account, currency, amount)
           VALUES (${environmentId}, 20, 'refunds', 'USD', 1)`);
    await expect(add(1)).rejects.toMatchObject({ constraint: 'ledger_balanced' });
    await expect(add(3)).rejects.toMatchObject({ constraint: 'ledger_entries_transaction' });
  });

  it.each(['ledger_transactions', 'ledger_entries'])('rejects every change of %s', async (table) => {
    const where = 'WHERE environment_id = 1';
    for (const change of [`UPDATE ${table} SET environment_id = 1 ${where}`, `DELETE FROM ${table} ${where}`]) {
      await expect(sql(change)).rejects.toThrow('the ledger only grows');
    }
    await expect(sql(`TRUNCATE ledger_entries, ledger_transactions`)).rejects.toThrow('the ledger only grows');
  });
});

describe('ledger_compared', () => {
  const compared = (environmentId: number, fromId = '0', toId = '9223372036854775807') =>
    sql(`SELECT source, source_id AS "sourceId", currency, recorded, posted
           FROM ledger_compared(${environmentId}, ${fromId}, ${toId}) ORDER BY source, source_id`);
  const differing = async (...range: Parameters<typeof compared>) =>
    (await compared(...range)).filter(({ recorded, posted }) => recorded !== posted);

  beforeAll(async () => {
    await sql(`INSERT INTO payments (environment_id, id, status, amount_value, currency, refunded_value, metadata, processor,
                 updated_at)
               SELECT 5, n, 'completed', 1000, CASE WHEN n < 3 THEN 'USD' ELSE 'EUR' END, 0, '{}', 'sandbox', now()
                 FROM generate_series(1, 4) n`);
    await sql(`INSERT INTO refunds (environment_id, id, payment_id, status, amount_value, currency, metadata, updated_at)
               VALUES (5, 10, 1, 'completed', 250, 'USD', '{}', now())`);
    await sql(`INSERT INTO refunds (environment_id, id, payment_id, status, amount_value, currency, metadata, failure_code,
                 updated_at)
               SELECT 5, n, 1, 'failed', 100, 'USD', '{}', 'closed', now() FROM generate_series(11, 12) n`);
    const payment = { ...completion, environmentId: 5 };
    await post(
      ...['1', '2'].map((id) => ({ ...payment, eventId: id, sourceId: id })),
      { ...payment, eventId: '3', sourceId: '3', currency: 'EUR', amountValue: '999' },
      { ...payment, eventId: '7', sourceId: '7' },
      { ...payment, eventId: '10', movement: 'refund completed', sourceId: '10', amountValue: '250' },
      { ...payment, eventId: '11', movement: 'refund completed', sourceId: '11', amountValue: '100' },
      { ...payment, eventId: '12', movement: 'refund completed', sourceId: '12', amountValue: '100' },
      { ...payment, eventId: '13', movement: 'refund reversed', sourceId: '12', amountValue: '100' },
    );
  });

  it('returns each payment and refund once, with the amount posted for it', async () => {
    const agreed = (source: string, sourceId: string, value: string) => {
      return { source, sourceId, currency: 'USD', recorded: value, posted: value };
    };
    const found = await compared(5);
    expect(found).toHaveLength(7);
    expect(found).toEqual(
      expect.arrayContaining([
        agreed('payment', '1', '1000'),
        agreed('payment', '2', '1000'),
        agreed('refund', '10', '250'),
      ]),
    );
  });

  it('finds amounts that differ, are not posted, not reversed, or have no payment or refund', async () => {
    const found = await differing(5);
    expect(found).toEqual([
      { source: 'payment', sourceId: '3', currency: 'EUR', recorded: '1000', posted: '999' },
      { source: 'payment', sourceId: '4', currency: 'EUR', recorded: '1000', posted: null },
      { source: 'payment', sourceId: '7', currency: 'USD', recorded: null, posted: '1000' },
      { source: 'refund', sourceId: '11', currency: 'USD', recorded: null, posted: '100' },
    ]);
    expect(await differing(5, '4', '7')).toEqual(found.slice(1, 2));
    expect(await compared(6)).toEqual([]);
  });
});
