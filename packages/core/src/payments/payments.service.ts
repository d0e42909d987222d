import type { Input, Schemas } from '@svc/contract';
import type { Database } from '../platform/database/database.js';
import { isDatabaseAway } from '../platform/database/database-away.js';
import { DomainError } from '../platform/errors/domain-error.js';
import type { Idempotency } from '../platform/idempotency/idempotency.js';
import { fromPublicId } from '../platform/ids/public-id.js';
import { Cursors, DEFAULT_PAGE_SIZE, type Page } from '../platform/lists/cursor.js';
import type { ProcessorRegistry } from '../processors/processor-registry.js';
import type { Caller } from '../security/caller.js';
import { reachesThreshold } from './creating/approval-threshold.js';
import { expiryDate } from './expiry-date.js';
import { unknownPayment } from './payment-actions.js';
import type { PaymentExpiry } from './payment-expiry.js';
import { newPayer } from './creating/new-payer.js';
import { paymentConditions } from './payment-filters.js';
import { initialState } from './payment-state.js';
import { presentPayment } from './payment.presenter.js';
import type { PaymentBatches } from './creating/payment-batches.js';
import type { NewPayment } from './creating/payment-writer.js';
import { Payment } from './payment.entity.js';
import type { SettlementWatch } from './settlement-watch.js';

export interface PaymentsServiceDependencies {
  readonly database: Database;
  readonly batches: PaymentBatches;
  readonly processors: ProcessorRegistry;
  readonly idempotency: Idempotency;
  readonly settlements: SettlementWatch;
  readonly expiry: PaymentExpiry;
}

/** What clients do with payments. */
export class PaymentsService {
  constructor(private readonly deps: PaymentsServiceDependencies) {}

  /**
   * Creates a payment; it is pending, and a worker carries it out. With `waitSeconds` the answer comes when it is
   * settled, or when the wait is over.
   */
  async create(caller: Caller, request: Schemas['CreatePayment'], waitSeconds = 0): Promise<Schemas['Payment']> {
    const created = await this.deps.idempotency.coalesce(caller, () => this.write(caller, request));
    if (waitSeconds === 0 || created.status !== 'pending') return created;
    const id = fromPublicId('pay', created.id);
    if (id === undefined) return created;
    await this.deps.settlements.settled({ environmentId: caller.environmentId, id }, waitSeconds * 1_000);
    const settled = await this.find(caller, id).catch((error: unknown) => {
      // The payment was committed: a refusal would have the client create another one.
      if (isDatabaseAway(error)) return created;
      throw error;
    });
    return settled ?? created;
  }

  /** The payment with that public id. */
  async get(caller: Caller, publicId: string): Promise<Schemas['Payment']> {
    const id = fromPublicId('pay', publicId);
    const payment = id === undefined ? undefined : await this.find(caller, id);
    if (payment === undefined) throw unknownPayment(publicId);
    return payment;
  }

  /** Payments, newest first, of those that the filters admit. */
  async list(caller: Caller, query: Input<'listPayments'>['query']): Promise<Page<Schemas['Payment']>> {
    const { limit = DEFAULT_PAGE_SIZE, cursor, ...filters } = query;
    const conditions = paymentConditions(query, new Date());
    const cursors = new Cursors('payments', filters);
    const beforeId = cursors.read(cursor);
    const tables = this.deps.database.forEnvironment(caller);
    const rows = await tables.page(Payment, { limit: limit + 1, beforeId }, conditions);
    return cursors.page(rows, limit, (payment) => presentPayment(payment, caller.mode, caller.publicUrl));
  }

  private async write(caller: Caller, request: Schemas['CreatePayment']): Promise<Schemas['Payment']> {
    let payment: NewPayment;
    try {
      payment = await this.newPayment(caller, request);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      // What could be done then may be refused today, and the answer of then still stands.
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
    const processor = this.deps.processors.forMode(caller.mode);
    const needsApproval = processor.needsApproval({ metadata }) || reachesThreshold(amount, caller.approvalThresholds);
    return {
      environmentId: caller.environmentId,
      mode: caller.mode,
      amountValue: amount.value,
      currency: amount.currency,
      ...(await newPayer(this.deps.database.forEnvironment(caller), request)),
      description: request.description ?? null,
      metadata,
      reference: request.reference ?? null,
      processor: processor.name,
      captureMethod: request.captureMethod ?? 'automatic',
      subscriptionId: null,
      expiresAt:
        expiresAt === undefined ? null : expiryDate(expiresAt, await this.deps.expiry.logicalNow(caller.environmentId)),
      state: initialState(needsApproval),
      idempotency: caller.idempotency,
      trace: caller.trace,
    };
  }
}
