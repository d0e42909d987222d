import { namedQuery } from '../platform/database/named-query.js';
import { toPublicId } from '../platform/ids.js';
import type { ReportedRow, ReportQuery } from '../platform/reports/report-source.js';
import { publicProcessor } from '../processors/connections/connection-name.js';
import { referenceOf } from '../processors/own-reference.js';
import { neverSent } from './acquirer-statement-survey.js';
import { CLOCKS_APART } from './acquirer-statement-walks.js';
import { money, presentDifference } from './difference.js';

const WALK = `
  SELECT w.* FROM acquirer_statement_walks w JOIN reports r ON r.environment_id = w.environment_id AND r.id = w.report_id
   WHERE w.environment_id = $1 AND r.environment_id = $1 AND w.report_id = $4
     AND r.statement IN ('compared', 'compared_in_part') AND w.result IN ('compared', 'compared_in_part')`;

// Bounds the attempts and lines that are compared at once. A line's place is the time at which it was received.
const REACH = namedQuery(
  'acquirer_statement_differences_reach',
  `SELECT greatest(
     coalesce((SELECT id FROM payment_attempts WHERE environment_id = $1 AND id >= $2 AND id < $3
                ORDER BY id DESC OFFSET $5::int - 1 LIMIT 1), $2::bigint),
     coalesce((SELECT id FROM refund_attempts WHERE environment_id = $1 AND id >= $2 AND id < $3
                ORDER BY id DESC OFFSET $5::int - 1 LIMIT 1), $2::bigint),
     coalesce((SELECT id_at(received_at) FROM acquirer_statement_lines WHERE environment_id = $1 AND report_id = $4
                  AND received_at >= id_time($2) AND received_at < id_time($3)
                ORDER BY received_at DESC OFFSET $5::int - 1 LIMIT 1), $2::bigint),
     coalesce((SELECT id_at(received_at) FROM foreign_statement_lines WHERE environment_id = $1 AND report_id = $4
                  AND received_at >= id_time($2) AND received_at < id_time($3)
                ORDER BY received_at DESC OFFSET $5::int - 1 LIMIT 1), $2::bigint)) AS reached
     FROM (${WALK} LIMIT 1) w`,
);

// When an attempt got a response: answered_at. Attempts that were closed without an answer count from when they finished,
// except those withdrawn by a void. At Stripe, a customer may pay long after the first answer.
const answered = (attempt: string): string => `greatest(
  CASE WHEN ${attempt}.processor LIKE 'stripe:%' THEN ${attempt}.finished_at END, coalesce(${attempt}.answered_at,
  CASE WHEN ${attempt}.code IS DISTINCT FROM 'voided' THEN ${attempt}.finished_at END))`;

// LIMIT makes Postgres look up related rows one by one: new lines and tables look small to the planner, which would
// otherwise scan all of them for each row.
const PAYMENT = `
  SELECT p.status, p.stage, p.failure_code, p.capture_method, p.amount_value, p.currency,
         coalesce(p.capture_value, p.amount_value) AS captured, p.capture_origin FROM payments p
   WHERE p.environment_id = $1 AND p.id = a.payment_id LIMIT 1`;
const VOID = `
  SELECT v.state, v.finished_at FROM payment_attempts v
   WHERE v.environment_id = $1 AND v.payment_id = a.payment_id AND v.operation = 'void' AND v.state <> 'declined'
     AND a.operation = 'authorize' LIMIT 1`;

// A manual decision stands or falls with one attempt: the one that captures the money, if its outcome is unknown; or,
// for a payment that was rejected before any capture of ours, the authorization. A confirmed hold stands with the
// authorization, and also falls with a capture that took place after all.
const TAKES = `a.operation = CASE p.capture_method WHEN 'manual' THEN 'capture' ELSE 'authorize' END`;
const CAPTURE = `SELECT 1 FROM payment_attempts c
  WHERE c.environment_id = $1 AND c.payment_id = a.payment_id AND c.operation = 'capture'`;
const DECISION = `
  SELECT t.at, NOT (${TAKES}) AND EXISTS (${CAPTURE} AND c.state <> 'declined') AS is_of_capture FROM payment_transitions t
   WHERE t.environment_id = $1 AND t.payment_id = a.payment_id AND t.from_stage = 'requires_attention'
     AND t.status = p.status AND t.stage IS NOT DISTINCT FROM p.stage
     AND (p.status = 'completed' OR p.failure_code = 'rejected' OR p.stage = 'authorized')
     AND (${TAKES} AND a.state IN ('open', 'pending')
       OR p.status = 'failed' AND a.operation = 'authorize' AND a.state <> 'declined'
          AND NOT EXISTS (${CAPTURE} AND c.state = 'declined' AND c.code IS DISTINCT FROM 'already_captured')
       OR p.stage = 'authorized' AND a.operation = 'authorize' AND (a.state IN ('open', 'pending') OR v.state IS NOT NULL))
   ORDER BY t.version DESC LIMIT 1`;

const HELD_BY = `
  SELECT z.id FROM payment_attempts z
   WHERE z.environment_id = $1 AND z.payment_id = a.payment_id AND z.operation = 'authorize' AND z.state <> 'declined' LIMIT 1`;
const TAKEN_BY_HAND = ['acquirer_statement_lines', 'foreign_statement_lines']
  .map(
    (table) => `SELECT l.amount_value, l.currency FROM ${table} l
      WHERE l.environment_id = $1 AND l.report_id = $4 AND l.processor = a.processor AND l.operation = 'capture'
        AND l.authorization_id = z.id AND l.status = 'approved'`,
  )
  .join(' UNION ALL ');

// A capture of ours with an unknown outcome may have been declined because of a capture by hand. Then it did not take
// the money: a completed payment was captured by hand; of a rejected one, the authorization was not released.
const BY_HAND = `
  SELECT sum(l.amount_value)::bigint AS taken FROM (${HELD_BY}) z JOIN LATERAL (${TAKEN_BY_HAND}) l ON l.currency = p.currency
   WHERE d.at IS NOT NULL AND p.capture_method = 'manual'`;
const OURS_REFUSED = `${CAPTURE} AND c.state IN ('open', 'pending')
  AND (SELECT l.status FROM acquirer_statement_lines l
        WHERE l.environment_id = $1 AND l.report_id = $4 AND l.processor = c.processor AND l.attempt_id = c.id LIMIT 1) = 'declined'`;

// Whether a capture of ours asked for what was captured: another capture may have taken less.
const IS_ASKED = `(a.state <> 'declined' OR p.capture_origin = 'api')`;

// Our view of the outcome, and since when: a voided authorization is declined, and has no outcome while the void is in
// progress; an attempt with which a manual decision stands has the decided outcome. The statement must contain what has
// taken the money by our view, and a capture of a rejected payment, without which the money is still held. A hold whose
// capture was declined may have ended or still stand.
const PAYMENT_ATTEMPTS = `
  SELECT a.id, a.processor, 'pay' AS source, a.payment_id AS object_id, a.payment_id, a.operation, a.state,
         CASE a.operation WHEN 'authorize' THEN p.amount_value WHEN 'capture' THEN CASE WHEN ${IS_ASKED} THEN p.captured END END AS amount_value,
         CASE a.operation WHEN 'authorize' THEN p.currency WHEN 'capture' THEN CASE WHEN ${IS_ASKED} THEN p.currency END END AS currency,
         CASE WHEN a.state IN ('approved', 'declined') THEN ${answered('a')}
              WHEN p.status = 'completed' AND h.taken = p.captured THEN NULL
              WHEN p.status = 'completed' OR p.status = 'failed' AND a.operation = 'capture'
                OR p.stage = 'authorized' AND a.operation = 'authorize' THEN d.at END AS there_at,
         CASE WHEN v.state = 'approved' THEN 'declined'
              WHEN d.at IS NOT NULL AND p.stage = 'authorized' THEN CASE WHEN ${TAKES} THEN 'declined' ELSE 'approved' END
              WHEN d.is_of_capture THEN CASE WHEN h.taken > 0 AND EXISTS (${OURS_REFUSED}) THEN 'declined' END
              WHEN d.at IS NOT NULL AND p.status = 'completed' AND h.taken = p.captured THEN NULL
              WHEN d.at IS NOT NULL THEN CASE p.status WHEN 'completed' THEN 'approved' ELSE 'declined' END
              WHEN a.operation = 'authorize' AND p.status = 'failed' AND EXISTS (${CAPTURE} AND c.state = 'declined') THEN NULL
              WHEN v.state IS NULL AND a.state IN ('approved', 'declined') THEN a.state END AS outcome,
         coalesce(d.at, v.finished_at, a.finished_at) AS outcome_at, d.at IS NOT NULL AS is_decided,
         a.external_reference, a.code
    FROM payment_attempts a
    JOIN LATERAL (${PAYMENT}) p ON true
    LEFT JOIN LATERAL (${VOID}) v ON true
    LEFT JOIN LATERAL (${DECISION}) d ON true
    LEFT JOIN LATERAL (${BY_HAND}) h ON true
   WHERE a.environment_id = $1 AND a.id >= $2 AND a.id < $3`;

const REFUND = `
  SELECT r.payment_id, r.amount_value, r.currency FROM refunds r
   WHERE r.environment_id = $1 AND r.id = a.refund_id LIMIT 1`;
const REFUND_ATTEMPTS = `
  SELECT a.id, a.processor, 'ref', a.refund_id, r.payment_id, 'refund', a.state, r.amount_value, r.currency,
         CASE WHEN a.state IN ('approved', 'declined') THEN ${answered('a')} END,
         CASE WHEN a.state IN ('approved', 'declined') THEN a.state END, a.finished_at, false,
         a.external_reference, a.code
    FROM refund_attempts a
    JOIN LATERAL (${REFUND}) r ON true
   WHERE a.environment_id = $1 AND a.id >= $2 AND a.id < $3`;

const LINE = `
  SELECT l.* FROM acquirer_statement_lines l
   WHERE l.environment_id = $1 AND l.report_id = $4 AND l.processor = w.processor AND l.attempt_id = s.id LIMIT 1`;
const AUTHORIZATION = `
  SELECT z.payment_id FROM payment_attempts z
   WHERE z.environment_id = $1 AND z.id = l.authorization_id AND z.operation = 'authorize' LIMIT 1`;

// What we knew before the page was requested must be on it; what we learned later may not be. A payment that a person
// has completed or rejected must not be open at the acquirer: its customer could still act, unnoticed.
const DIFFERS = `
  SELECT array_remove(ARRAY[
    CASE WHEN l.operation <> s.operation THEN 'operation' END,
    CASE WHEN l.status <> s.outcome AND s.outcome_at < l.asked_at THEN 'status' END,
    CASE WHEN (s.operation <> 'capture' OR s.amount_value IS NOT NULL)
      AND (l.amount_value, l.currency) IS DISTINCT FROM (s.amount_value, s.currency) THEN 'amount' END,
    CASE WHEN s.operation = 'authorize' AND l.payment_id IS DISTINCT FROM s.payment_id THEN 'payment' END,
    CASE WHEN s.operation <> 'authorize' AND (${AUTHORIZATION}) IS DISTINCT FROM s.payment_id THEN 'authorization' END
  ], NULL) AS differs OFFSET 0`;

// An operation with a response must be in the statement, if the response came before the walk began and within its
// range. If the statement shows that a rejected payment was released, its capture is not missing.
const LET_GO = `
  SELECT 1 FROM payment_attempts v
    JOIN LATERAL (SELECT l.status FROM acquirer_statement_lines l
                   WHERE l.environment_id = $1 AND l.report_id = $4 AND l.processor = v.processor AND l.attempt_id = v.id LIMIT 1) l
      ON l.status = CASE v.operation WHEN 'void' THEN 'approved' WHEN 'authorize' THEN 'declined' END
   WHERE v.environment_id = $1 AND v.payment_id = s.payment_id AND v.state <> 'declined'`;
// Stripe lists objects, which a refused request does not make: a hold that ends is a
// changed PaymentIntent.
const IS_LISTED = `CASE WHEN w.processor LIKE 'stripe:%' THEN CASE s.operation WHEN 'capture' THEN s.outcome = 'approved'
  WHEN 'void' THEN false ELSE starts_with(s.external_reference, 'cs_') IS FALSE END ELSE true END`;
const MUST_BE_THERE = `NOT ${neverSent('s')} AND ${IS_LISTED} AND s.there_at < w.started_at AND s.there_at <= w.walk_to - ${CLOCKS_APART}
  AND s.id >= id_at(w.walk_from + ${CLOCKS_APART})
  AND NOT (s.is_decided AND s.outcome = 'declined' AND EXISTS (${LET_GO}))`;

const IS_OURS = ['payment_attempts', 'refund_attempts']
  .map(
    (table) => `(SELECT a.id FROM ${table} a WHERE a.environment_id = $1 AND a.id = l.attempt_id LIMIT 1) IS NOT NULL`,
  )
  .join(' OR ');

// Payments completed by hand after the acquirer declined our capture or void as already captured: the capture is in the
// statement under another reference. Of several declined attempts, the last one is reported.
const REFUSED = `a.operation IN ('capture', 'void') AND a.state = 'declined' AND a.code = 'already_captured'
  AND NOT EXISTS (SELECT 1 FROM payment_attempts b
    WHERE b.environment_id = $1 AND b.payment_id = a.payment_id AND b.id > a.id AND b.state = 'declined'
      AND b.operation IN ('capture', 'void') AND b.code = 'already_captured')`;
const COMPLETED_AT = `
  SELECT t.at FROM payment_transitions t
   WHERE t.environment_id = $1 AND t.payment_id = a.payment_id AND t.from_stage = 'requires_attention'
     AND t.status = 'completed' LIMIT 1`;

// A line without an attempt is placed at the end of its millisecond, behind all ids of it: wherever a range is cut, the
// line is on the same side as its time.
const DIFFERENCES = namedQuery(
  'acquirer_statement_differences',
  `WITH w AS (${WALK}), sent AS (${PAYMENT_ATTEMPTS} UNION ALL ${REFUND_ATTEMPTS})
   SELECT s.id AS place, k.kind, s.source, s.object_id AS id, s.payment_id AS "paymentId",
          s.id AS "attemptId", NULL AS reference, s.operation, s.amount_value AS recorded, s.currency AS "recordedCurrency",
          l.amount_value AS found, l.currency AS "foundCurrency", coalesce(s.outcome, s.state) AS "recordedStatus",
          l.status AS "foundStatus", CASE k.kind WHEN 'different' THEN d.differs END AS differs, w.processor
     FROM w CROSS JOIN sent s
     LEFT JOIN LATERAL (${LINE}) l ON true
     CROSS JOIN LATERAL (${DIFFERS}) d
     CROSS JOIN LATERAL (
       SELECT CASE WHEN s.processor <> w.processor THEN CASE WHEN l.attempt_id IS NOT NULL THEN 'unexpected' END
                   WHEN l.attempt_id IS NULL THEN CASE WHEN ${MUST_BE_THERE} THEN 'missing' END
                   WHEN cardinality(d.differs) > 0 THEN 'different' END AS kind) k
    WHERE k.kind IS NOT NULL
   UNION ALL
   SELECT a.id, CASE WHEN h.taken IS NULL THEN 'missing' ELSE 'different' END, 'pay', a.payment_id, a.payment_id, NULL,
          NULL, 'capture', p.captured, p.currency, h.taken, p.currency, 'approved', CASE WHEN h.taken > 0 THEN 'approved' END,
          CASE WHEN h.taken > 0 THEN ARRAY['amount'] END, w.processor
     FROM w JOIN payment_attempts a
       ON a.environment_id = $1 AND a.id >= $2 AND a.id < $3 AND a.processor = w.processor AND ${REFUSED}
     JOIN LATERAL (${PAYMENT}) p ON p.status = 'completed' AND p.capture_method = 'manual'
     JOIN LATERAL (${COMPLETED_AT}) t ON t.at < w.started_at
     JOIN LATERAL (${HELD_BY}) z ON true
     JOIN LATERAL (SELECT sum(l.amount_value)::bigint AS taken FROM (${TAKEN_BY_HAND}) l WHERE l.currency = p.currency) h
       ON h.taken IS DISTINCT FROM p.captured
    WHERE NOT EXISTS (${CAPTURE} AND c.state <> 'declined')
   UNION ALL
   SELECT id_at(l.received_at) + 4194303, 'unexpected', 'pay', coalesce(l.payment_id, z.payment_id),
          coalesce(l.payment_id, z.payment_id), l.attempt_id, NULL, l.operation, NULL, NULL, l.amount_value,
          l.currency, NULL, l.status, NULL, w.processor
     FROM w JOIN acquirer_statement_lines l ON l.environment_id = $1 AND l.report_id = $4 AND l.processor = w.processor
     LEFT JOIN LATERAL (${AUTHORIZATION}) z ON true
    WHERE l.received_at >= id_time($2) AND l.received_at < id_time($3) AND NOT (${IS_OURS})
   UNION ALL
   SELECT id_at(l.received_at) + 4194303, 'unexpected', 'pay', z.payment_id, z.payment_id, NULL, l.reference, l.operation, NULL, NULL,
          l.amount_value, l.currency, NULL, l.status, NULL, w.processor
     FROM w JOIN foreign_statement_lines l ON l.environment_id = $1 AND l.report_id = $4 AND l.processor = w.processor
     LEFT JOIN LATERAL (${AUTHORIZATION}) z ON true
    WHERE l.received_at >= id_time($2) AND l.received_at < id_time($3)
   UNION ALL
   SELECT r.to_id, 'not_compared', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, n.processor
     FROM reports r JOIN acquirer_statement_walks n ON n.environment_id = $1 AND n.report_id = $4
    WHERE r.environment_id = $1 AND r.id = $4 AND r.to_id = $3 AND r.statement IN ('not_compared', 'compared_in_part')
      AND n.result IN ('not_compared', 'compared_in_part')`,
);

interface StatementDifference {
  readonly place: string;
  readonly kind: 'missing' | 'unexpected' | 'different' | 'not_compared';
  readonly source: 'pay' | 'ref' | null;
  readonly id: string | null;
  readonly paymentId: string | null;
  /** The id of our attempt; otherwise `reference` is that of a foreign line. */
  readonly attemptId: string | null;
  readonly reference: string | null;
  readonly operation: string | null;
  readonly recorded: string | null;
  readonly recordedCurrency: string | null;
  readonly found: string | null;
  readonly foundCurrency: string | null;
  readonly recordedStatus: string | null;
  readonly foundStatus: string | null;
  readonly differs: string[] | null;
  /** Whose statement it is. */
  readonly processor: string;
}

/** Returns the lowest id down to which attempts and lines are compared at once. */
export async function statementReach({ tables, id, fromId, toId, limit }: ReportQuery): Promise<string> {
  const [place] = await tables.run<{ reached: string }>(REACH, [fromId, toId, id, limit]);
  return place?.reached ?? fromId;
}

/** Compares the operations within a range of ids with the acquirer's statement, and returns the differences. */
export async function statementDifferences({ tables, id, fromId, toId }: ReportQuery): Promise<ReportedRow[]> {
  const differences = await tables.run<StatementDifference>(DIFFERENCES, [fromId, toId, id]);
  return differences.map((difference) => present(difference, tables.environmentId));
}

function present(difference: StatementDifference, environmentId: number): ReportedRow {
  const { place, kind, source, id, paymentId, attemptId, operation, differs } = difference;
  const isOurs = kind !== 'unexpected';
  return presentDifference(place, {
    against: 'acquirer',
    kind,
    id: id === null || source === null ? null : toPublicId(source, id),
    paymentId: paymentId === null ? null : toPublicId('pay', paymentId),
    recorded: isOurs ? money(difference.recorded, difference.recordedCurrency) : null,
    found: money(difference.found, difference.foundCurrency),
    reference: attemptId === null ? difference.reference : referenceOf({ environmentId, id: attemptId }),
    operation,
    differs,
    recordedStatus: isOurs ? difference.recordedStatus : null,
    foundStatus: difference.foundStatus,
    processor: publicProcessor(difference.processor).id,
  });
}
