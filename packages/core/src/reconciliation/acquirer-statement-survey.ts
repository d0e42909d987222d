import type { Transaction } from '../platform/database/database.js';
import { namedQuery } from '../platform/database/named-query.js';
import type { ClaimedWalk } from './acquirer-statement-walks.js';

const STRETCH = 20_000;

// Our attempts determine the required range of the statement: from the first one to the last response, since nothing is
// answered before it is received. Attempts from before responses were recorded end when they finished. An attempt
// without a response may have been received until the manual decision. A payment that was completed by hand may have
// been captured at any time since its authorization, unless our capture was approved.
const DECIDED = `CASE WHEN a.state IN ('open', 'pending') THEN (
  SELECT max(t.at) FROM payment_transitions t
   WHERE t.environment_id = $1 AND t.payment_id = a.payment_id AND t.from_stage = 'requires_attention'
     AND (t.status <> 'pending' OR t.stage = 'authorized')
  ) END`;
const TAKEN_SINCE = `CASE WHEN a.state = 'declined' AND a.code = 'already_captured'
                            OR a.operation = 'capture' AND a.state IN ('open', 'pending') THEN (
  SELECT min(z.id) FROM payment_attempts z
   WHERE z.environment_id = $1 AND z.payment_id = a.payment_id AND z.operation = 'authorize' AND z.state <> 'declined'
     AND EXISTS (SELECT 1 FROM payment_transitions t
                  WHERE t.environment_id = $1 AND t.payment_id = a.payment_id AND t.from_stage = 'requires_attention'
                    AND t.status = 'completed')
  ) END`;
const SURVEY = namedQuery(
  'acquirer_statement_walks_survey',
  `WITH payments_sent AS (
     SELECT id, processor, greatest(coalesce(answered_at, finished_at), ${DECIDED}) AS answered_at,
            least(id, ${TAKEN_SINCE}) AS since
       FROM payment_attempts a
      WHERE environment_id = $1 AND id >= $3 AND id < $4 ORDER BY id LIMIT ${STRETCH}
   ), refunds_sent AS (
     SELECT id, processor, coalesce(answered_at, finished_at) AS answered_at, id AS since FROM refund_attempts
      WHERE environment_id = $1 AND id >= $3 AND id < $4 ORDER BY id LIMIT ${STRETCH}
   ), reached AS (
     SELECT least(p.id, r.id) AS id
       FROM (SELECT CASE count(*) WHEN ${STRETCH} THEN max(id) + 1 ELSE $4::bigint END AS id FROM payments_sent) p,
            (SELECT CASE count(*) WHEN ${STRETCH} THEN max(id) + 1 ELSE $4::bigint END AS id FROM refunds_sent) r
   ), seen AS (
     SELECT min(a.since) FILTER (WHERE a.processor = $5) AS first_sent,
            max(a.answered_at) FILTER (WHERE a.processor = $5) AS last_answered_at,
            bool_or(a.processor IS DISTINCT FROM $5 AND a.processor <> ALL ($6::text[])) AS sent_elsewhere
       FROM (SELECT * FROM payments_sent UNION ALL SELECT * FROM refunds_sent) a
   )
   UPDATE acquirer_statement_walks w
      SET surveyed = reached.id, first_sent = least(w.first_sent, seen.first_sent),
          last_answered_at = greatest(w.last_answered_at, seen.last_answered_at),
          sent_elsewhere = w.sent_elsewhere OR coalesce(seen.sent_elsewhere, false)
     FROM reached, seen
    WHERE w.environment_id = $1 AND w.report_id = $2
    RETURNING w.surveyed >= $4 AS "isDone", w.sent_elsewhere AS "sentElsewhere"`,
);

export interface Survey {
  readonly isDone: boolean;
  /** Whether some went to a processor that may have a statement, but is not asked for it. */
  readonly sentElsewhere: boolean;
}

/** Surveys the next attempts of a report's range: sent to `keeper`, to one of `withoutStatement`, or elsewhere. */
export async function survey(
  transaction: Transaction,
  { environmentId, reportId, surveyed, toId }: ClaimedWalk,
  keeper: string | null,
  withoutStatement: readonly string[],
): Promise<Survey> {
  const values = [environmentId, reportId, surveyed, toId, keeper, withoutStatement];
  const [found] = await transaction.run<Survey>(SURVEY, values);
  return found ?? { isDone: false, sentElsewhere: false };
}
