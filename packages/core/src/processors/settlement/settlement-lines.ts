import type { Database, Transaction } from '../../platform/database/database.js';
import { namedQuery } from '../../platform/database/named-query.js';
import type { SettlementLine } from '../payment-processor.js';

// The low bits tell lines of the same second apart. A page may be read twice. Other connections, also of other accounts, may use
// the same account at Stripe: a payment belongs to the one that sent it.
const STORE = namedQuery(
  'settlement_lines_store',
  `INSERT INTO settlement_lines (environment_id, processor_id, id, reference, kind, source, charge, payment_id, gross, fee, net,
     currency, exchange_rate, available_at, settled_at)
   SELECT $1, $2::bigint, id_at(l.settled_at) + (hashtextextended(l.reference, 0) & 4194303), l.reference, l.kind, l.source, l.charge,
          a.payment_id, l.gross, l.fee, l.net, l.currency, l.exchange_rate, l.available_at, l.settled_at
     FROM unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::bigint[], $8::bigint[], $9::bigint[], $10::bigint[],
                 $11::text[], $12::numeric[], $13::timestamptz[], $14::timestamptz[])
       AS l (reference, kind, source, charge, authorization_id, gross, fee, net, currency, exchange_rate, available_at, settled_at)
     LEFT JOIN payment_attempts a
       ON a.environment_id = $1 AND a.id = l.authorization_id AND a.operation = 'authorize' AND a.processor = 'stripe:' || $2::bigint
    WHERE l.authorization_id IS NULL OR a.id IS NOT NULL
   ON CONFLICT DO NOTHING`,
);

const CLAIM = namedQuery(
  'settlement_lines_claim',
  `UPDATE settlement_lines l SET payment_id = c.payment_id
     FROM settlement_lines c
    WHERE l.environment_id = $1 AND l.processor_id = $2 AND l.payment_id IS NULL
      AND c.environment_id = $1 AND c.processor_id = $2 AND c.charge = l.charge AND c.kind = 'payment'
      AND c.payment_id IS NOT NULL`,
);

const DROP_FOREIGN = namedQuery(
  'settlement_lines_drop_foreign',
  'DELETE FROM settlement_lines WHERE environment_id = $1 AND processor_id = $2 AND payment_id IS NULL',
);

/** Whose balance it is. */
interface Connection {
  readonly environmentId: number;
  readonly processorId: string;
}

/** Keeps what processors have settled. */
export class SettlementLines {
  constructor(private readonly database: Database) {}

  /** Stores the lines that are not there yet, and that belong to payments of the connection. */
  async store({ environmentId, processorId }: Connection, read: readonly SettlementLine[]): Promise<void> {
    const lines = read.filter(({ authorization: sent }) => (sent?.environmentId ?? environmentId) === environmentId);
    if (lines.length === 0) return;
    const column = <Value>(value: (line: SettlementLine) => Value): Value[] => lines.map(value);
    await this.database
      .forEnvironment({ environmentId })
      .run(STORE, [
        processorId,
        column(({ reference }) => reference),
        column(({ kind }) => kind),
        column(({ source }) => source),
        column(({ charge }) => charge),
        column(({ authorization }) => authorization?.id ?? null),
        column(({ gross }) => gross),
        column(({ fee }) => fee),
        column(({ net }) => net),
        column(({ currency }) => currency),
        column(({ exchangeRate }) => exchangeRate),
        column(({ availableAt }) => availableAt.toISOString()),
        column(({ settledAt }) => settledAt.toISOString()),
      ]);
  }

  /** Gives refunds and disputes the payments of their charges. Drops those of other charges. */
  async claim(transaction: Transaction, { environmentId, processorId }: Connection): Promise<void> {
    const tables = transaction.forEnvironment({ environmentId });
    await tables.run(CLAIM, [processorId]);
    await tables.run(DROP_FOREIGN, [processorId]);
  }
}
