import { namedQuery } from '../../platform/database/named-query.js';
import {
  stretchOf,
  type ReportedStretch,
  type ReportQuery,
  type ReportSource,
} from '../../platform/reports/report-source.js';
import type { DeliveryAttempt } from './delivery-attempt.entity.js';
import { Delivery } from './delivery.entity.js';
import { presentDelivery } from './delivery.presenter.js';

type LastAttempt = Pick<DeliveryAttempt, 'deliveryId' | 'at' | 'durationMs' | 'statusCode' | 'error'>;

const LAST_ATTEMPTS = namedQuery(
  'delivery_attempts_last',
  `SELECT a.delivery_id AS "deliveryId", a.at, a.duration_ms AS "durationMs", a.status_code AS "statusCode", a.error
     FROM unnest($2::bigint[], $3::int[]) AS d (id, attempts)
     JOIN delivery_attempts a ON a.environment_id = $1 AND a.delivery_id = d.id AND a.n = d.attempts`,
);

/** Rows of the deliveries report, without responses of endpoints: they may repeat personal data of the event. */
export class DeliveryReport implements ReportSource {
  readonly type = 'deliveries';
  readonly scopes = ['webhooks:read'] as const;
  readonly personal = false;
  readonly columns = [
    ...['id', 'eventId', 'webhookId', 'type', 'status', 'attempts', 'lastAttempt.at', 'lastAttempt.durationMs'],
    ...['lastAttempt.statusCode', 'lastAttempt.error', 'nextAttemptAt', 'reason', 'createdAt'],
  ];

  async read({ tables, fromId, toId, limit }: ReportQuery): Promise<ReportedStretch> {
    const range = { text: 'id >= ?', values: [fromId] };
    const deliveries = await tables.page(Delivery, { limit, beforeId: toId }, [range]);
    const ids = deliveries.map(({ id }) => id);
    const numbers = deliveries.map(({ attempts }) => attempts);
    const last = await tables.run<LastAttempt>(LAST_ATTEMPTS, [ids, numbers]);
    const byDelivery = new Map(last.map((attempt) => [attempt.deliveryId, attempt]));
    return stretchOf(deliveries, limit, (delivery) => ({
      ...presentDelivery(delivery, []),
      attempts: delivery.attempts,
      lastAttempt: presentLast(byDelivery.get(delivery.id)),
    }));
  }
}

function presentLast(attempt: LastAttempt | undefined): Record<string, unknown> | null {
  if (attempt === undefined) return null;
  const { at, durationMs, statusCode, error } = attempt;
  return { at: at.toISOString(), durationMs, statusCode, error };
}
