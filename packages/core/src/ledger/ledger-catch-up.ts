import type { Database } from '../platform/database/database.js';
import { namedQuery } from '../platform/database/named-query.js';
import type { Logger } from '../platform/logger.js';
import type { Completion, Ledger } from './ledger.js';

// Whoever holds the mark is at it already. Ids carry the database's time, so the mark never gets ahead of what may still
// be committed.
const NEXT_WINDOW = namedQuery(
  'ledger_next_window',
  `SELECT ledger_checked_id AS "fromId", least(a_minute_on, latest) AS "toId", a_minute_on < latest AS more
     FROM system_state,
          LATERAL (SELECT id_at(id_time(ledger_checked_id) + interval '1 minute') AS a_minute_on,
                          id_at(now() - $1::int * interval '1 millisecond') AS latest) ends
    WHERE ledger_checked_id < latest
      FOR UPDATE OF system_state SKIP LOCKED`,
);

// Every completion, by whichever version, has its event in the transaction that wrote it.
const UNPOSTED = namedQuery(
  'ledger_unposted',
  `SELECT told."environmentId", told."eventId", told.source, told."sourceId",
          coalesce(p.amount_value, r.amount_value) AS "amountValue", coalesce(p.currency, r.currency) AS currency
     FROM environments e
    CROSS JOIN LATERAL (
      SELECT environment_id AS "environmentId", id AS "eventId", object_id AS "sourceId",
             CASE type WHEN 'payment.completed' THEN 'payment' ELSE 'refund' END AS source
        FROM events
       WHERE environment_id = e.id AND id >= $1 AND id < $2 AND type IN ('payment.completed', 'refund.completed')
    ) told
     LEFT JOIN payments p ON told.source = 'payment' AND p.environment_id = e.id AND p.id = told."sourceId"
           AND p.status = 'completed'
     LEFT JOIN refunds r ON told.source = 'refund' AND r.environment_id = e.id AND r.id = told."sourceId"
           AND r.status = 'completed'
    WHERE coalesce(p.id, r.id) IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM ledger_transactions t
                       WHERE t.environment_id = e.id AND t.source = told.source AND t.source_id = told."sourceId"
                         AND t.kind = 'completed')`,
);

const ADVANCE = namedQuery('ledger_advance', 'UPDATE system_state SET ledger_checked_id = $1');

/**
 * Posts what processes of a version without a ledger have completed since the migration that posted all before it. It goes
 * through the events once, some minutes behind, when all transactions that wrote them have ended.
 */
export class LedgerCatchUp {
  constructor(
    private readonly database: Database,
    private readonly ledger: Ledger,
    private readonly behindMs: number,
    private readonly logger: Pick<Logger, 'warn'>,
  ) {}

  /** Goes through the next minute of events. Answers whether another one is over already. */
  async advance(): Promise<boolean> {
    return this.database.transaction(async (transaction) => {
      const [window] = await transaction.run<{ fromId: string; toId: string; more: boolean }>(NEXT_WINDOW, [
        this.behindMs,
      ]);
      if (window === undefined) return false;
      const unposted = await transaction.run<Completion>(UNPOSTED, [window.fromId, window.toId]);
      if (unposted.length > 0) {
        this.ledger.post(transaction, unposted);
        this.logger.warn({ event: 'ledger_caught_up', count: unposted.length }, 'completed without a ledger entry');
      }
      transaction.queue(ADVANCE, [window.toId]);
      return window.more;
    });
  }
}
