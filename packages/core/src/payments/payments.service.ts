import type { Input, Schemas } from '@svc/contract';
import { Customer } from '../customers/customer.entity.js';
import type { Database } from '../platform/database/database.js';
import type { Idempotency } from '../platform/idempotency/idempotency.js';
import { fromPublicId } from '../platform/ids/public-id.js';
import { Cursors, DEFAULT_PAGE_SIZE, type Page } from '../platform/lists/cursor.js';
import type { ProcessorRegistry } from '../processors/processor-registry.js';
import type { Caller } from '../security/caller.js';
import { unknownPayment } from './payment-actions.js';
import { noSuchPayer, wrongPayer } from './payer-errors.js';
import { paymentConditions } from './payment-filters.js';
import { initialState } from './payment-state.js';
import { presentPayment } from './payment.presenter.js';
import type { PaymentBatches } from './payment-batches.js';
import type { NewPayer } from './payment-writer.js';
import { Payment } from './payment.entity.js';
import type { SettlementWatch } from './settlement-watch.js';

/** What clients do with payments. */
export class PaymentsService {
  constructor(
    private readonly database: Database,
    private readonly batches: PaymentBatches,
    private readonly processors: ProcessorRegistry,
    private readonly idempotency: Idempotency,
    private readonly settlements: SettlementWatch,
  ) {}

  /**
   * Creates a payment; it is pending, and a worker carries it out. With `waitSeconds` the answer comes when it is
   * settled, or when the wait is over.
   */
  async create(caller: Caller, request: Schemas['CreatePayment'], waitSeconds = 0): Promise<Schemas['Payment']> {
    const created = await this.idempotency.coalesce(caller, () => this.write(caller, request));
    if (waitSeconds === 0 || created.status !== 'pending') return created;
    const id = fromPublicId('pay', created.id);
    if (id === undefined) return created;
    await this.settlements.settled({ environmentId: caller.environmentId, id }, waitSeconds * 1_000);
    return this.get(caller, created.id);
  }

  /** The payment with that public id. */
  async get(caller: Caller, publicId: string): Promise<Schemas['Payment']> {
    const id = fromPublicId('pay', publicId);
    const payment = id === undefined ? undefined : await this.database.forEnvironment(caller).find(Payment, id);
    if (payment === undefined) throw unknownPayment(publicId);
    return presentPayment(payment, caller.mode);
  }

  /** Payments, newest first, of those that the filters admit. */
  async list(caller: Caller, query: Input<'listPayments'>['query']): Promise<Page<Schemas['Payment']>> {
    const { limit = DEFAULT_PAGE_SIZE, cursor, ...filters } = query;
    const conditions = paymentConditions(query, new Date());
    const cursors = new Cursors('payments', filters);
    const beforeId = cursors.read(cursor);
    const tables = this.database.forEnvironment(caller);
    const rows = await tables.page(Payment, { limit: limit + 1, beforeId }, conditions);
    return cursors.page(rows, limit, (payment) => presentPayment(payment, caller.mode));
  }

  private async write(caller: Caller, request: Schemas['CreatePayment']): Promise<Schemas['Payment']> {
    const metadata = request.metadata ?? {};
    const processor = this.processors.forMode(caller.mode);
    const outcome = await this.batches.create({
      environmentId: caller.environmentId,
      mode: caller.mode,
      amountValue: request.amount.value,
      currency: request.amount.currency,
      customer: request.customer && (await this.payer(caller, request.customer)),
      description: request.description ?? null,
      metadata,
      reference: request.reference ?? null,
      processor: processor.name,
      state: initialState(processor.needsApproval({ metadata })),
      idempotency: caller.idempotency,
      trace: caller.trace,
    });
    return outcome.answer;
  }

  private async payer(caller: Caller, named: NonNullable<Schemas['CreatePayment']['customer']>): Promise<NewPayer> {
    const { id: publicId, email, firstName = null, lastName = null } = named;
    if (publicId === undefined && email === undefined) {
      throw wrongPayer('/customer/email', 'required', 'is required unless id is given');
    }
    if (publicId === undefined || email !== undefined) {
      if (publicId !== undefined) throw wrongPayer('/customer/id', 'unknown_field', 'must come without email');
      return { email: email ?? '', firstName, lastName };
    }
    if (firstName !== null || lastName !== null) {
      throw wrongPayer('/customer/id', 'unknown_field', 'must come without names');
    }
    const id = fromPublicId('cust', publicId);
    const customer = id === undefined ? undefined : await this.database.forEnvironment(caller).find(Customer, id);
    if (customer === undefined || customer.erasedAt !== null) throw noSuchPayer();
    return { id: customer.id };
  }
}
