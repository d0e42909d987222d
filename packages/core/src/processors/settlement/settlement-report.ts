import type { StatementRunner } from '../../platform/database/database.js';
import { namedQuery } from '../../platform/database/named-query.js';
import { toPublicId } from '../../platform/ids.js';
import {
  stretchOf,
  type ReportedStretch,
  type ReportHorizon,
  type ReportQuery,
  type ReportSource,
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

// A sweep begins every ten minutes.
const HORIZON = namedQuery(
  'settlement_report_horizon',
  `SELECT s.processor_id AS "processorId", p.name, s.swept_to AS "asOf",
          s.failures > 0 OR p.status = 'failing' OR s.swept_to < now() - interval '1 hour' AS "isUnread"
     FROM processor_sweeps s
     JOIN processors p ON p.environment_id = $1 AND p.id = s.processor_id
    WHERE s.environment_id = $1 AND s.subject = 'settlement' ORDER BY s.swept_to, s.processor_id`,
);

interface SweptConnection {
  readonly processorId: string;
  readonly name: string;
  readonly asOf: Date;
  readonly isUnread: boolean;
}

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

  async horizon(runner: StatementRunner, environmentId: number): Promise<ReportHorizon> {
    const swept = await runner.run<SweptConnection>(HORIZON, [environmentId]);
    const unreadProcessors = swept
      .filter(({ isUnread }) => isUnread)
      .map(({ processorId, name, asOf }) => ({
        ...{ processorId: toPublicId('proc', processorId), name, asOf: asOf.toISOString() },
      }));
    return { asOf: swept[0]?.asOf ?? null, unreadProcessors };
  }

  async read({ tables, fromId, toId, limit }: ReportQuery): Promise<ReportedStretch> {
    const lines = await tables.run<Line>(LINES, [fromId, toId, limit]);
    return stretchOf(lines, limit, present);
  }
}

function present(line: Line): Record<string, unknown> {
  const { reference, kind, source, paymentId, refundId, processorId, currency, exchangeRate } = line;
  const money = (value: string) => ({ value: Number(value), currency });
  return {
    ...{ id: reference, kind, paymentId: toPublicId('pay', paymentId) },
    ...{ refundId: refundId === null ? null : toPublicId('ref', refundId), reference: source },
    ...{ processor: toPublicId('proc', processorId) },
    ...{ gross: money(line.gross), fee: money(line.fee), net: money(line.net) },
    exchangeRate: exchangeRate === null ? null : Number(exchangeRate),
    ...{ availableAt: line.availableAt.toISOString(), settledAt: line.settledAt.toISOString() },
  };
}
