import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = `
  CREATE TABLE ledger_transactions (
    environment_id integer NOT NULL,
    id bigint NOT NULL,
    source text NOT NULL CONSTRAINT ledger_transactions_source CHECK (source IN ('payment', 'refund')),
    source_id bigint NOT NULL,
    kind text NOT NULL CONSTRAINT ledger_transactions_kind CHECK (kind IN ('completed')),
    at timestamptz NOT NULL,
    CONSTRAINT ledger_transactions_pkey PRIMARY KEY (environment_id, id),
    CONSTRAINT ledger_transactions_once UNIQUE (environment_id, source, source_id, kind)
  );

  CREATE TABLE ledger_entries (
    environment_id integer NOT NULL,
    transaction_id bigint NOT NULL,
    account text NOT NULL CONSTRAINT ledger_entries_account CHECK (account IN ('clearing', 'merchant', 'refunds')),
    currency text NOT NULL,
    amount bigint NOT NULL CONSTRAINT ledger_entries_amount CHECK (amount <> 0),
    CONSTRAINT ledger_entries_pkey PRIMARY KEY (environment_id, transaction_id, account)
  );

  CREATE FUNCTION refuse_ledger_change() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    RAISE EXCEPTION 'the ledger only grows' USING ERRCODE = 'restrict_violation';
  END $$;
  CREATE TRIGGER ledger_transactions_only_grow BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_transactions
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();
  CREATE TRIGGER ledger_entries_only_grow BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_entries
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();

  CREATE FUNCTION check_ledger_balance() RETURNS trigger LANGUAGE plpgsql AS $$
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
`;

// What payments and refunds say beside what was posted, for the ids from from_id to below to_id.
const COMPARISON = `
  CREATE FUNCTION ledger_compared(environment integer, from_id bigint, to_id bigint)
    RETURNS TABLE (source text, source_id bigint, currency text, recorded bigint, posted bigint)
    LANGUAGE sql STABLE AS $$
    SELECT 'payment', coalesce(p.id, l.source_id), coalesce(p.currency, l.currency), p.amount_value, -l.amount
      FROM (SELECT id, currency, amount_value FROM payments
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
      FULL JOIN (SELECT t.source_id, e.currency, e.amount
                   FROM ledger_transactions t
                   LEFT JOIN ledger_entries e ON e.environment_id = t.environment_id AND e.transaction_id = t.id
                         AND e.account = 'refunds'
                  WHERE t.environment_id = environment AND t.source = 'refund' AND t.kind = 'completed'
                    AND t.source_id >= from_id AND t.source_id < to_id) l
        ON l.source_id = r.id AND l.currency = r.currency
  $$;
`;

// A transaction that has taken an event's id has ended, one way or the other, long before ten minutes are over.
const MARK = `
  ALTER TABLE system_state ADD COLUMN ledger_checked_id bigint;
  UPDATE system_state SET ledger_checked_id = id_at(now() - interval '10 minutes');
  ALTER TABLE system_state ALTER COLUMN ledger_checked_id SET NOT NULL;
`;

/** The ledger, empty, and up to which event workers have checked that completions are in it. */
export class Ledger1764001200000 implements MigrationInterface {
  readonly name = 'Ledger1764001200000';

  async up(runner: QueryRunner): Promise<void> {
    for (const part of [TABLES, COMPARISON, MARK]) await runner.query(part);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE system_state DROP COLUMN ledger_checked_id;
      DROP FUNCTION ledger_compared(integer, bigint, bigint);
      DROP TABLE ledger_entries, ledger_transactions;
      DROP FUNCTION check_ledger_balance();
      DROP FUNCTION refuse_ledger_change();
    `);
  }
}
