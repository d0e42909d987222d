import type { EnvironmentTables } from '../platform/database/environment-tables.js';
import {
  stretchOf,
  type IdRange,
  type ReportedStretch,
  type ReportInHand,
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

  async read(
    tables: EnvironmentTables,
    { mode }: ReportInHand,
    { fromId, toId }: IdRange,
    limit: number,
  ): Promise<ReportedStretch> {
    const range = { text: 'id >= ?', values: [fromId] };
    const page = { limit, beforeId: toId, properties: PRESENTED_PROPERTIES };
    const payments = await tables.page(Payment, page, [range]);
    // The action URL is for the customer alone.
    const rows = payments.map((payment) => ({
      id: payment.id,
      row: { ...presentPayment(payment, mode), nextAction: null },
    }));
    return stretchOf(rows, limit);
  }
}
