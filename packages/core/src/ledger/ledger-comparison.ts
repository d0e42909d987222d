import type { Database, EnvironmentScope } from '../platform/database/database.js';
import { namedQuery } from '../platform/database/named-query.js';
import type { LedgerSource } from './posting-rules.js';

// Kept as integers: sums of bigint are numeric, and go as text.
const TOTALS = namedQuery(
  'ledger_totals',
  `SELECT source, currency, count(recorded)::int AS "recordedCount", coalesce(sum(recorded), 0)::text AS recorded,
          count(posted)::int AS "postedCount", coalesce(sum(posted), 0)::text AS posted,
          (count(*) FILTER (WHERE (recorded = posted) IS NOT TRUE))::int AS differences
     FROM ledger_compared($1, $2, $3)
    GROUP BY source, currency ORDER BY currency, source`,
);

const DIFFERENCES = namedQuery(
  'ledger_differences',
  `SELECT source, source_id AS "sourceId", currency, recorded, posted
     FROM ledger_compared($1, $2, $3)
    WHERE (recorded = posted) IS NOT TRUE
    ORDER BY source_id LIMIT $4`,
);

/** Payments or refunds from one id up to, and without, another. */
export interface IdRange {
  readonly fromId: string;
  readonly toId: string;
}

/** What the completed payments or refunds of a currency sum up to, beside what the ledger says of them. */
export interface LedgerTotals {
  readonly source: LedgerSource;
  readonly currency: string;
  readonly recordedCount: number;
  readonly recorded: string;
  readonly postedCount: number;
  readonly posted: string;
  /** How many are not in the ledger as they are recorded, or are recorded nowhere. */
  readonly differences: number;
}

/** A payment or refund that the ledger knows otherwise; null where one side does not know it at all. */
export interface LedgerDifference {
  readonly source: LedgerSource;
  readonly sourceId: string;
  readonly currency: string | null;
  readonly recorded: string | null;
  readonly posted: string | null;
}

/** Compares the ledger with payments and refunds, each with its own, as of one moment. */
export class LedgerComparison {
  constructor(private readonly database: Database) {}

  /** For each currency of an environment. */
  totals(scope: EnvironmentScope, { fromId, toId }: IdRange): Promise<LedgerTotals[]> {
    return this.database.forEnvironment(scope).run<LedgerTotals>(TOTALS, [fromId, toId]);
  }

  /** The first `limit` differences of an environment, oldest first. */
  differences(scope: EnvironmentScope, { fromId, toId }: IdRange, limit: number): Promise<LedgerDifference[]> {
    return this.database.forEnvironment(scope).run<LedgerDifference>(DIFFERENCES, [fromId, toId, limit]);
  }
}
