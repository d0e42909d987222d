CREATE OR REPLACE FUNCTION refuse_ledger_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the ledger only grows' USING ERRCODE = 'restrict_violation';
END $$;

-- At commit: a transaction has at least two entries in one currency, which sum to zero.
CREATE OR REPLACE FUNCTION check_ledger_balance() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  checked bigint;
  balanced boolean;
BEGIN
  IF TG_TABLE_NAME = 'ledger_entries' THEN checked := NEW.transaction_id; ELSE checked := NEW.id; END IF;
  SELECT count(*) >= 2 AND sum(amount) = 0 AND min(currency) = max(currency) INTO balanced
    FROM ledger_entries WHERE environment_id = NEW.environment_id AND transaction_id = checked;
  IF balanced IS NOT TRUE THEN
    RAISE EXCEPTION 'ledger transaction % does not balance', checked
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_balanced', TABLE = TG_TABLE_NAME;
  END IF;
  RETURN NULL;
END $$;

-- The amounts of payments, refunds and disputes with ids from from_id to below to_id, and those in the ledger. What was posted for a
-- refund and reversed, or withdrawn and reinstated as a whole, is nothing.
CREATE OR REPLACE FUNCTION ledger_compared(environment integer, from_id bigint, to_id bigint)
  RETURNS TABLE (source text, source_id bigint, currency text, recorded bigint, posted bigint)
  LANGUAGE sql STABLE AS $$
  SELECT 'payment', coalesce(p.id, l.source_id), coalesce(p.currency, l.currency), p.captured, -l.amount
    FROM (SELECT id, currency, coalesce(capture_value, amount_value) AS captured FROM payments
           WHERE environment_id = environment AND id >= from_id AND id < to_id AND status = 'completed') p
    FULL JOIN (SELECT t.source_id, e.currency, e.amount
                 FROM ledger_transactions t
                 LEFT JOIN ledger_entries e ON e.environment_id = t.environment_id AND e.transaction_id = t.id
                       AND e.account = 'merchant'
                WHERE t.environment_id = environment AND t.source = 'payment' AND t.kind = 'completed'
                  AND t.source_id >= from_id AND t.source_id < to_id) l
      ON l.source_id = p.id AND l.currency = p.currency
  UNION ALL
  SELECT 'refund', coalesce(r.id, l.source_id), coalesce(r.currency, l.currency), r.amount_value, l.amount
    FROM (SELECT id, currency, amount_value FROM refunds
           WHERE environment_id = environment AND id >= from_id AND id < to_id AND status = 'completed') r
    FULL JOIN (SELECT t.source_id, e.currency, sum(e.amount)::bigint AS amount
                 FROM ledger_transactions t
                 LEFT JOIN ledger_entries e ON e.environment_id = t.environment_id AND e.transaction_id = t.id
                       AND e.account = 'refunds'
                WHERE t.environment_id = environment AND t.source = 'refund'
                  AND t.source_id >= from_id AND t.source_id < to_id
                GROUP BY t.source_id, e.currency HAVING sum(e.amount) IS DISTINCT FROM 0) l
      ON l.source_id = r.id AND l.currency = r.currency
  UNION ALL
  SELECT 'dispute', coalesce(d.id, l.source_id), coalesce(d.currency, l.currency), d.withdrawn_value, l.amount
    FROM (SELECT id, currency, amount_value - reinstated_value AS withdrawn_value FROM disputes
           WHERE environment_id = environment AND id >= from_id AND id < to_id AND withdrawn
             AND amount_value > reinstated_value) d
    FULL JOIN (SELECT t.source_id, e.currency, sum(e.amount)::bigint AS amount
                 FROM ledger_transactions t
                 LEFT JOIN ledger_entries e ON e.environment_id = t.environment_id AND e.transaction_id = t.id
                       AND e.account = 'disputes'
                WHERE t.environment_id = environment AND t.source = 'dispute'
                  AND t.source_id >= from_id AND t.source_id < to_id
                GROUP BY t.source_id, e.currency HAVING sum(e.amount) IS DISTINCT FROM 0) l
      ON l.source_id = d.id AND l.currency = d.currency
$$;
