import { namedQuery } from '../platform/database/named-query.js';
import { toPublicId } from '../platform/ids.js';
import type { ReportedRow, ReportedStretch, ReportQuery, ReportSource } from '../platform/reports/report-source.js';
import { statementDifferences, statementReach } from './acquirer-statement-differences.js';
import { DIFFERENCE_COLUMNS, money, presentDifference } from './difference.js';

// Bounds the payments and refunds that are compared at once.
const REACH = namedQuery(
  'reconciliation_reach',
  `SELECT greatest(
     coalesce((SELECT id FROM payments WHERE environment_id = $1 AND id >= $2 AND id < $3
                ORDER BY id DESC OFFSET $4::int - 1 LIMIT 1), $2::bigint),
     coalesce((SELECT id FROM refunds WHERE environment_id = $1 AND id >= $2 AND id < $3
                ORDER BY id DESC OFFSET $4::int - 1 LIMIT 1), $2::bigint)) AS reached`,
);

const PAYMENTS = `payments p WHERE p.environment_id = $1 AND p.id >= $2 AND p.id < $3`;
const REFUNDS = `refunds r WHERE r.environment_id = $1 AND r.id >= $2 AND r.id < $3`;
const APPROVED = `SELECT 1 FROM payment_attempts a
  WHERE a.environment_id = $1 AND a.payment_id = p.id AND a.state = 'approved'`;
const TAKES = `a.operation = CASE p.capture_method WHEN 'manual' THEN 'capture' ELSE 'authorize' END`;
const TAKEN = `${APPROVED} AND ${TAKES}`;
const UNANSWERED = `SELECT 1 FROM payment_attempts a
  WHERE a.environment_id = $1 AND a.payment_id = p.id AND a.state IN ('open', 'pending') AND ${TAKES}`;
const TAKEN_OTHERWISE = `SELECT 1 FROM payment_attempts a
  WHERE a.environment_id = $1 AND a.payment_id = p.id AND a.state = 'declined' AND a.code = 'already_captured'
    AND (${TAKES} OR a.operation = 'void')`;
const GIVEN_BACK = `SELECT 1 FROM refund_attempts a
  WHERE a.environment_id = $1 AND a.refund_id = r.id AND a.state = 'approved'`;

// A single statement, so that all sides are of the same snapshot. An unknown outcome, or a capture by hand, may have a
// manual decision: that is compared with the acquirer's statement, not here.
const DIFFERENCES = namedQuery(
  'reconciliation_differences',
  `SELECT 'ledger' AS against, c.source, c.source_id AS id, coalesce(r.payment_id, d.payment_id, c.source_id) AS "paymentId",
          c.currency, c.recorded, c.posted AS found
     FROM ledger_compared($1, $2, $3) c
     LEFT JOIN refunds r ON c.source = 'refund' AND r.environment_id = $1 AND r.id = c.source_id
     LEFT JOIN disputes d ON c.source = 'dispute' AND d.environment_id = $1 AND d.id = c.source_id
    WHERE (c.recorded = c.posted) IS NOT TRUE
   UNION ALL
   SELECT 'attempts', 'payment', p.id, p.id, p.currency, coalesce(p.capture_value, p.amount_value), NULL
     FROM ${PAYMENTS} AND p.status = 'completed' AND NOT EXISTS (${TAKEN})
      AND NOT ((EXISTS (${UNANSWERED}) OR EXISTS (${TAKEN_OTHERWISE}))
        AND EXISTS (SELECT 1 FROM payment_transitions t
                     WHERE t.environment_id = $1 AND t.payment_id = p.id AND t.from_stage = 'requires_attention'
                       AND t.status = 'completed'))
   UNION ALL
   SELECT 'attempts', 'payment', p.id, p.id, p.currency, NULL, coalesce(p.capture_value, p.amount_value)
     FROM ${PAYMENTS} AND p.status = 'failed' AND EXISTS (${TAKEN}) AND NOT EXISTS (${APPROVED} AND a.operation = 'void')
   UNION ALL
   SELECT 'attempts', 'refund', r.id, r.payment_id, r.currency, r.amount_value, NULL
     FROM ${REFUNDS} AND r.status = 'completed' AND NOT EXISTS (${GIVEN_BACK})
   UNION ALL
   SELECT 'attempts', 'refund', r.id, r.payment_id, r.currency, NULL, r.amount_value
     FROM ${REFUNDS} AND r.status = 'failed' AND EXISTS (${GIVEN_BACK})
   UNION ALL
   SELECT 'refunds', 'payment', p.id, p.id, p.currency, p.refunded_value, p.refunds
     FROM (SELECT p.id, p.currency, p.refunded_value,
                  (SELECT coalesce(sum(r.amount_value), 0)::bigint FROM refunds r
                    WHERE r.environment_id = $1 AND r.payment_id = p.id AND r.currency = p.currency
                      AND r.status IN ('pending', 'completed')) AS refunds
             FROM ${PAYMENTS}) p
    WHERE p.refunded_value <> p.refunds
   UNION ALL
   SELECT 'disputes', 'payment', p.id, p.id, p.currency, p.disputed_value, p.disputes
     FROM (SELECT p.id, p.currency, p.disputed_value,
                  (SELECT coalesce(sum(d.amount_value - d.reinstated_value), 0)::bigint FROM disputes d
                    WHERE d.environment_id = $1 AND d.payment_id = p.id AND d.withdrawn) AS disputes
             FROM ${PAYMENTS}) p
    WHERE p.disputed_value <> p.disputes
    ORDER BY id DESC`,
);

interface InnerDifference {
  readonly against: 'ledger' | 'attempts' | 'refunds' | 'disputes';
  readonly source: 'payment' | 'refund' | 'dispute';
  readonly id: string;
  readonly paymentId: string;
  readonly currency: string | null;
  /** The amount by the payment or refund, in the smallest unit; null if it says that no money has moved. */
  readonly recorded: string | null;
  readonly found: string | null;
}

/** Compares payments, refunds and disputes with the ledger, attempts, each other, and an acquirer's statement. */
export class ReconciliationReport implements ReportSource {
  readonly type = 'reconciliation';
  readonly scopes = ['payments:read', 'refunds:read'] as const;
  readonly personal = false;
  readonly columns = DIFFERENCE_COLUMNS;

  /** A survey of what was sent finds out whose statements there are. */
  readonly statement = 'awaited';

  async read(query: ReportQuery): Promise<ReportedStretch> {
    const { tables, fromId, toId, limit } = query;
    const [place] = await tables.run<{ reached: string }>(REACH, [fromId, toId, limit]);
    const reached = [place?.reached ?? fromId, await statementReach(query)].sort(ascending).at(-1);
    const stretch = { ...query, fromId: reached ?? fromId };
    const inner = await tables.run<InnerDifference>(DIFFERENCES, [stretch.fromId, toId]);
    const rows = [...inner.map(present), ...(await statementDifferences(stretch))];
    return {
      rows: rows.sort((one, other) => ascending(other.id, one.id)),
      reached: stretch.fromId === fromId ? undefined : stretch.fromId,
    };
  }
}

const PREFIXES = { payment: 'pay', refund: 'ref', dispute: 'dis' } as const;

function present({ against, source, id, paymentId, currency, recorded, found }: InnerDifference): ReportedRow {
  return presentDifference(id, {
    against,
    kind: found === null ? 'missing' : recorded === null ? 'unexpected' : 'different',
    id: toPublicId(PREFIXES[source], id),
    paymentId: toPublicId('pay', paymentId),
    recorded: money(recorded, currency),
    found: money(found, currency),
  });
}

function ascending(one: string, other: string): number {
  return one.length - other.length || (one < other ? -1 : Number(one > other));
}
