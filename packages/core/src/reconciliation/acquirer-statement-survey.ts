import type { Transaction } from '../platform/database/database.js';
import { namedQuery } from '../platform/database/named-query.js';
import type { ClaimedWalk } from './acquirer-statement-walks.js';

const STRETCH = 20_000;

// Our attempts determine the required range of the statement: from the first one to the last response, since nothing is
// answered before it is received. Attempts that were closed without an answer end when they finished. An attempt
// without a response may have been received until the manual decision. A payment that was completed by hand may have
// been captured at any time since its authorization, unless our capture was approved. At Stripe, a capture is a change of the
// authorization, which is listed when that was made. A refund that was made at the processor began before it was recorded.
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
// The PaymentIntent of a Checkout Session is made when the customer pays, long after the session.
const PAID_AT = `CASE WHEN a.processor LIKE 'stripe:%' THEN a.finished_at END`;
const LISTED_SINCE = `CASE WHEN a.processor LIKE 'stripe:%' AND a.operation <> 'authorize' THEN (
  SELECT min(z.id) FROM payment_attempts z
   WHERE z.environment_id = $1 AND z.payment_id = a.payment_id AND z.operation = 'authorize'
  ) END`;
/** SQL: whether attempt `a` ended before anything was sent. It is in no statement. */
export const neverSent = (a: string): string =>
  `(${a}.state = 'declined'
    AND ${a}.code IN ('not_sent', 'processor_disabled', 'processor_deleted', 'processor_not_accepting')) IS TRUE`;

const SURVEY = namedQuery(
  'acquirer_statement_walks_survey',
  `WITH payments_sent AS (
     SELECT id, processor, greatest(coalesce(answered_at, finished_at), ${DECIDED}, ${PAID_AT}) AS answered_at,
            least(id, ${TAKEN_SINCE}, ${LISTED_SINCE}) AS since, ${neverSent('a')} AS is_unsent
       FROM payment_attempts a
      WHERE environment_id = $1 AND id >= $3 AND id < $4 ORDER BY id LIMIT ${STRETCH}
   ), refunds_sent AS (
     SELECT id, processor, coalesce(answered_at, finished_at) AS answered_at, least(id, id_at(started_at)) AS since,
            ${neverSent('a')} AS is_unsent
       FROM refund_attempts a
      WHERE environment_id = $1 AND id >= $3 AND id < $4 ORDER BY id LIMIT ${STRETCH}
   ), reached AS (
     SELECT least(p.id, r.id) AS id
       FROM (SELECT CASE count(*) WHEN ${STRETCH} THEN max(id) + 1 ELSE $4::bigint END AS id FROM payments_sent) p,
            (SELECT CASE count(*) WHEN ${STRETCH} THEN max(id) + 1 ELSE $4::bigint END AS id FROM refunds_sent) r
   ), seen AS (
     SELECT processor, min(since) AS first_sent, max(answered_at) AS last_answered_at
       FROM (SELECT * FROM payments_sent UNION ALL SELECT * FROM refunds_sent) a
      WHERE processor <> ALL ($5::text[]) AND NOT is_unsent GROUP BY processor
   ), needed AS (
     INSERT INTO acquirer_statement_walks AS w (environment_id, report_id, processor, first_sent, last_answered_at, due_at)
     SELECT $1, $2, processor, first_sent, last_answered_at, 'infinity' FROM seen
     ON CONFLICT (environment_id, report_id, processor) DO UPDATE
        SET first_sent = least(w.first_sent, EXCLUDED.first_sent),
            last_answered_at = greatest(w.last_answered_at, EXCLUDED.last_answered_at)
   )
   UPDATE acquirer_statement_walks w
      SET surveyed = reached.id, result = CASE WHEN reached.id >= $4 THEN 'surveyed' END
     FROM reached
    WHERE w.environment_id = $1 AND w.report_id = $2 AND w.processor = ''
    RETURNING w.result = 'surveyed' AS "isDone"`,
);

// Connections in use are read even if nothing was sent: somebody else may have used their account with our references.
const ADD = namedQuery(
  'acquirer_statement_walks_add',
  `INSERT INTO acquirer_statement_walks (environment_id, report_id, processor, due_at)
   SELECT $1, $2, keepers.name, 'infinity'
     FROM (SELECT unnest($3::text[])
            WHERE EXISTS (SELECT FROM environments e WHERE e.id = $1 AND e.mode = 'live')
           UNION SELECT c.kind || ':' || c.id FROM processors c
            WHERE c.environment_id = $1 AND c.enabled AND c.deleted_at IS NULL AND c.status <> 'unverified') keepers (name)
   ON CONFLICT DO NOTHING`,
);

/**
 * Surveys the next attempts of a report's range, and notes whose statements are needed since when. Returns true at the end,
 * when those of `withStatement` were added.
 */
export async function survey(
  transaction: Transaction,
  { environmentId, reportId, surveyed, toId }: ClaimedWalk,
  withStatement: readonly string[],
  withoutStatement: readonly string[],
): Promise<boolean> {
  const values = [environmentId, reportId, surveyed, toId, withoutStatement];
  const [found] = await transaction.run<{ isDone: boolean | null }>(SURVEY, values);
  if (found?.isDone !== true) return false;
  await transaction.run(ADD, [environmentId, reportId, withStatement]);
  return true;
}
