-- Continues what hold-work.sql holds, before its day is over: docs/operations/back-up.md.

BEGIN;

UPDATE accounts SET charged_from = now() WHERE charged_from > now();

-- Subscriptions that are not charged are tried hourly.
UPDATE subscriptions SET due_at = now() WHERE due_at BETWEEN now() AND now() + interval '1 hour';

UPDATE payments p SET due_at = now()
 WHERE p.status = 'pending' AND p.stage = 'processing' AND p.operation = 'authorize' AND p.unsent
   AND p.due_at <= now() + interval '1 day';

UPDATE refunds r SET due_at = now()
 WHERE r.status = 'pending' AND r.due_at <= now() + interval '1 day'
   AND NOT EXISTS (SELECT FROM refund_attempts a WHERE a.environment_id = r.environment_id AND a.refund_id = r.id);

COMMIT;
