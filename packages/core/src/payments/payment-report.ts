import {
  stretchOf,
  type ReportedStretch,
  type ReportQuery,
  type ReportSource,
} from '../platform/reports/report-source.js';
import { PRESENTED_PROPERTIES, presentPayment } from './payment.presenter.js';
import { Payment } from './payment.entity.js';

/** Rows of the payments report. */
export class PaymentReport implements ReportSource {
  readonly type = 'payments';
  readonly scopes = ['payments:read'] as const;
  readonly personal = true;
  readonly columns = [
    ...[
      'id',
      'status',
      'stage',
      'amount.value',
      'amount.currency',
      'refundedAmount.value',
      'disputedAmount.value',
      'refundableAmount.value',
    ],
    ...['capturedAmount.value', 'amountCapturable.value', 'captureBefore', 'captureOrigin'],
    ...['customer.id', 'customer.email', 'customer.firstName', 'customer.lastName'],
    ...['description', 'reference', 'metadata', 'mode', 'captureMethod', 'paymentMethodId', 'subscriptionId'],
    ...['failure.code', 'failure.message', 'expiresAt', 'version', 'createdAt', 'updatedAt'],
    ...['nextAction.type', 'nextAction.url'],
    ...['processor.id', 'processor.kind', 'processor.reference'],
    ...['returnUrl', 'initiator', 'statementDescriptorSuffix', 'receiptEmail'],
  ];

  async read({ tables, mode, fromId, toId, limit }: ReportQuery): Promise<ReportedStretch> {
    const range = { text: 'id >= ?', values: [fromId] };
    const page = { limit, beforeId: toId, properties: PRESENTED_PROPERTIES };
    const payments = await tables.page(Payment, page, [range]);
    // The action URL is for the customer alone.
    return stretchOf(payments, limit, (payment) => ({ ...presentPayment(payment, mode), nextAction: null }));
  }
}
