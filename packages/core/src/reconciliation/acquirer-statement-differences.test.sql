-- An hour of an environment, and an acquirer's statement that agrees with it. Ids contain the minute: id_of(11) is the attempt
-- of minute 11.
TRUNCATE payments, payment_attempts, payment_transitions, refunds, refund_attempts, reports, report_chunks, acquirer_statement_walks,
  acquirer_statement_lines CASCADE;

CREATE OR REPLACE FUNCTION minute(n integer) RETURNS timestamptz LANGUAGE sql AS
  'SELECT ''2026-11-21T09:00:00Z''::timestamptz + n * interval ''1 minute''';

CREATE OR REPLACE FUNCTION id_of(n integer) RETURNS bigint LANGUAGE sql AS 'SELECT id_at(minute(n))';

-- Payments: 1 is captured at once and refunded in part, 2 captured, 3 voided, 4 declined, 5 voided before its customer acted;
-- the outcome of 6 is unknown.
INSERT INTO payments (environment_id, id, status, stage, amount_value, currency, capture_method, refunded_value, metadata,
  processor, updated_at)
SELECT 1, id_of(n), status, stage, 100 + n, 'USD', method, refunded, '{}', 'http', now()
  FROM (VALUES (1, 'completed', NULL, 'automatic', 40), (2, 'completed', NULL, 'manual', 0),
               (3, 'failed', NULL, 'manual', 0), (4, 'failed', NULL, 'automatic', 0), (5, 'failed', NULL, 'automatic', 0),
               (6, 'pending', 'processing', 'automatic', 0)) AS p (n, status, stage, method, refunded);

INSERT INTO payment_attempts (environment_id, id, payment_id, operation, processor, state, code, started_at, answered_at,
  finished_at)
SELECT 1, id_of(n), id_of(payment), operation, 'http', state, code, minute(n), CASE WHEN state <> 'open' THEN minute(n) END,
       CASE WHEN state <> 'open' THEN minute(n + 1) END
  FROM (VALUES (11, 1, 'authorize', 'approved', NULL),
               (12, 2, 'authorize', 'approved', NULL), (22, 2, 'capture', 'approved', NULL),
               (13, 3, 'authorize', 'approved', NULL), (23, 3, 'void', 'approved', NULL),
               (14, 4, 'authorize', 'declined', 'insufficient_funds'),
               (15, 5, 'authorize', 'declined', 'voided'), (25, 5, 'void', 'approved', NULL),
               (16, 6, 'authorize', 'open', NULL)) AS a (n, payment, operation, state, code);

INSERT INTO refunds (environment_id, id, payment_id, status, amount_value, currency, metadata, updated_at)
VALUES (1, id_of(30), id_of(1), 'completed', 40, 'USD', '{}', now());

INSERT INTO refund_attempts (environment_id, id, refund_id, processor, state, started_at, answered_at, finished_at)
VALUES (1, id_of(31), id_of(30), 'http', 'approved', minute(31), minute(32), minute(32));

INSERT INTO reports (environment_id, id, type, format, created_from, created_to, status, personal, from_id, to_id, reached,
  statement, xid, epoch, updated_at)
VALUES (1, id_of(90), 'reconciliation', 'json', minute(0), minute(60), 'running', false, id_of(0), id_of(60), id_of(60),
  'compared', 1, 1, now());

INSERT INTO acquirer_statement_walks (environment_id, report_id, processor, result, walk_from, walk_to, started_at, due_at)
VALUES (1, id_of(90), 'http', 'compared', minute(-10), minute(70), minute(90), now());

INSERT INTO acquirer_statement_lines (environment_id, report_id, processor, attempt_id, operation, status, payment_id, authorization_id, amount_value,
  currency, received_at, asked_at)
SELECT 1, id_of(90), 'http', id_of(n), operation, status, id_of(payment), id_of("authorization"), amount,
       CASE WHEN amount IS NOT NULL THEN 'USD' END, minute(n), minute(90)
  FROM (VALUES (11, 'authorize', 'approved', 1, NULL, 101), (12, 'authorize', 'approved', 2, NULL, 102),
               (22, 'capture', 'approved', NULL, 12, 102), (13, 'authorize', 'declined', 3, NULL, 103),
               (23, 'void', 'approved', NULL, 13, NULL), (14, 'authorize', 'declined', 4, NULL, 104),
               (15, 'authorize', 'declined', 5, NULL, 105), (25, 'void', 'approved', NULL, 15, NULL),
               (31, 'refund', 'approved', NULL, 11, 40))
       AS l (n, operation, status, payment, "authorization", amount);
