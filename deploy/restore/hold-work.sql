-- For a database that was restored to an earlier moment, before a worker starts: docs/operations/back-up.md.
--
-- Holds for a day what the service would charge or pay back for the first time, since that may have happened after the moment. What
-- was sent before the moment is not held: its processor knows the reference, and is only asked.

BEGIN;

-- No subscription of live mode is charged before this time, whatever changes it meanwhile.
UPDATE accounts SET charged_from = greatest(charged_from, now() + interval '1 day');

-- They can be cancelled meanwhile.
UPDATE payments p SET due_at = now() + interval '1 day', unsent = true
 WHERE p.status = 'pending' AND p.stage = 'processing' AND p.operation = 'authorize'
   AND NOT EXISTS (SELECT FROM payment_attempts a
         WHERE a.environment_id = p.environment_id AND a.payment_id = p.id AND a.state <> 'declined');

UPDATE refunds r SET due_at = now() + interval '1 day'
 WHERE r.status = 'pending'
   AND NOT EXISTS (SELECT FROM refund_attempts a WHERE a.environment_id = r.environment_id AND a.refund_id = r.id);

COMMIT;
