import type { MigrationInterface, QueryRunner } from 'typeorm';

const BATCH = 10_000;

type Place = readonly [environmentId: number, id: string];

const BEFORE_ALL: Place = [0, '0'];

/**
 * Posts the completed ones of the next batch of payments or refunds, in the order of their keys. What is posted already
 * stays as it is, so that a migration that was broken off goes through it once more.
 */
function batchOf(table: 'payments' | 'refunds', completedAt: string, [debit, credit]: [string, string]): string {
  const source = table.slice(0, -1);
  return `
    WITH page AS MATERIALIZED (
      SELECT environment_id, id, status, amount_value, currency, updated_at FROM ${table}
       WHERE (environment_id, id) > ($1, $2) ORDER BY environment_id, id LIMIT ${BATCH}
    ), posted AS (
      INSERT INTO ledger_transactions (environment_id, id, source, source_id, kind, at)
      SELECT environment_id, id, '${source}', id, 'completed', ${completedAt} FROM page WHERE status = 'completed'
      ON CONFLICT DO NOTHING
      RETURNING environment_id, id
    ), entries AS (
      INSERT INTO ledger_entries (environment_id, transaction_id, account, currency, amount)
      SELECT p.environment_id, p.id, e.account, p.currency, e.sign * p.amount_value
        FROM posted JOIN page p USING (environment_id, id),
             (VALUES ('${debit}', 1), ('${credit}', -1)) AS e (account, sign)
    )
    SELECT environment_id AS "environmentId", id FROM page ORDER BY environment_id DESC, id DESC LIMIT 1`;
}

// A refund changes when its payment was last updated, so that the note of the change knows better.
const PAYMENTS = batchOf(
  'payments',
  `coalesce((SELECT t.at FROM payment_transitions t
              WHERE t.environment_id = page.environment_id AND t.payment_id = page.id AND t.status = 'completed'),
            page.updated_at)`,
  ['clearing', 'merchant'],
);
const REFUNDS = batchOf('refunds', 'page.updated_at', ['refunds', 'clearing']);

const RELAXED = `
  DROP TRIGGER IF EXISTS ledger_entries_balanced ON ledger_entries;
  DROP TRIGGER IF EXISTS ledger_transactions_balanced ON ledger_transactions;
  ALTER TABLE ledger_entries DROP CONSTRAINT IF EXISTS ledger_entries_transaction;
`;

// From here on each commit is held to it: pair by pair it would cost the batches more than all the rest.
const STRICT = `
  ${RELAXED}
  ALTER TABLE ledger_entries ADD CONSTRAINT ledger_entries_transaction
    FOREIGN KEY (environment_id, transaction_id) REFERENCES ledger_transactions (environment_id, id);
  CREATE CONSTRAINT TRIGGER ledger_transactions_balanced AFTER INSERT ON ledger_transactions
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_ledger_balance();
  CREATE CONSTRAINT TRIGGER ledger_entries_balanced AFTER INSERT ON ledger_entries
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_ledger_balance();
`;

/**
 * Posts what was completed before the ledger was there. Batches are committed one by one and lock nothing that others need:
 * processes of the version before may go on meanwhile, and what they complete behind the batches is found by the workers
 * (ledger/ledger-catch-up.ts).
 */
export class LedgerBackfill1764001210000 implements MigrationInterface {
  readonly name = 'LedgerBackfill1764001210000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const batch of [PAYMENTS, REFUNDS]) {
      let place: Place | undefined = BEFORE_ALL;
      while (place !== undefined) place = await next(runner, batch, place);
    }
    await runner.query(STRICT);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(RELAXED);
  }
}

/** Answers how far the batch went; undefined when nothing was left. */
async function next(runner: QueryRunner, batch: string, place: Place): Promise<Place | undefined> {
  const [last] = (await runner.query(batch, [...place])) as { environmentId: number; id: string }[];
  return last && [last.environmentId, last.id];
}
