import type { Stack } from '@svc/testing';

/** A payment of the service, and how many minutes earlier its copies were created. */
interface Copies {
  readonly of: string;
  readonly minutesAgo: readonly number[];
}

/** What has the id of the payment, or of its transaction in the ledger. */
const COPIED = [
  { name: 'payments', ids: ['id'], isCopied: 'row.id = $1' },
  { name: 'payment_transitions', ids: ['payment_id'], isCopied: 'row.payment_id = $1' },
  { name: 'payment_attempts', ids: ['id', 'payment_id'], isCopied: 'row.payment_id = $1' },
  { name: 'ledger_transactions', ids: ['id', 'source_id'], isCopied: 'row.source_id = $1' },
  {
    name: 'ledger_entries',
    ids: ['transaction_id'],
    isCopied: 'row.transaction_id IN (SELECT id FROM ledger_transactions WHERE source_id = $1)',
  },
];

/**
 * Copies payments that the service has made, with their attempts and what is in the ledger, to earlier ones. The one of a
 * minute ago has the reference `order-1`.
 */
export async function copyPayments(stack: Stack, copies: readonly Copies[]): Promise<void> {
  const database = await stack.connect();
  // The ledger must balance at the end of each transaction.
  await database.query('BEGIN');
  for (const { of, minutesAgo } of copies) {
    for (const { name, ids, isCopied } of COPIED) {
      const moved = ids.map((id) => `'${id}', row.${id} - (n * 60000 << 22)`).join(', ');
      const reference = name === 'payments' ? `, 'reference', 'order-' || n` : '';
      await database.query(
        `INSERT INTO ${name} SELECT (jsonb_populate_record(row, jsonb_build_object(${moved}${reference}))).*
           FROM unnest($2::bigint[]) n JOIN ${name} row ON ${isCopied}`,
        [of.replace('pay_', ''), minutesAgo],
      );
    }
  }
  await database.query('COMMIT; ANALYZE');
  await database.end();
}
