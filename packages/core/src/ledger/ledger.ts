import type { Transaction } from '../platform/database/database.js';
import { namedQuery } from '../platform/database/named-query.js';
import { entriesOf, type Movement } from './posting-rules.js';

const POST = namedQuery(
  'ledger_post',
  `WITH posted AS (
     INSERT INTO ledger_transactions (environment_id, id, source, source_id, kind, at)
     SELECT t.environment_id, t.id, t.source, t.source_id, t.kind, id_time(t.id)
       FROM unnest($1::int[], $2::bigint[], $3::text[], $4::bigint[], $5::text[])
         AS t (environment_id, id, source, source_id, kind)
   )
   INSERT INTO ledger_entries (environment_id, transaction_id, account, currency, amount)
   SELECT e.environment_id, e.transaction_id, e.account, e.currency, e.amount
     FROM unnest($6::int[], $7::bigint[], $8::text[], $9::text[], $10::bigint[])
       AS e (environment_id, transaction_id, account, currency, amount)`,
);

/** A movement of money to be posted. */
export interface Posting {
  readonly environmentId: number;
  /** The id of the event that reports it. */
  readonly eventId: string;
  readonly movement: Movement;
  /** The payment or refund. */
  readonly sourceId: string;
  readonly amountValue: string;
  readonly currency: string;
}

/** Posts movements of money in the transaction that records them. */
export class Ledger {
  /** Posts movements; the transaction fails if one was posted before. */
  post(transaction: Transaction, postings: readonly Posting[]): void {
    const entries = postings.flatMap((posting) =>
      entriesOf(posting.movement, posting.amountValue, posting.currency).map((entry) => ({ ...posting, ...entry })),
    );
    const named = postings.map(({ movement }) => movement.split(' '));
    transaction.queue(POST, [
      postings.map(({ environmentId }) => environmentId),
      postings.map(({ eventId }) => eventId),
      named.map(([source]) => source),
      postings.map(({ sourceId }) => sourceId),
      named.map(([, kind]) => kind),
      entries.map(({ environmentId }) => environmentId),
      entries.map(({ eventId }) => eventId),
      entries.map(({ account }) => account),
      entries.map(({ currency }) => currency),
      entries.map(({ amount }) => String(amount)),
    ]);
  }
}
