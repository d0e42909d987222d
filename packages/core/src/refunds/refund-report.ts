import type { EnvironmentTables } from '../platform/database/environment-tables.js';
import {
  stretchOf,
  type IdRange,
  type ReportedStretch,
  type ReportInHand,
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

  async read(
    tables: EnvironmentTables,
    { mode }: ReportInHand,
    { fromId, toId }: IdRange,
    limit: number,
  ): Promise<ReportedStretch> {
    const range = { text: 'id >= ?', values: [fromId] };
    const refunds = await tables.page(Refund, { limit, beforeId: toId }, [range]);
    const rows = refunds.map((refund) => ({ id: refund.id, row: { ...presentRefund(refund, mode) } }));
    return stretchOf(rows, limit);
  }
}
