import type { Input, Schemas } from '@svc/contract';
import type { HeldCustomer } from '../customers/customer-store.js';
import type { CustomerDirectory } from '../customers/customer-directory.js';
import { findOwnMethod } from '../customers/payment-method-store.js';
import { needsPaymentMethod } from '../payments/payment-route.js';
import type { Database, Transaction } from '../platform/database/database.js';
import { validationFailed } from '../platform/errors/domain-error.js';
import type { Idempotency } from '../platform/idempotency/idempotency.js';
import { type IdSource, fromPublicId, idTime } from '../platform/ids.js';
import { listPage, type Page, type PageRange } from '../platform/lists/cursor.js';
import { customersConditions } from '../platform/lists/filters.js';
import type { WorkQueues } from '../platform/queues/work-queues.js';
import { environmentTime } from '../security/environment-time.js';
import type { AuditLog } from '../security/audit-log.js';
import type { Caller } from '../security/caller.js';
import type { Billed, SubscriptionBilling } from './subscription-billing.js';
import { newMakers } from './subscription-makers.js';
import { unknownSubscription } from './subscription-store.js';
import { METHOD_NEEDED, NO_CUSTOMER, NO_PAYMENT_METHOD, periodErrors, startErrors } from './subscription-terms.js';
import { presentSubscription } from './subscription.presenter.js';
import { Subscription } from './subscription.entity.js';

export interface SubscriptionsServiceDependencies {
  readonly database: Database;
  readonly ids: IdSource;
  readonly customers: CustomerDirectory;
  readonly billing: SubscriptionBilling;
  readonly idempotency: Idempotency;
  readonly queues: WorkQueues;
  readonly audit: AuditLog;
}

/** Creates, reads and lists subscriptions. */
export class SubscriptionsService {
  constructor(private readonly deps: SubscriptionsServiceDependencies) {}

  /** Creates a subscription, with its first payment if its first period has begun. */
  async create(caller: Caller, request: Schemas['CreateSubscription']): Promise<Schemas['Subscription']> {
    let billed: Billed | undefined;
    const answer = await this.deps.idempotency.inTransaction(caller, async (transaction) => {
      const now = await environmentTime(transaction, caller);
      const subscription = await this.newSubscription(transaction, caller, request, now);
      const created = await this.deps.billing.create(transaction, subscription, caller, now);
      billed = created;
      const presented = presentSubscription(created.subscription, caller.mode);
      await this.deps.audit.record(transaction, caller, { action: 'subscription.created', objectId: presented.id });
      return presented;
    });
    await Promise.all([
      this.deps.queues.add('payments', billed?.payments ?? []),
      this.deps.queues.add('deliveries', billed?.deliveries ?? []),
    ]);
    return answer;
  }

  async get(caller: Caller, publicId: string): Promise<Schemas['Subscription']> {
    const id = fromPublicId('sub', publicId);
    const tables = this.deps.database.forEnvironment(caller);
    const subscription = id === undefined ? undefined : await tables.find(Subscription, id);
    if (subscription === undefined) throw unknownSubscription(publicId);
    return presentSubscription(subscription, caller.mode);
  }

  /** The subscriptions that match the filters, newest first. */
  async list(caller: Caller, query: Input<'listSubscriptions'>['query']): Promise<Page<Schemas['Subscription']>> {
    const tables = this.deps.database.forEnvironment(caller);
    const read = (range: PageRange): Promise<Subscription[]> =>
      tables.page(Subscription, range, customersConditions(query, new Date()));
    return listPage('subscriptions', caller, query, read, (subscription) =>
      presentSubscription(subscription, caller.mode),
    );
  }

  private async newSubscription(
    transaction: Transaction,
    caller: Caller,
    request: Schemas['CreateSubscription'],
    now: Date,
  ): Promise<Subscription> {
    const { environmentId } = caller;
    const startAt = request.startAt === undefined ? now : new Date(request.startAt);
    const { customerId, paymentMethodId } = await this.checked(transaction, caller, request, { startAt, now });
    const id = await this.deps.ids.one();
    return {
      environmentId,
      id,
      version: 1,
      customerId,
      amountValue: String(request.amount.value),
      currency: request.amount.currency,
      interval: request.interval,
      intervalCount: request.intervalCount,
      startAt,
      anchorAt: startAt,
      anchorPeriod: 0,
      anchorDay: startAt.getUTCDate(),
      ...newMakers(caller.actor),
      paymentMethodId,
      description: request.description ?? null,
      metadata: request.metadata ?? {},
      status: 'scheduled',
      period: null,
      currentPeriodStart: null,
      currentPeriodEnd: null,
      retryAt: null,
      cancelAtPeriodEnd: false,
      dueAt: null,
      updatedAt: idTime(id),
    };
  }

  /** Finds the customer and the payment method. Throws with everything that is wrong with the request. */
  private async checked(
    transaction: Transaction,
    caller: Caller,
    request: Schemas['CreateSubscription'],
    { startAt, now }: { readonly startAt: Date; readonly now: Date },
  ): Promise<Pick<Subscription, 'customerId' | 'paymentMethodId'>> {
    const customer = await this.customer(transaction, caller, request.customerId);
    const paymentMethodId = await methodOf(transaction, caller, request, customer);
    const errors = [...periodErrors(request), ...startErrors(startAt, now)];
    if (customer === undefined) errors.push(NO_CUSTOMER);
    if (paymentMethodId === undefined) errors.push(NO_PAYMENT_METHOD);
    // One that begins later may still get a payment method.
    const hasMethod = request.paymentMethodId !== undefined || customer?.defaultPaymentMethodId !== null;
    if (!hasMethod && startAt <= now && (await needsPaymentMethod(transaction, caller.environmentId, request.amount)))
      errors.push(METHOD_NEEDED);
    if (errors.length > 0 || customer === undefined || paymentMethodId === undefined) {
      throw validationFailed('The subscription is invalid.', ...errors);
    }
    return { customerId: customer.id, paymentMethodId };
  }

  /** The customer. The row stays locked, so that it is not erased before the subscription is stored. */
  private async customer(
    transaction: Transaction,
    caller: Caller,
    publicId: string,
  ): Promise<HeldCustomer | undefined> {
    const id = fromPublicId('cust', publicId);
    if (id === undefined) return undefined;
    const held = await this.deps.customers.hold(transaction, [{ environmentId: caller.environmentId, id }]);
    return held.find(caller.environmentId, id);
  }
}

/** The payment method that the request names, or null for the customer's default; undefined if the customer does not have it. */
async function methodOf(
  transaction: Transaction,
  caller: Caller,
  { paymentMethodId }: Schemas['CreateSubscription'],
  customer: HeldCustomer | undefined,
): Promise<string | null | undefined> {
  if (paymentMethodId === undefined || customer === undefined) return null;
  return findOwnMethod(transaction.forEnvironment(caller), customer.id, paymentMethodId);
}
