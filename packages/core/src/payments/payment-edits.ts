import type { Schemas } from '@svc/contract';
import type { Database } from '../platform/database/database.js';
import { namedQuery } from '../platform/database/named-query.js';
import { nextVersion } from '../platform/database/next-version.js';
import { patchedMetadata } from '../platform/merge-patch.js';
import { requireMatch } from '../platform/preconditions.js';
import type { Caller } from '../security/caller.js';
import { lockPayment } from './payment-store.js';
import { presentPayment } from './payment.presenter.js';

const EDIT = namedQuery(
  'payments_edit',
  `UPDATE payments SET description = $3, metadata = $4, ${nextVersion()}
    WHERE environment_id = $1 AND id = $2
    RETURNING version, updated_at AS "updatedAt"`,
);

/** Updates the fields of a payment that belong to the client. */
export class PaymentEdits {
  constructor(private readonly database: Database) {}

  /** Sets the description and merges the metadata; a request without changes keeps the version. */
  async update(caller: Caller, publicId: string, patch: Schemas['UpdatePayment']): Promise<Schemas['Payment']> {
    return this.database.transaction(async (transaction) => {
      const payment = await lockPayment(transaction, caller, publicId);
      requireMatch(caller, payment.version);
      const description = patch.description === undefined ? payment.description : patch.description;
      const metadata = patchedMetadata(payment.metadata, patch.metadata);
      const same = JSON.stringify([description, metadata]) === JSON.stringify([payment.description, payment.metadata]);
      if (same) return presentPayment(payment, caller.mode, caller.publicUrl);
      const values = [caller.environmentId, payment.id, description, JSON.stringify(metadata)];
      const [edited] = await transaction.run<{ version: number; updatedAt: Date }>(EDIT, values);
      if (edited === undefined) throw new Error('a locked payment vanished');
      return presentPayment({ ...payment, ...edited, description, metadata }, caller.mode, caller.publicUrl);
    }, caller);
  }
}
