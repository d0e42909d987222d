import { isDeepStrictEqual } from 'node:util';
import type { Input, Schemas } from '@svc/contract';
import type { Database, Transaction } from '../platform/database/database.js';
import type { PageCondition } from '../platform/database/environment-tables.js';
import type { TransactionTables } from '../platform/database/transaction-tables.js';
import { DomainError } from '../platform/errors/domain-error.js';
import type { Idempotency } from '../platform/idempotency/idempotency.js';
import { type IdSource, toPublicId } from '../platform/ids.js';
import { requireMatch } from '../platform/preconditions.js';
import { listPage, type Page, type PageRange } from '../platform/lists/cursor.js';
import type { WorkQueues } from '../platform/queues/work-queues.js';
import type { WorkRef } from '../platform/queues/work-ref.js';
import type { Caller } from '../security/caller.js';
import { patchAddress, patchCustomer } from './customer-patch.js';
import { normalizeEmail } from '../platform/normalize-email.js';
import { requireValidCustomer } from './customer-rules.js';
import { findCustomer, lockCustomer } from './customer-store.js';
import { Customer } from './customer.entity.js';
import type { CustomerEvents } from './customer-events.js';
import { presentCustomer } from './customer.presenter.js';
import { newCustomer } from './customer-directory.js';
import { requireOwnMethod } from './payment-method-store.js';
import { createdConditions, metadataConditions, rangeErrors } from '../platform/lists/filters.js';

type Query = Input<'listCustomers'>['query'];

const NOT_ERASED: PageCondition = { text: 'erased_at IS NULL', values: [] };

/** The conditions of the list filters. Throws `invalid_query` when a filter lacks another one that it needs. */
function customerConditions(query: Query, now: Date): PageCondition[] {
  const errors = query.metadata === undefined ? [] : rangeErrors(query, now, 'metadata filters');
  if (errors.length > 0) throw new DomainError('invalid_query', 'Some filters require other filters.', { errors });
  const conditions = [NOT_ERASED, ...createdConditions(query), ...metadataConditions(query.metadata)];
  if (query.email === undefined) return conditions;
  return [...conditions, { text: 'email_normalized = ?', values: [normalizeEmail(query.email)] }];
}

const UNIQUE_VIOLATION = '23505';
const MAX_ROUNDS = 5;

export interface CustomersServiceDependencies {
  readonly database: Database;
  readonly ids: IdSource;
  readonly events: CustomerEvents;
  readonly idempotency: Idempotency;
  readonly queues: WorkQueues;
}

/** Creates, reads, lists and updates customers. */
export class CustomersService {
  constructor(private readonly deps: CustomersServiceDependencies) {}

  /** Creates a customer with its event. Throws `duplicate_email` when the email is taken. */
  async create(caller: Caller, request: Schemas['CreateCustomer']): Promise<Schemas['Customer']> {
    requireValidCustomer(request);
    let deliveries: readonly WorkRef[] = [];
    const answer = await this.deps.idempotency.inTransaction(caller, async (transaction) => {
      const customer = await this.insert(transaction, caller, request);
      deliveries = await this.deps.events.tell(transaction, customer, 'customer.created', caller);
      return presentCustomer(customer, caller.mode);
    });
    await this.deps.queues.add('deliveries', deliveries);
    return answer;
  }

  async get(caller: Caller, publicId: string): Promise<Schemas['Customer']> {
    return presentCustomer(await findCustomer(this.deps.database.forEnvironment(caller), publicId), caller.mode);
  }

  /** The customers that match the filters, newest first. */
  async list(caller: Caller, query: Input<'listCustomers'>['query']): Promise<Page<Schemas['Customer']>> {
    const conditions = customerConditions(query, new Date());
    const tables = this.deps.database.forEnvironment(caller);
    const read = (range: PageRange): Promise<Customer[]> => tables.page(Customer, range, conditions);
    return listPage('customers', caller, query, read, (customer) => presentCustomer(customer, caller.mode));
  }

  /** Applies a merge patch with its event; one without changes keeps the version. */
  async update(caller: Caller, publicId: string, patch: Schemas['UpdateCustomer']): Promise<Schemas['Customer']> {
    requireValidCustomer(patch);
    for (let round = 1; ; round++) {
      try {
        let deliveries: readonly WorkRef[] = [];
        const changed = await this.deps.database.transaction(async (transaction) => {
          const tables = transaction.forEnvironment(caller);
          const before = await lockCustomer(tables, publicId);
          requireMatch(caller, before.version);
          const after = await this.change(tables, before, patch);
          if (after.version === before.version) return before;
          deliveries = await this.deps.events.tell(transaction, after, 'customer.updated', caller);
          return after;
        }, caller);
        await this.deps.queues.add('deliveries', deliveries);
        return presentCustomer(changed, caller.mode);
      } catch (error) {
        // Another transaction has just taken the email: the next round finds its customer, or that it is free again.
        if ((error as { code?: unknown }).code !== UNIQUE_VIOLATION || round === MAX_ROUNDS) throw error;
      }
    }
  }

  private async insert(
    transaction: Transaction,
    caller: Caller,
    request: Schemas['CreateCustomer'],
  ): Promise<Customer> {
    const { email, firstName = null, lastName = null, phone = null, preferences = {}, metadata = {} } = request;
    const { locale = null, currency = null, emailReceipts = true } = preferences;
    const { environmentId } = caller;
    const id = await this.deps.ids.one();
    const address = patchAddress(null, request.address);
    const names = { email, firstName, lastName, phone, address };
    const customer = newCustomer({ environmentId, id, ...names, locale, currency, emailReceipts, metadata });
    const tables = transaction.forEnvironment(caller);
    for (let round = 1; round <= MAX_ROUNDS; round++) {
      if ((await tables.insertNew(Customer, customer)) !== undefined) return customer;
      await this.requireFreeEmail(tables, customer);
    }
    throw new Error('a customer could be neither created nor found');
  }

  private async change(
    tables: TransactionTables,
    customer: Customer,
    patch: Schemas['UpdateCustomer'],
  ): Promise<Customer> {
    const changed = patchCustomer(customer, patch);
    const methodId = patch.preferences?.defaultPaymentMethodId ?? null;
    if (methodId !== null) changed.defaultPaymentMethodId = await requireOwnMethod(tables, customer.id, methodId);
    if (isDeepStrictEqual(changed, { ...customer })) return customer;
    if (changed.emailNormalized !== customer.emailNormalized) await this.requireFreeEmail(tables, changed);
    return tables.save(Customer, changed);
  }

  private async requireFreeEmail(tables: TransactionTables, { emailNormalized }: Customer): Promise<void> {
    const taken = await tables.find(Customer, { emailNormalized });
    if (taken === undefined) return;
    const members = { existingId: toPublicId('cust', taken.id) };
    throw new DomainError('duplicate_email', 'A customer with this e-mail address already exists.', { members });
  }
}
