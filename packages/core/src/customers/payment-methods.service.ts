import type { Schemas } from '@svc/contract';
import type { Database } from '../platform/database/database.js';
import { DomainError, validationFailed } from '../platform/errors/domain-error.js';
import type { Idempotency } from '../platform/idempotency/idempotency.js';
import { type IdSource, fromPublicId, idTime, toPublicId } from '../platform/ids.js';
import { listPage, type Page, type PageRange } from '../platform/lists/cursor.js';
import type { TransactionTables } from '../platform/database/transaction-tables.js';
import { firstConnection } from '../processors/connections/connection-store.js';
import { ProcessorConnection } from '../processors/connections/processor-connection.entity.js';
import type { PaymentMethodUser } from '../platform/payment-method-users.js';
import type { WorkQueues } from '../platform/queues/work-queues.js';
import type { WorkRef } from '../platform/queues/work-ref.js';
import { actorColumns, type Caller } from '../security/caller.js';
import { Customer } from './customer.entity.js';
import type { CustomerEvents } from './customer-events.js';
import { findCustomer, holdCustomers, lockCustomer, unknownCustomer } from './customer-store.js';
import { emptyPaymentMethod } from './payment-method-store.js';
import { PaymentMethod } from './payment-method.entity.js';
import type { PaymentTokens } from './payment-tokens.js';
import type { Mode } from '../security/environment.entity.js';

export interface PaymentMethodsServiceDependencies {
  readonly database: Database;
  readonly ids: IdSource;
  readonly tokens: PaymentTokens;
  readonly idempotency: Idempotency;
  readonly users: Iterable<PaymentMethodUser>;
  readonly events: CustomerEvents;
  readonly queues: WorkQueues;
}

/** Adds, lists and removes payment methods. */
export class PaymentMethodsService {
  constructor(private readonly deps: PaymentMethodsServiceDependencies) {}

  /** Adds a payment method. Responses never contain its token. */
  create(
    caller: Caller,
    customerId: string,
    request: Schemas['CreatePaymentMethod'],
  ): Promise<Schemas['PaymentMethod']> {
    requireWholeExpiry(request);
    return this.deps.idempotency.inTransaction(caller, async (transaction) => {
      const { environmentId } = caller;
      const named = fromPublicId('cust', customerId) ?? '0';
      const [customer] = await holdCustomers(transaction, [{ environmentId, id: named }]);
      if (customer === undefined) throw unknownCustomer(customerId);
      const processorId = await ownProcessor(transaction.forEnvironment(caller), request.processorId);
      const row = { environmentId, customerId: customer.id, id: await this.deps.ids.one() };
      const { ciphertext, dataKey } = this.deps.tokens.seal(request.processorToken, row);
      const method: PaymentMethod = {
        ...row,
        type: request.type,
        processorId,
        tokenCiphertext: ciphertext,
        tokenDataKey: dataKey,
        processorCustomer: null,
        brand: request.brand ?? null,
        last4: request.last4 ?? null,
        expiryMonth: request.expiryMonth ?? null,
        expiryYear: request.expiryYear ?? null,
        deletedAt: null,
        detachAt: null,
        detachTries: 0,
      };
      void transaction.forEnvironment(caller).insert(PaymentMethod, method);
      return presentPaymentMethod(method, caller.mode);
    });
  }

  /** The customer's payment methods, newest first. */
  async list(
    caller: Caller,
    customerId: string,
    query: { limit?: number; cursor?: string },
  ): Promise<Page<Schemas['PaymentMethod']>> {
    const tables = this.deps.database.forEnvironment(caller);
    const customer = await findCustomer(tables, customerId);
    const conditions = [
      { text: 'customer_id = ?', values: [customer.id] },
      { text: 'deleted_at IS NULL', values: [] },
    ];
    const read = (range: PageRange): Promise<PaymentMethod[]> => tables.page(PaymentMethod, range, conditions);
    const present = (method: PaymentMethod) => presentPaymentMethod(method, caller.mode);
    return listPage('payment methods', caller, { ...query, customerId }, read, present);
  }

  /** Removes a payment method, also as the customer's default. */
  async delete(caller: Caller, customerId: string, publicId: string): Promise<void> {
    const deliveries: WorkRef[] = [];
    await this.deps.database.transaction(async (transaction) => {
      const tables = transaction.forEnvironment(caller);
      const customer = await lockCustomer(tables, customerId);
      const id = fromPublicId('pm', publicId);
      if (id === undefined || !(await emptyPaymentMethod(transaction, customer, id))) {
        throw new DomainError('not_found', `There is no payment method ${publicId} of this customer.`);
      }
      const { environmentId, actor, trace } = caller;
      const removed = { environmentId, customerId: customer.id, id, by: actorColumns(actor), trace };
      for (const user of this.deps.users) deliveries.push(...(await user.removed(transaction, removed)));
      if (customer.defaultPaymentMethodId !== id) return;
      const changed = await tables.save(Customer, { ...customer, defaultPaymentMethodId: null });
      deliveries.push(...(await this.deps.events.tell(transaction, changed, 'customer.updated', caller)));
    }, caller);
    await this.deps.queues.add('deliveries', deliveries);
  }
}

/** The connection that a token belongs to: the named one, or the first enabled one. Null if there is none. */
async function ownProcessor(tables: TransactionTables, publicId: string | undefined): Promise<string | null> {
  if (publicId === undefined) return firstConnection(tables);
  const id = fromPublicId('proc', publicId);
  const connection = id === undefined ? undefined : await tables.find(ProcessorConnection, { id, deletedAt: null });
  if (connection !== undefined) return connection.id;
  throw validationFailed('The processor of the payment method is invalid.', {
    pointer: '/processorId',
    code: 'not_found',
    detail: 'is not a processor of this mode',
  });
}

/** An expiry needs both month and year. */
function requireWholeExpiry({ expiryMonth, expiryYear }: Schemas['CreatePaymentMethod']): void {
  if ((expiryMonth === undefined) === (expiryYear === undefined)) return;
  const [missing, given] = expiryMonth === undefined ? ['expiryMonth', 'expiryYear'] : ['expiryYear', 'expiryMonth'];
  throw validationFailed('The expiry is incomplete.', {
    pointer: `/${missing}`,
    code: 'required',
    detail: `is required with ${given}`,
  });
}

/** A payment method in API responses, without its token. */
function presentPaymentMethod(method: PaymentMethod, mode: Mode): Schemas['PaymentMethod'] {
  return {
    id: toPublicId('pm', method.id),
    customerId: toPublicId('cust', method.customerId),
    type: method.type,
    processorId: method.processorId && toPublicId('proc', method.processorId),
    brand: method.brand,
    last4: method.last4,
    expiryMonth: method.expiryMonth,
    expiryYear: method.expiryYear,
    mode,
    createdAt: idTime(method.id).toISOString(),
  };
}
