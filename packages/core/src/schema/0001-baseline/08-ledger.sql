CREATE TABLE ledger_transactions (
  environment_id integer NOT NULL,
  id bigint NOT NULL,
  source text NOT NULL CONSTRAINT ledger_transactions_source CHECK (source IN ('payment', 'refund', 'dispute')),
  source_id bigint NOT NULL,
  kind text NOT NULL CONSTRAINT ledger_transactions_kind CHECK (kind IN ('completed', 'reversed', 'withdrawn', 'reinstated')),
  origin text NOT NULL DEFAULT 'api'
    CONSTRAINT ledger_transactions_origin CHECK (origin IN ('api', 'processor')),
  at timestamptz NOT NULL,
  CONSTRAINT ledger_transactions_pkey PRIMARY KEY (environment_id, id),
  CONSTRAINT ledger_transactions_once UNIQUE (environment_id, source, source_id, kind)
);

CREATE TABLE ledger_entries (
  environment_id integer NOT NULL,
  transaction_id bigint NOT NULL,
  account text NOT NULL CONSTRAINT ledger_entries_account CHECK (account IN ('clearing', 'merchant', 'refunds', 'disputes')),
  currency text NOT NULL,
  amount bigint NOT NULL CONSTRAINT ledger_entries_amount CHECK (amount <> 0),
  CONSTRAINT ledger_entries_pkey PRIMARY KEY (environment_id, transaction_id, account),
  CONSTRAINT ledger_entries_transaction FOREIGN KEY (environment_id, transaction_id)
    REFERENCES ledger_transactions (environment_id, id)
);

CREATE TRIGGER ledger_transactions_only_grow BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_transactions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();
CREATE TRIGGER ledger_entries_only_grow BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();
CREATE CONSTRAINT TRIGGER ledger_transactions_balanced AFTER INSERT ON ledger_transactions
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_ledger_balance();
CREATE CONSTRAINT TRIGGER ledger_entries_balanced AFTER INSERT ON ledger_entries
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_ledger_balance();
