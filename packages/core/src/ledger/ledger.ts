import type { Schemas } from '@svc/contract';
import type { Transaction } from '../platform/database/database.js';
import { namedQuery } from '../platform/database/named-query.js';
import { entriesOf, type Movement } from './posting-rules.js';

const POST = namedQuery(
  'ledger_post',
  `WITH posted AS (
     INSERT INTO ledger_transactions (environment_id, id, source, source_id, kind, origin, at)
     SELECT t.environment_id, t.id, t.source, t.source_id, t.kind, t.origin, id_time(t.id)
       FROM unnest($1::int[], $2::bigint[], $3::text[], $4::bigint[], $5::text[], $6::text[])
         AS t (environment_id, id, source, source_id, kind, origin)
   )
   INSERT INTO ledger_entries (environment_id, transaction_id, account, currency, amount)
   SELECT e.environment_id, e.transaction_id, e.account, e.currency, e.amount
     FROM unnest($7::int[], $8::bigint[], $9::text[], $10::text[], $11::bigint[])
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
  /** Who began the payment's capture, the refund or the dispute. */
  readonly origin: Schemas['Origin'];
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
      postings.map(({ origin }) => origin),
      entries.map(({ environmentId }) => environmentId),
      entries.map(({ eventId }) => eventId),
      entries.map(({ account }) => account),
      entries.map(({ currency }) => currency),
      entries.map(({ amount }) => String(amount)),
    ]);
  }
}
