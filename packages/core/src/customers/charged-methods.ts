import type { Database } from '../platform/database/database.js';
import { namedQuery } from '../platform/database/named-query.js';
import type { PaymentMethod } from './payment-method.entity.js';
import type { PaymentTokens } from './payment-tokens.js';

const SEALED = namedQuery(
  'payment_methods_sealed',
  `SELECT environment_id AS "environmentId", customer_id AS "customerId", id, token_ciphertext AS "tokenCiphertext",
          token_data_key AS "tokenDataKey"
     FROM payment_methods WHERE environment_id = $1 AND customer_id = $2 AND id = $3`,
);

type Sealed = Pick<PaymentMethod, 'environmentId' | 'customerId' | 'id' | 'tokenCiphertext' | 'tokenDataKey'>;

/** How the customer of a payment pays. */
interface Charge {
  readonly environmentId: number;
  readonly customerId: string | null;
  readonly paymentMethodId: string | null;
}

/** Reads the payment methods that payments are charged to. */
export class ChargedMethods {
  constructor(
    private readonly database: Database,
    private readonly tokens: PaymentTokens,
  ) {}

  /** The processor's token; null when the payment names no method, or a deleted one. */
  async token({ environmentId, customerId, paymentMethodId }: Charge): Promise<string | null> {
    if (customerId === null || paymentMethodId === null) return null;
    const values = [environmentId, customerId, paymentMethodId];
    const [method] = await this.database.forSystem().run<Sealed>(SEALED, values);
    return (method && this.tokens.open(method)) ?? null;
  }
}
