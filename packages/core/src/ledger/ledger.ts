import type { Transaction } from '../platform/database/database.js';
import { namedQuery } from '../platform/database/named-query.js';
import { entriesOf, type LedgerSource } from './posting-rules.js';

const POST = namedQuery(
  'ledger_post',
  `WITH posted AS (
     INSERT INTO ledger_transactions (environment_id, id, source, source_id, kind, at)
     SELECT t.environment_id, t.id, t.source, t.source_id, 'completed', id_time(t.id)
       FROM unnest($1::int[], $2::bigint[], $3::text[], $4::bigint[]) AS t (environment_id, id, source, source_id)
   )
   INSERT INTO ledger_entries (environment_id, transaction_id, account, currency, amount)
   SELECT e.environment_id, e.transaction_id, e.account, e.currency, e.amount
     FROM unnest($5::int[], $6::bigint[], $7::text[], $8::text[], $9::bigint[])
       AS e (environment_id, transaction_id, account, currency, amount)`,
);

/** A completed payment or refund. */
export interface Completion {
  readonly environmentId: number;
  /** The id of the event that reports it. */
  readonly eventId: string;
  readonly source: LedgerSource;
  readonly sourceId: string;
  readonly amountValue: string;
  readonly currency: string;
}

/** Posts completed payments and refunds in the transaction that completes them. */
export class Ledger {
  /** Posts completions; the transaction fails if one was posted before. */
  post(transaction: Transaction, completions: readonly Completion[]): void {
    const entries = completions.flatMap((completion) =>
      entriesOf(completion.source, completion.amountValue, completion.currency).map((entry) => ({
        ...entry,
        ...completion,
      })),
    );
    transaction.queue(POST, [
      completions.map(({ environmentId }) => environmentId),
      completions.map(({ eventId }) => eventId),
      completions.map(({ source }) => source),
      completions.map(({ sourceId }) => sourceId),
      entries.map(({ environmentId }) => environmentId),
      entries.map(({ eventId }) => eventId),
      entries.map(({ account }) => account),
      entries.map(({ currency }) => currency),
      entries.map(({ amount }) => String(amount)),
    ]);
  }
}
