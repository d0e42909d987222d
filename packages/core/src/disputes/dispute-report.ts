import {
  stretchOf,
  type ReportedStretch,
  type ReportQuery,
  type ReportSource,
} from '../platform/reports/report-source.js';
import { presentDispute } from './dispute.presenter.js';
import { Dispute } from './dispute.entity.js';

/** Rows of the disputes report. */
export class DisputeReport implements ReportSource {
  readonly type = 'disputes';
  readonly scopes = ['payments:read'] as const;
  readonly personal = false;
  readonly columns = [
    ...['id', 'paymentId', 'status', 'amount.value', 'amount.currency', 'withdrawnAmount.value', 'reason'],
    ...['evidenceDueBy', 'processorUrl', 'mode', 'version', 'createdAt', 'updatedAt'],
  ];

  async read({ tables, mode, fromId, toId, limit }: ReportQuery): Promise<ReportedStretch> {
    const range = { text: 'id >= ?', values: [fromId] };
    const disputes = await tables.page(Dispute, { limit, beforeId: toId }, [range]);
    return stretchOf(disputes, limit, (dispute) => presentDispute(dispute, mode));
  }
}
