import type { Transaction } from '../platform/database/database.js';
import { namedQuery } from '../platform/database/named-query.js';
import { nextVersion } from '../platform/database/next-version.js';
import { ERASED_EMAIL } from '../platform/erasure/erased-json.js';
import type { ErasedCustomer, PersonalObjects } from '../platform/erasure/erasure-hooks.js';

// The new version makes a concurrent writer with the old row fail its version check, so it cannot write the name back.
// Payments that are already erased are returned, but not updated.
const ERASE = namedQuery(
  'payments_erase',
  `WITH next AS (
     SELECT id FROM payments WHERE environment_id = $1 AND customer_id = $2 AND id > $3
      ORDER BY id LIMIT $4 FOR NO KEY UPDATE
   ), erased AS (
     UPDATE payments p
        SET customer_email = $5, customer_first_name = NULL, customer_last_name = NULL,
            receipt_email = NULL, ${nextVersion('p')}
       FROM next n
      WHERE p.environment_id = $1 AND p.id = n.id AND p.customer_email IS DISTINCT FROM $5
   )
   SELECT id FROM next ORDER BY id`,
);

/** Erases the payer's personal data in payments. */
export class PaymentErasure implements PersonalObjects {
  readonly name = 'payments';
  readonly order = 2;

  async erase(
    transaction: Transaction,
    { environmentId, customerId }: ErasedCustomer,
    afterId: string,
    limit: number,
  ): Promise<string[]> {
    const values = [environmentId, customerId, afterId, limit, ERASED_EMAIL];
    return (await transaction.run<{ id: string }>(ERASE, values)).map(({ id }) => id);
  }
}
