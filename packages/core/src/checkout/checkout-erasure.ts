import type { Transaction } from '../platform/database/database.js';
import { namedQuery } from '../platform/database/named-query.js';
import type { ErasedCustomer, PersonalObjects } from '../platform/erasure/erasure-hooks.js';
import type { CheckoutChanges } from './checkout-changes.js';
import { lockCheckout } from './checkout-store.js';

const NEXT = namedQuery(
  'checkout_sessions_of_erased',
  `SELECT id FROM checkout_sessions WHERE environment_id = $1 AND customer_id = $2 AND id > $3 ORDER BY id LIMIT $4`,
);

/** Checkout sessions hold no personal data, but end with their customer. */
export class CheckoutErasure implements PersonalObjects {
  readonly name = 'checkout sessions';
  /** Before payments: an open session creates them. */
  readonly order = 1;

  constructor(private readonly changes: CheckoutChanges) {}

  async erase(
    transaction: Transaction,
    { environmentId, customerId }: ErasedCustomer,
    afterId: string,
    limit: number,
  ): Promise<string[]> {
    const tables = transaction.forEnvironment({ environmentId });
    const next = await tables.run<{ id: string }>(NEXT, [customerId, afterId, limit]);
    for (const { id } of next) {
      const held = await lockCheckout(tables, id);
      if (held?.session.status !== 'open') continue;
      const { session, mode, now } = held;
      // Without a due time a payment is in progress. Its outcome then ends the session, whose time is up.
      const ended = session.dueAt === null ? { expiresAt: now } : { status: 'expired' as const, dueAt: null };
      await this.changes.save(transaction, session, ended, mode);
    }
    return next.map(({ id }) => id);
  }
}
