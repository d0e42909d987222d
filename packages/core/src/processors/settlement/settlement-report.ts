import type { EnvironmentTables } from '../../platform/database/environment-tables.js';
import { namedQuery } from '../../platform/database/named-query.js';
import { toPublicId } from '../../platform/ids.js';
import type {
  IdRange,
  ReportedRow,
  ReportedStretch,
  ReportInHand,
  ReportSource,
} from '../../platform/reports/report-source.js';
import type { StoredSettlementLine } from './settlement-line.entity.js';

// Lines with the same id stay together.
const LINES = namedQuery(
  'settlement_report_lines',
  `SELECT l.id, l.processor_id AS "processorId", l.reference, l.kind, l.source, l.payment_id AS "paymentId",
          a.refund_id AS "refundId", l.gross, l.fee, l.net, l.currency, l.exchange_rate AS "exchangeRate",
          l.available_at AS "availableAt", l.settled_at AS "settledAt"
     FROM settlement_lines l
     LEFT JOIN refund_attempts a
       ON a.environment_id = $1 AND a.processor = 'stripe:' || l.processor_id AND a.external_reference = l.source
    WHERE l.environment_id = $1 AND l.id >= $2 AND l.id < $3 AND l.payment_id IS NOT NULL
    ORDER BY l.id DESC FETCH FIRST ($4::int) ROWS WITH TIES`,
);

type Line = Omit<StoredSettlementLine, 'environmentId' | 'charge'> & {
  readonly paymentId: string;
  readonly refundId: string | null;
};

/** Rows of the settlement report: what reached the balances at processors, as far as it has been read there. */
export class SettlementReport implements ReportSource {
  readonly type = 'settlement';
  readonly scopes = ['payments:read', 'refunds:read'] as const;
  readonly personal = false;
  readonly columns = [
    ...['id', 'kind', 'paymentId', 'refundId', 'reference', 'processor', 'gross.value', 'gross.currency', 'fee.value'],
    ...['fee.currency', 'net.value', 'net.currency', 'exchangeRate', 'availableAt', 'settledAt'],
  ];

  async read(
    tables: EnvironmentTables,
    _report: ReportInHand,
    { fromId, toId }: IdRange,
    limit: number,
  ): Promise<ReportedStretch> {
    const lines = await tables.run<Line>(LINES, [fromId, toId, limit]);
    return { rows: lines.map(present), reached: lines.length < limit ? undefined : lines.at(-1)?.id };
  }
}

function present(line: Line): ReportedRow {
  const { id, reference, kind, source, paymentId, refundId, processorId, currency, exchangeRate } = line;
  const money = (value: string) => ({ value: Number(value), currency });
  return {
    id,
    row: {
      ...{ id: reference, kind, paymentId: toPublicId('pay', paymentId) },
      ...{ refundId: refundId === null ? null : toPublicId('ref', refundId), reference: source },
      ...{ processor: toPublicId('proc', processorId) },
      ...{ gross: money(line.gross), fee: money(line.fee), net: money(line.net) },
      exchangeRate: exchangeRate === null ? null : Number(exchangeRate),
      ...{ availableAt: line.availableAt.toISOString(), settledAt: line.settledAt.toISOString() },
    },
  };
}
