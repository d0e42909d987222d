import {
  stretchOf,
  type ReportedStretch,
  type ReportQuery,
  type ReportSource,
} from '../platform/reports/report-source.js';
import { presentRefund } from './refund.presenter.js';
import { Refund } from './refund.entity.js';

/** Rows of the refunds report. */
export class RefundReport implements ReportSource {
  readonly type = 'refunds';
  readonly scopes = ['refunds:read'] as const;
  readonly personal = false;
  readonly columns = [
    ...['id', 'paymentId', 'status', 'amount.value', 'amount.currency', 'reason', 'metadata', 'origin', 'mode'],
    ...['failure.code', 'failure.message', 'version', 'createdAt', 'updatedAt'],
  ];

  async read({ tables, mode, fromId, toId, limit }: ReportQuery): Promise<ReportedStretch> {
    const range = { text: 'id >= ?', values: [fromId] };
    const refunds = await tables.page(Refund, { limit, beforeId: toId }, [range]);
    return stretchOf(refunds, limit, (refund) => presentRefund(refund, mode));
  }
}
