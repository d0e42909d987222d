import type { Input, Schemas } from '@svc/contract';
import type { Database } from '../platform/database/database.js';
import type { PageCondition } from '../platform/database/environment-tables.js';
import { isDatabaseAway } from '../platform/database/database-away.js';
import { DomainError, validationFailed } from '../platform/errors/domain-error.js';
import type { Idempotency } from '../platform/idempotency/idempotency.js';
import { fromPublicId } from '../platform/ids.js';
import { Cursors, DEFAULT_PAGE_SIZE, type Page } from '../platform/lists/cursor.js';
import type { Caller } from '../security/caller.js';
import { reachesThreshold } from './payment-amounts.js';
import { unknownPayment } from './payment-store.js';
import type { PaymentExpiry } from './payment-expiry.js';
import { requestedProcessor } from './payment-route.js';
import { customerUrl } from './customer-url.js';
import { PRESENTED_PROPERTIES, presentPayment } from './payment.presenter.js';
import type { PaymentBatches } from './creating/payment-batches.js';
import type { NewPayment } from './creating/payment-writer.js';
import { newPayer } from './payer.js';
import { Payment } from './payment.entity.js';
import type { SettlementWatch } from './settlement-watch.js';
import { normalizeEmail } from '../platform/normalize-email.js';
import { filterConditions, scanningIfSeveral } from '../platform/lists/filters.js';

const MAX_MS = 366 * 86_400_000;

/** Parses an expiry; it must be after `now`, by at most 366 days. */
export function expiryDate(text: string, now: Date): Date {
  const date = new Date(text);
  const ahead = date.getTime() - now.getTime();
  if (ahead > 0 && ahead <= MAX_MS) return date;
  const detail = 'must be in the future, at most 366 days from now';
  throw validationFailed('The expiry of the payment is invalid.', {
    pointer: '/expiresAt',
    code: 'out_of_range',
    detail,
  });
}

/** Personal data is erased with its customer. */
function receiptWithoutCustomer(): DomainError {
  const detail = 'needs `customer` or `paymentMethodId`, since the address is erased with the customer';
  return validationFailed('The payment is invalid.', { pointer: '/receiptEmail', code: 'not_accepted', detail });
}

type Query = Input<'listPayments'>['query'];

const NOTHING: PageCondition = { text: 'false', values: [] };

/** The conditions of the list filters. Throws `invalid_query` when a filter lacks another one that it needs. */
function paymentConditions(query: Query, now: Date): PageCondition[] {
  const conditions = filterConditions(query, now);
  const add = (text: string, ...values: unknown[]): void => void conditions.push({ text, values });
  // A literal, so that the partial index of the status is used; the contract allows only known statuses.
  if (query.status !== undefined) add(`status = '${query.status}'`);
  // Only pending payments have a stage. Postgres does not know that, and would look at every payment with this stage.
  if (query.stage !== undefined && (query.status ?? 'pending') !== 'pending') conditions.push(NOTHING);
  // Most pending payments are processing: they are found by their status, the others by an index of the stage.
  if (query.stage === 'processing') add(`status = 'pending' AND stage = 'processing'`);
  else if (query.stage !== undefined) add(`stage = '${query.stage}'`);
  if (query.customerId !== undefined) conditions.push(ofCustomer(query.customerId));
  if (query.subscriptionId !== undefined) {
    add('subscription_id = ?', fromPublicId('sub', query.subscriptionId) ?? null);
  }
  if (query.reference !== undefined) add('reference = ?', query.reference);
  if (query.email !== undefined) {
    const customer = 'SELECT id FROM customers c WHERE c.environment_id = $1 AND c.email_normalized = ?';
    add(`customer_id = (${customer})`, normalizeEmail(query.email));
  }
  const { status, stage = status, currency, customerId, subscriptionId, reference, email } = query;
  return scanningIfSeveral(conditions, [stage, currency, customerId, subscriptionId, reference, email]);
}

function ofCustomer(publicId: string): PageCondition {
  const id = fromPublicId('cust', publicId);
  return id === undefined ? NOTHING : { text: 'customer_id = ?', values: [id] };
}

export interface PaymentsServiceDependencies {
  readonly database: Database;
  readonly batches: PaymentBatches;
  readonly idempotency: Idempotency;
  readonly settlements: SettlementWatch;
  readonly expiry: PaymentExpiry;
}

/** Creates, reads and lists payments. */
export class PaymentsService {
  constructor(private readonly deps: PaymentsServiceDependencies) {}

  /** Creates a pending payment for the workers. With `waitSeconds` it returns when it is settled, or the wait is over. */
  async create(caller: Caller, request: Schemas['CreatePayment'], waitSeconds = 0): Promise<Schemas['Payment']> {
    const created = await this.deps.idempotency.coalesce(caller, () => this.write(caller, request));
    if (waitSeconds === 0 || created.status !== 'pending') return created;
    const id = fromPublicId('pay', created.id);
    if (id === undefined) return created;
    await this.deps.settlements.settled({ environmentId: caller.environmentId, id }, waitSeconds * 1_000);
    const settled = await this.find(caller, id).catch((error: unknown) => {
      // The payment is committed: after an error the client would create another one.
      if (isDatabaseAway(error)) return created;
      throw error;
    });
    return settled ?? created;
  }

  /** Throws `not_found`. */
  async get(caller: Caller, publicId: string): Promise<Schemas['Payment']> {
    const id = fromPublicId('pay', publicId);
    const payment = id === undefined ? undefined : await this.find(caller, id);
    if (payment === undefined) throw unknownPayment(publicId);
    return payment;
  }

  /** The payments that match the filters, newest first or in the given order. */
  async list(caller: Caller, query: Input<'listPayments'>['query']): Promise<Page<Schemas['Payment']>> {
    const { limit = DEFAULT_PAGE_SIZE, cursor, order: given, ...filters } = query;
    // The default is the same list, whether it is sent or not.
    const order = given === 'asc' ? given : undefined;
    const conditions = paymentConditions(query, new Date());
    const cursors = new Cursors('payments', caller, { ...filters, order });
    const behind = cursors.read(cursor);
    const bounds = order === 'asc' ? { order, afterId: behind } : { beforeId: behind };
    const tables = this.deps.database.forEnvironment(caller);
    const page = { limit: limit + 1, ...bounds, properties: PRESENTED_PROPERTIES };
    const rows = await tables.page(Payment, page, conditions);
    return cursors.page(rows, limit, (payment) => presentPayment(payment, caller.mode, caller.publicUrl));
  }

  private async write(caller: Caller, request: Schemas['CreatePayment']): Promise<Schemas['Payment']> {
    let payment: NewPayment;
    try {
      payment = await this.newPayment(caller, request);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      // A request that was accepted earlier may be invalid today; its stored response still stands.
      const answer = await this.deps.idempotency.storedAnswer<Schemas['Payment']>(caller);
      if (answer === undefined) throw error;
      return answer;
    }
    return (await this.deps.batches.create(payment)).answer;
  }

  private async find(caller: Caller, id: string): Promise<Schemas['Payment'] | undefined> {
    const payment = await this.deps.database.forEnvironment(caller).find(Payment, id);
    return payment && presentPayment(payment, caller.mode, caller.publicUrl);
  }

  private async newPayment(caller: Caller, request: Schemas['CreatePayment']): Promise<NewPayment> {
    const { amount, metadata = {}, expiresAt } = request;
    const tables = this.deps.database.forEnvironment(caller);
    const { customer, method } = await newPayer(tables, request);
    if (request.receiptEmail !== undefined && customer === undefined) throw receiptWithoutCustomer();
    return {
      environmentId: caller.environmentId,
      mode: caller.mode,
      amountValue: amount.value,
      currency: amount.currency,
      customer,
      paymentMethodId: method?.id ?? null,
      description: request.description ?? null,
      metadata,
      reference: request.reference ?? null,
      processor: await requestedProcessor(tables, request, { mode: caller.mode, method }),
      captureMethod: request.captureMethod ?? 'automatic',
      subscriptionId: null,
      checkoutSessionId: null,
      initiator: request.initiator ?? 'customer',
      statementDescriptorSuffix: request.statementDescriptorSuffix ?? null,
      receiptEmail: request.receiptEmail ?? null,
      returnUrl: customerUrl(request.returnUrl, '/returnUrl', caller.mode),
      expiresAt:
        expiresAt === undefined ? null : expiryDate(expiresAt, await this.deps.expiry.logicalNow(caller.environmentId)),
      reachesThreshold: reachesThreshold(amount, caller.approvalThresholds),
      actor: caller.actor,
      idempotency: caller.idempotency,
      trace: caller.trace,
    };
  }
}
