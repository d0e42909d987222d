import type { Schemas } from '@svc/contract';
import type { Database } from '../platform/database/database.js';
import { DomainError } from '../platform/errors/domain-error.js';
import { fromPublicId } from '../platform/ids/public-id.js';
import { Cursors, DEFAULT_PAGE_SIZE, type Page } from '../platform/lists/cursor.js';
import type { WorkQueues } from '../platform/queues/work-queues.js';
import type { ProcessorRegistry } from '../processors/processor-registry.js';
import type { Caller } from '../security/caller.js';
import { initialState } from './payment-state.js';
import { presentPayment } from './payment.presenter.js';
import type { PaymentWriter } from './payment-writer.js';
import { Payment } from './payment.entity.js';

/** What clients do with payments. */
export class PaymentsService {
  private readonly cursors = new Cursors('payments');

  constructor(
    private readonly database: Database,
    private readonly writer: PaymentWriter,
    private readonly processors: ProcessorRegistry,
    private readonly queues: WorkQueues,
  ) {}

  /** Creates a payment; it is pending, and a worker carries it out. */
  async create(caller: Caller, request: Schemas['CreatePayment']): Promise<Schemas['Payment']> {
    const metadata = request.metadata ?? {};
    const processor = this.processors.forMode(caller.mode);
    const { customer } = request;
    const written = await this.writer.create([
      {
        environmentId: caller.environmentId,
        mode: caller.mode,
        amountValue: request.amount.value,
        currency: request.amount.currency,
        customer: customer && {
          email: customer.email,
          firstName: customer.firstName ?? null,
          lastName: customer.lastName ?? null,
        },
        description: request.description ?? null,
        metadata,
        reference: request.reference ?? null,
        processor: processor.name,
        state: initialState(processor.needsApproval({ metadata })),
      },
    ]);
    const [payment] = written.payments;
    if (payment === undefined) throw new Error('the writer returned no payment');
    await Promise.all([
      this.queues.hint('payments', payment.stage === 'processing' ? [payment] : []),
      this.queues.hint('deliveries', written.deliveries),
    ]);
    return presentPayment(payment, caller.mode);
  }

  /** The payment with that public id. */
  async get(caller: Caller, publicId: string): Promise<Schemas['Payment']> {
    const id = fromPublicId('pay', publicId);
    const payment = id === undefined ? undefined : await this.database.forEnvironment(caller).find(Payment, id);
    if (payment === undefined) throw new DomainError('not_found', `There is no payment ${publicId}.`);
    return presentPayment(payment, caller.mode);
  }

  /** Payments, newest first. */
  async list(caller: Caller, query: { limit?: number; cursor?: string }): Promise<Page<Schemas['Payment']>> {
    const limit = query.limit ?? DEFAULT_PAGE_SIZE;
    const beforeId = this.cursors.read(query.cursor);
    const rows = await this.database.forEnvironment(caller).page(Payment, { limit: limit + 1, beforeId });
    return this.cursors.page(rows, limit, (payment) => presentPayment(payment, caller.mode));
  }
}
