import type { Transaction } from '../platform/database/database.js';
import type { WorkRef } from '../platform/queues/work-ref.js';
import type { ProcessorRegistry } from '../processors/processor-registry.js';
import { initialState } from './payment-state.js';
import type { NewPayment, PaymentWriter } from './payment-writer.js';
import type { Payment } from './payment.entity.js';

/** A payment that nobody asked for just now: it was agreed upon before. */
export type RecurringPayment = Pick<
  NewPayment,
  | 'environmentId'
  | 'mode'
  | 'amountValue'
  | 'currency'
  | 'customer'
  | 'paymentMethodId'
  | 'subscriptionId'
  | 'description'
  | 'metadata'
>;

/** Makes payments that the service owes to an agreement, within the transaction that finds them due. */
export class RecurringPayments {
  constructor(
    private readonly writer: PaymentWriter,
    private readonly processors: ProcessorRegistry,
  ) {}

  /** Creates a payment with its event; it exists once the transaction is committed. */
  async create(
    transaction: Transaction,
    agreed: RecurringPayment,
  ): Promise<{ readonly payment: Payment; readonly deliveries: readonly WorkRef[] }> {
    const processor = this.processors.forMode(agreed.mode);
    const state = initialState(processor.needsApproval({ metadata: agreed.metadata }));
    const { payments, deliveries } = await this.writer.write(transaction, [
      { ...agreed, captureMethod: 'automatic', reference: null, expiresAt: null, processor: processor.name, state },
    ]);
    const [payment] = payments;
    if (payment === undefined) throw new Error('a payment was not written');
    return { payment, deliveries };
  }
}
