import type { Transaction } from '../../platform/database/database.js';
import { namedQuery } from '../../platform/database/named-query.js';
import type { WorkRef } from '../../platform/queues/work-ref.js';
import type { ApprovalThreshold } from '../../security/caller.js';
import { reachesThreshold } from '../payment-amounts.js';
import { processorOfMethod } from '../payment-route.js';
import type { NewPayment, NewPaymentRow, PaymentWriter } from './payment-writer.js';

const THRESHOLDS = namedQuery(
  'security_configs_thresholds',
  `SELECT approval_thresholds AS "approvalThresholds" FROM security_configs WHERE environment_id = $1`,
);

/** A payment made under an agreement such as a subscription, not for a request. */
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
  | 'actor'
  | 'otherMakers'
  | 'trace'
>;

/** Creates recurring payments in the transaction that finds them due. */
export class RecurringPayments {
  constructor(private readonly writer: PaymentWriter) {}

  /** Creates a payment with its event in the given transaction. */
  async create(
    transaction: Transaction,
    agreed: RecurringPayment,
  ): Promise<{ readonly payment: NewPaymentRow; readonly deliveries: readonly WorkRef[] }> {
    const { environmentId, amountValue: value, currency, paymentMethodId } = agreed;
    const { payments, deliveries } = await this.writer.write(transaction, [
      {
        ...agreed,
        captureMethod: 'automatic',
        reference: null,
        expiresAt: null,
        checkoutSessionId: null,
        returnUrl: null,
        // Nobody is there when it falls due.
        initiator: 'merchant',
        statementDescriptorSuffix: null,
        receiptEmail: null,
        processor: await processorOfMethod(transaction.forEnvironment(agreed), paymentMethodId),
        reachesThreshold: reachesThreshold({ value, currency }, await this.thresholds(transaction, environmentId)),
      },
    ]);
    const [payment] = payments;
    if (payment === undefined) throw new Error('a payment was not written');
    return { payment, deliveries };
  }

  // Read here: there is no caller that carries the thresholds.
  private async thresholds(transaction: Transaction, environmentId: number): Promise<readonly ApprovalThreshold[]> {
    type Row = { approvalThresholds: ApprovalThreshold[] };
    const [config] = await transaction.run<Row>(THRESHOLDS, [environmentId]);
    return config?.approvalThresholds ?? [];
  }
}
