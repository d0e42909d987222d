import type { Transaction } from '../platform/database/database.js';
import type { IdSource } from '../platform/ids.js';
import type { SavedMethod } from '../platform/payment-outcomes.js';
import { holdCustomers } from './customer-store.js';
import { PaymentMethod } from './payment-method.entity.js';
import type { PaymentTokens } from './payment-tokens.js';

type Owner = Pick<PaymentMethod, 'environmentId' | 'customerId' | 'processorId'>;

/** Stores payment methods that processors have saved with a payment. */
export class SavedMethods {
  constructor(
    private readonly ids: IdSource,
    private readonly tokens: PaymentTokens,
  ) {}

  /** Adds a method to the customer's, and returns its id; null if the customer was erased. */
  async add(transaction: Transaction, owner: Owner, saved: SavedMethod): Promise<string | null> {
    const { environmentId, customerId } = owner;
    const held = await holdCustomers(transaction, [{ environmentId, id: customerId }]);
    if (held.length === 0) return null;
    const id = await this.ids.one();
    const { token, owner: processorCustomer, brand, last4, expiryMonth, expiryYear } = saved;
    const { ciphertext, dataKey } = this.tokens.seal(token, { environmentId, customerId, id });
    void transaction.forEnvironment(owner).insert(PaymentMethod, {
      ...{ ...owner, id, type: 'card', processorCustomer, tokenCiphertext: ciphertext, tokenDataKey: dataKey },
      ...{ brand, last4, expiryMonth, expiryYear, deletedAt: null, detachAt: null, detachTries: 0 },
    });
    return id;
  }
}
