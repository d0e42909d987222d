import type { Database } from '../platform/database/database.js';
import { namedQuery } from '../platform/database/named-query.js';
import { connectionIdOf } from '../processors/connections/connection-name.js';
import type { CustomerAtProcessor } from '../processors/customer-at-processor.js';
import { PaymentMethod } from './payment-method.entity.js';
import type { PaymentTokens } from './payment-tokens.js';

const READ = namedQuery(
  'processor_customers_read',
  `SELECT p.reference
     FROM customers c
     LEFT JOIN processor_customers p
       ON p.environment_id = c.environment_id AND p.customer_id = c.id AND p.processor_id = $3
    WHERE c.environment_id = $1 AND c.id = $2 AND c.erased_at IS NULL`,
);

// The lock makes an erasure wait until the row is there, which it must find.
const STORE = namedQuery(
  'processor_customers_store',
  `INSERT INTO processor_customers (environment_id, customer_id, processor_id, reference)
   SELECT $1, c.id, $3, $4 FROM customers c
    WHERE c.environment_id = $1 AND c.id = $2 AND c.erased_at IS NULL FOR KEY SHARE
   ON CONFLICT (environment_id, customer_id, processor_id) DO UPDATE SET reference = EXCLUDED.reference
    WHERE processor_customers.reference = $5`,
);

// One that was removed meanwhile is due to be detached, unless the account has attached it to a customer of its own. The lock
// makes it wait for an erasure, after which nothing is stored.
const STORE_METHOD = namedQuery(
  'payment_methods_store_owner',
  `UPDATE payment_methods m
      SET token_ciphertext = $4, token_data_key = $5,
          processor_customer = CASE WHEN m.deleted_at IS NULL THEN $6 END,
          detach_at = CASE WHEN m.deleted_at IS NOT NULL THEN now() END
     FROM (SELECT id FROM customers WHERE environment_id = $1 AND id = $2 AND erased_at IS NULL FOR KEY SHARE) c
    WHERE m.environment_id = $1 AND m.customer_id = c.id AND m.id = $3
      AND (m.deleted_at IS NULL
           OR EXISTS (SELECT FROM processor_customers p
                       WHERE p.environment_id = $1 AND p.customer_id = $2 AND p.processor_id = $7 AND p.reference = $6))
   RETURNING m.deleted_at IS NULL AS "isKept"`,
);

/** Whose payment it is, and where it goes. */
interface Charge {
  readonly environmentId: number;
  readonly customerId: string | null;
  readonly paymentMethodId: string | null;
  readonly processor: string;
}

/** Keeps the references of customers at processors, and which of them payment methods are attached to. */
export class ProcessorCustomers {
  constructor(
    private readonly database: Database,
    private readonly tokens: PaymentTokens,
  ) {}

  /** Null for a payment without a customer, or that goes to no connection. */
  of({ environmentId, customerId, paymentMethodId, processor }: Charge): CustomerAtProcessor | null {
    const processorId = connectionIdOf(processor);
    if (customerId === null || processorId === undefined) return null;
    const tables = this.database.forEnvironment({ environmentId });
    const reference = async (): Promise<string | null | undefined> => {
      const [row] = await tables.run<{ reference: string | null }>(READ, [customerId, processorId]);
      return row?.reference;
    };
    return {
      reference,
      storeReference: async (stored, lost) => {
        await tables.run(STORE, [customerId, processorId, stored, lost ?? null]);
        return (await reference()) ?? undefined;
      },
      methodOwner: async () => {
        if (paymentMethodId === null) return null;
        const method = await tables.find(PaymentMethod, { id: paymentMethodId, customerId });
        return method?.processorCustomer ?? null;
      },
      storeMethod: async (token, owner) => {
        if (paymentMethodId === null) return false;
        const { ciphertext, dataKey } = this.tokens.seal(token, { environmentId, customerId, id: paymentMethodId });
        const values = [customerId, paymentMethodId, ciphertext, dataKey, owner, processorId];
        const [stored] = await tables.run<{ isKept: boolean }>(STORE_METHOD, values);
        return stored?.isKept === true;
      },
    };
  }
}
