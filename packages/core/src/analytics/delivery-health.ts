import type { Schemas } from '@svc/contract';
import type { EnvironmentTables } from '../platform/database/environment-tables.js';
import { namedQuery, type NamedQuery } from '../platform/database/named-query.js';
import { idTime } from '../platform/ids.js';
import type { IdRange } from '../platform/reports/report-source.js';

/** Only the newest deliveries are sampled, however many there are. */
const SAMPLE_OF_ONE = 500;
const SAMPLE_OF_ALL = 5_000;

const PERCENTILES = 'percentile_disc(ARRAY[0.5, 0.95, 0.99]) WITHIN GROUP';

/** Figures of the sampled deliveries by `endpoint`; `$2` and `$3` bound their ids. */
function figures(name: string, sample: string): NamedQuery {
  return namedQuery(
    name,
    `WITH sample AS (${sample}), tried AS (
       SELECT d.endpoint, a.status_code, a.duration_ms,
              CASE WHEN d.status = 'delivered' AND a.n = d.attempts
                   THEN extract(epoch FROM a.at - id_time(d.id)) * 1000 + a.duration_ms END AS acknowledged_ms
         FROM sample d
         JOIN delivery_attempts a ON a.environment_id = $1 AND a.delivery_id = d.id
                                 AND a.delivery_id >= $2 AND a.delivery_id < $3
     ), times AS (
       SELECT endpoint, count(*)::int AS attempts,
              ${PERCENTILES} (ORDER BY duration_ms) FILTER (WHERE status_code IS NOT NULL) AS response,
              ${PERCENTILES} (ORDER BY greatest(acknowledged_ms, 0)::bigint)
                FILTER (WHERE acknowledged_ms IS NOT NULL) AS acknowledged
         FROM tried GROUP BY endpoint
     ), counts AS (
       SELECT endpoint, count(*)::int AS deliveries, min(id) AS oldest,
              count(*) FILTER (WHERE status = 'delivered')::int AS delivered,
              count(*) FILTER (WHERE status = 'failed')::int AS failed,
              count(*) FILTER (WHERE status = 'cancelled')::int AS cancelled
         FROM sample GROUP BY endpoint
     )
     SELECT c.*, coalesce(t.attempts, 0) AS attempts, t.response, t.acknowledged::text[] AS acknowledged
       FROM counts c LEFT JOIN times t ON t.endpoint = c.endpoint`,
    { scans: true },
  );
}

const OF_EACH = figures(
  'delivery_health_of_each',
  `SELECT d.* FROM unnest($4::bigint[]) AS w (id)
    CROSS JOIN LATERAL (
      SELECT webhook_id AS endpoint, id, status, attempts FROM deliveries
       WHERE environment_id = $1 AND webhook_id = w.id AND id >= $2 AND id < $3
       ORDER BY id DESC LIMIT ${SAMPLE_OF_ONE}) d`,
);

const OF_ALL = figures(
  'delivery_health_of_all',
  `SELECT 0::bigint AS endpoint, id, status, attempts FROM deliveries
    WHERE environment_id = $1 AND id >= $2 AND id < $3 ORDER BY id DESC LIMIT ${SAMPLE_OF_ALL}`,
);

interface Row {
  readonly endpoint: string;
  readonly deliveries: number;
  readonly oldest: string;
  readonly delivered: number;
  readonly failed: number;
  readonly cancelled: number;
  readonly attempts: number;
  readonly response: readonly number[] | null;
  readonly acknowledged: readonly string[] | null;
}

export async function healthOfEach(
  tables: EnvironmentTables,
  range: IdRange,
  webhookIds: readonly string[],
): Promise<Schemas['DeliveryHealth'][]> {
  const rows = await tables.run<Row>(OF_EACH, [range.fromId, range.toId, webhookIds]);
  return webhookIds.map((id) => {
    const row = rows.find(({ endpoint }) => endpoint === id);
    return present(row, range, SAMPLE_OF_ONE);
  });
}

export async function healthOfAll(tables: EnvironmentTables, range: IdRange): Promise<Schemas['DeliveryHealth']> {
  const [row] = await tables.run<Row>(OF_ALL, [range.fromId, range.toId]);
  return present(row, range, SAMPLE_OF_ALL);
}

function present(row: Row | undefined, { fromId }: IdRange, sample: number): Schemas['DeliveryHealth'] {
  const { deliveries = 0, delivered = 0, failed = 0, cancelled = 0, attempts = 0 } = row ?? {};
  const settled = delivered + failed;
  const covered = row === undefined || deliveries < sample ? fromId : row.oldest;
  return {
    ...{ deliveries, delivered, failed, cancelled, attempts },
    pending: deliveries - delivered - failed - cancelled,
    successRate: settled === 0 ? null : delivered / settled,
    responseTime: percentiles(row?.response),
    acknowledgedAfter: percentiles(row?.acknowledged),
    coveredFrom: idTime(covered).toISOString(),
  };
}

function percentiles(
  values: readonly (number | string)[] | null | undefined,
): Schemas['DeliveryHealth']['responseTime'] {
  const [p50, p95, p99] = values ?? [];
  if (p50 === undefined || p95 === undefined || p99 === undefined) return null;
  return { p50: Number(p50), p95: Number(p95), p99: Number(p99) };
}
