import type { StatementRunner } from '../platform/database/database.js';
import { namedQuery } from '../platform/database/named-query.js';
import { type IdSource, idTime } from '../platform/ids.js';
import { type HeldCustomer, holdCustomers, METHOD_PROCESSOR } from './customer-store.js';
import type { Customer } from './customer.entity.js';
import { normalizeEmail } from '../platform/normalize-email.js';

// One order of inserts prevents deadlocks. Existing rows are locked as the payments' foreign key locks them: an erasure is
// waited for, and the customer is then not found.
const RESOLVE = namedQuery(
  'customers_resolve',
  `WITH wanted AS (
     SELECT * FROM unnest($1::int[], $2::text[], $3::bigint[], $4::text[], $5::text[], $6::text[])
       AS w (environment_id, email_normalized, id, email, first_name, last_name)
   ), found AS (
     SELECT c.environment_id, c.email_normalized, c.id, c.default_payment_method_id AS method,
            ${METHOD_PROCESSOR} AS method_processor
       FROM wanted w
       JOIN customers c ON c.environment_id = w.environment_id AND c.email_normalized = w.email_normalized
        FOR KEY SHARE OF c
   ), created AS (
     INSERT INTO customers (environment_id, id, email, email_normalized, first_name, last_name, updated_at)
     SELECT w.environment_id, w.id, w.email, w.email_normalized, w.first_name, w.last_name, id_time(w.id)
       FROM wanted w
      WHERE NOT EXISTS (SELECT 1 FROM found f
              WHERE f.environment_id = w.environment_id AND f.email_normalized = w.email_normalized)
      ORDER BY w.environment_id, w.email_normalized
     ON CONFLICT (environment_id, email_normalized) DO NOTHING
     RETURNING environment_id, email_normalized, id
   )
   SELECT environment_id, email_normalized, id, method, method_processor, false AS created FROM found
   UNION ALL
   SELECT environment_id, email_normalized, id, NULL, NULL, true FROM created`,
);

interface ResolvedRow {
  environment_id: number;
  email_normalized: string;
  id: string;
  method: string | null;
  method_processor: string | null;
  created: boolean;
}

/** A customer named by a payment. */
export interface NamedCustomer {
  readonly environmentId: number;
  readonly email: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
}

/** A customer that was found or created, with the default payment method and its connection. */
export type ResolvedCustomer = Pick<Customer, 'id' | 'defaultPaymentMethodId'> &
  Pick<HeldCustomer, 'methodProcessorId'>;

/** The customers of a batch, and which of them it created. */
export interface ResolvedCustomers {
  find(environmentId: number, email: string): ResolvedCustomer | undefined;
  readonly created: readonly Customer[];
}

/** Customers by id, locked until the transaction ends. */
export interface HeldCustomers {
  find(environmentId: number, id: string): HeldCustomer | undefined;
}

const MAX_ROUNDS = 5;

/** Finds customers by email or creates them, for concepts that store their data. */
export class CustomerDirectory {
  constructor(private readonly ids: IdSource) {}

  /**
   * Finds or creates each named customer, and waits for those that another transaction is creating. Each customer is reported
   * as created to one transaction only.
   */
  async resolve(runner: StatementRunner, named: readonly NamedCustomer[]): Promise<ResolvedCustomers> {
    const resolved = new Map<string, ResolvedCustomer>();
    const created: Customer[] = [];
    const missing = await this.candidates(named);
    for (let round = 0; missing.size > 0 && round < MAX_ROUNDS; round++) {
      for (const row of await this.findOrCreate(runner, [...missing.values()])) {
        const key = keyOf(row.environment_id, row.email_normalized);
        const candidate = missing.get(key);
        resolved.set(key, { id: row.id, defaultPaymentMethodId: row.method, methodProcessorId: row.method_processor });
        if (row.created && candidate !== undefined) created.push(candidate);
        missing.delete(key);
      }
    }
    if (missing.size > 0) throw new Error('customers could be neither found nor created');
    return { created, find: (environmentId, email) => resolved.get(keyOf(environmentId, normalizeEmail(email))) };
  }

  /** Locks those of the customers that exist, so that none is erased before the transaction ends. */
  async hold(
    runner: StatementRunner,
    known: readonly Pick<Customer, 'environmentId' | 'id'>[],
  ): Promise<HeldCustomers> {
    const held = known.length === 0 ? [] : await holdCustomers(runner, known);
    return {
      find: (environmentId, id) =>
        held.find((customer) => customer.environmentId === environmentId && customer.id === id),
    };
  }

  private async candidates(named: readonly NamedCustomer[]): Promise<Map<string, Customer>> {
    const ids = await this.ids.take(named.length);
    const candidates = new Map<string, Customer>();
    for (const [index, { environmentId, email, firstName, lastName }] of named.entries()) {
      const id = ids[index] ?? '';
      const key = keyOf(environmentId, normalizeEmail(email));
      if (!candidates.has(key)) candidates.set(key, newCustomer({ environmentId, id, email, firstName, lastName }));
    }
    return candidates;
  }

  private findOrCreate(runner: StatementRunner, wanted: readonly Customer[]): Promise<ResolvedRow[]> {
    return runner.run<ResolvedRow>(RESOLVE, [
      wanted.map((customer) => customer.environmentId),
      wanted.map((customer) => customer.emailNormalized),
      wanted.map((customer) => customer.id),
      wanted.map((customer) => customer.email),
      wanted.map((customer) => customer.firstName),
      wanted.map((customer) => customer.lastName),
    ]);
  }
}

function keyOf(environmentId: number, emailNormalized: string): string {
  return `${environmentId} ${emailNormalized}`;
}

type Given = Pick<Customer, 'environmentId' | 'id' | 'email'> & Partial<Customer>;

/** A customer with the given fields, and defaults for all others. */
export function newCustomer(given: Given): Customer {
  return {
    version: 1,
    emailNormalized: normalizeEmail(given.email),
    firstName: null,
    lastName: null,
    phone: null,
    address: null,
    locale: null,
    currency: null,
    emailReceipts: true,
    defaultPaymentMethodId: null,
    metadata: {},
    erasedAt: null,
    updatedAt: idTime(given.id),
    ...given,
  };
}
