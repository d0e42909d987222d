import type { Database } from '../platform/database/database.js';
import { PaymentMethod } from './payment-method.entity.js';
import type { PaymentTokens } from './payment-tokens.js';

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
    const tables = this.database.forEnvironment({ environmentId });
    const method = await tables.find(PaymentMethod, { id: paymentMethodId, customerId, deletedAt: null });
    return (method && this.tokens.open(method)) ?? null;
  }
}
