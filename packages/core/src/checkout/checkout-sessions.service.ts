import type { Input, Schemas } from '@svc/contract';
import type { CustomerDirectory } from '../customers/customer-directory.js';
import type { CustomerEvents } from '../customers/customer-events.js';
import type { PayerData } from '../payments/creating/payment-writer.js';
import { customerUrl } from '../payments/customer-url.js';
import { noSuchPayer, payerOf } from '../payments/payer.js';
import { reachesThreshold } from '../payments/payment-amounts.js';
import type { PaymentPages } from '../payments/payment-pages.js';
import { requestedProcessor } from '../payments/payment-route.js';
import type { Database, Transaction } from '../platform/database/database.js';
import type { Idempotency } from '../platform/idempotency/idempotency.js';
import { type DomainError, validationFailed } from '../platform/errors/domain-error.js';
import { type IdSource, idTime } from '../platform/ids.js';
import { listPage, type Page, type PageRange } from '../platform/lists/cursor.js';
import { customersConditions } from '../platform/lists/filters.js';
import type { WorkQueues } from '../platform/queues/work-queues.js';
import type { WorkRef } from '../platform/queues/work-ref.js';
import type { ProcessorRegistry } from '../processors/processor-registry.js';
import { environmentTime } from '../security/environment-time.js';
import type { AuditLog } from '../security/audit-log.js';
import { type Caller, makerColumns } from '../security/caller.js';
import { checkoutId, unknownCheckout } from './checkout-store.js';
import { CheckoutSession } from './checkout-session.entity.js';
import { presentCheckoutSession } from './checkout-session.presenter.js';
import { requireCheckoutProcessor } from './checkout-processor.js';
import { checkoutExpiry, checkoutLines } from './checkout-terms.js';

export interface CheckoutSessionsServiceDependencies {
  readonly database: Database;
  readonly ids: IdSource;
  readonly customers: CustomerDirectory;
  readonly customerEvents: CustomerEvents;
  readonly pages: PaymentPages;
  readonly idempotency: Idempotency;
  readonly queues: WorkQueues;
  readonly audit: AuditLog;
  readonly processors: Pick<ProcessorRegistry, 'forMode'>;
}

/** The customer of a new session, the data that the request names them by, and deliveries to enqueue after the commit. */
interface SessionPayer {
  readonly id: string | null;
  readonly named: PayerData | null;
  readonly deliveries: readonly WorkRef[];
}

function customerMissing(): DomainError {
  const detail = 'is required with savePaymentMethod: the payment method is saved for the customer';
  return validationFailed('The checkout session is invalid.', { pointer: '/customer', code: 'required', detail });
}

/** Creates, reads and lists checkout sessions. */
export class CheckoutSessionsService {
  constructor(private readonly deps: CheckoutSessionsServiceDependencies) {}

  async create(caller: Caller, request: Schemas['CreateCheckoutSession']): Promise<Schemas['CheckoutSession']> {
    let deliveries: readonly WorkRef[] = [];
    const answer = await this.deps.idempotency.inTransaction(caller, async (transaction) => {
      const payer = await this.customer(transaction, caller, request.customer);
      deliveries = payer.deliveries;
      const session = await this.newSession(transaction, caller, request, payer);
      void transaction.forEnvironment(caller).insert(CheckoutSession, session);
      const presented = this.present(session, caller);
      await this.deps.audit.record(transaction, caller, { action: 'checkout_session.created', objectId: presented.id });
      return presented;
    });
    await this.deps.queues.add('deliveries', deliveries);
    return answer;
  }

  /** Throws `not_found`. */
  async get(caller: Caller, publicId: string): Promise<Schemas['CheckoutSession']> {
    const tables = this.deps.database.forEnvironment(caller);
    const session = await tables.find(CheckoutSession, checkoutId(publicId));
    if (session === undefined) throw unknownCheckout(publicId);
    return this.present(session, caller);
  }

  /** The sessions that match the filters, newest first. */
  async list(caller: Caller, query: Input<'listCheckoutSessions'>['query']): Promise<Page<Schemas['CheckoutSession']>> {
    const tables = this.deps.database.forEnvironment(caller);
    const read = (range: PageRange): Promise<CheckoutSession[]> =>
      tables.page(CheckoutSession, range, customersConditions(query, new Date()));
    return listPage('checkout sessions', caller, query, read, (session) => this.present(session, caller));
  }

  /** A session as its merchant sees it, with the address of its page. */
  present(session: CheckoutSession, { mode, publicUrl = '' }: Caller): Schemas['CheckoutSession'] {
    return presentCheckoutSession(session, mode, `${publicUrl}/${this.deps.pages.checkoutPage(session)}`);
  }

  private async newSession(
    transaction: Transaction,
    caller: Caller,
    request: Schemas['CreateCheckoutSession'],
    { id: customerId, named }: SessionPayer,
  ): Promise<CheckoutSession> {
    const { amount, captureMethod = 'automatic', metadata = {}, savePaymentMethod: savesMethod = false } = request;
    const { environmentId, mode } = caller;
    const tables = transaction.forEnvironment(caller);
    const successUrl = customerUrl(request.successUrl, '/successUrl', mode);
    const cancelUrl = customerUrl(request.cancelUrl, '/cancelUrl', mode);
    const lineItems = checkoutLines(request);
    const expiresAt = checkoutExpiry(request.expiresAt, await environmentTime(transaction, caller));
    const processor = (await requestedProcessor(tables, request, { mode, method: undefined })) ?? null;
    if (savesMethod && customerId === null) throw customerMissing();
    const id = await this.deps.ids.one();
    const session: CheckoutSession = {
      environmentId,
      id,
      version: 1,
      status: 'open',
      paymentStatus: 'unpaid',
      amountValue: String(amount.value),
      currency: amount.currency,
      customerId,
      payer: named,
      description: request.description ?? null,
      lineItems,
      locale: request.locale ?? null,
      processor,
      reference: request.reference ?? null,
      metadata,
      captureMethod,
      savesMethod,
      successUrl,
      cancelUrl,
      reachesThreshold: reachesThreshold(amount, caller.approvalThresholds),
      expiresAt,
      ...makerColumns(caller.actor),
      paymentId: null,
      paymentMethodId: null,
      paymentCount: 0,
      dueAt: expiresAt,
      updatedAt: idTime(id),
    };
    await requireCheckoutProcessor(transaction, session, this.deps.processors.forMode(mode).name);
    return session;
  }

  /** Finds or creates the customer. The row stays locked, so that it is not erased before the session is stored. */
  private async customer(
    transaction: Transaction,
    caller: Caller,
    named: Schemas['CreateCheckoutSession']['customer'],
  ): Promise<SessionPayer> {
    if (named === undefined) return { id: null, named: null, deliveries: [] };
    const { environmentId } = caller;
    const payer = await payerOf(transaction.forEnvironment(caller), named);
    if ('id' in payer) {
      const held = await this.deps.customers.hold(transaction, [{ environmentId, id: payer.id }]);
      const id = held.find(environmentId, payer.id)?.id;
      if (id === undefined) throw noSuchPayer();
      return { id, named: null, deliveries: [] };
    }
    const resolved = await this.deps.customers.resolve(transaction, [{ environmentId, ...payer }]);
    const id = resolved.find(environmentId, payer.email)?.id;
    if (id === undefined) throw new Error('a customer was neither found nor created');
    const [created] = resolved.created;
    if (created === undefined) return { id, named: payer, deliveries: [] };
    return {
      id,
      named: payer,
      deliveries: await this.deps.customerEvents.tell(transaction, created, 'customer.created', caller),
    };
  }
}
