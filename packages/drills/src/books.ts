import { createHash } from 'node:crypto';
import { createClient, ledgerDifferences, reconcile, type ReceivedRequest } from '@svc/testing';
import type { Acknowledged } from './load/payers.js';

export type Query = (sql: string, parameters?: unknown[]) => Promise<Record<string, unknown>[]>;

/** What clients know, to be compared with what the service has. */
export interface Known {
  readonly acknowledged: Acknowledged;
  /** References of payments that were requested once, without a key. */
  readonly unkeyed: ReadonlySet<string>;
  /** How often each event came through the stream. */
  readonly streamed: ReadonlyMap<string, number>;
}

/** Losses and differences, each with up to a few examples. */
export interface Books {
  readonly payments: number;
  readonly unkeyedPayments: number;
  readonly refunds: number;
  readonly captures: number;
  readonly events: number;
  readonly lostPayments: readonly string[];
  readonly lostCaptures: readonly string[];
  readonly lostRefunds: readonly string[];
  readonly doubled: readonly string[];
  readonly unfinished: readonly string[];
  readonly notStreamed: readonly string[];
  readonly streamedTwice: readonly string[];
  readonly streamedUnknown: readonly string[];
  readonly notDelivered: readonly string[];
  readonly deliveredTwice: number;
  readonly ledger: readonly string[];
}

/** Compares what was acknowledged, streamed and delivered with the database. */
export async function compareBooks(query: Query, known: Known, receipts: Receipts): Promise<Books> {
  const { acknowledged, unkeyed, streamed } = known;
  const payments = await query(`SELECT 'pay_' || id AS id, reference, status, stage, capture_value FROM payments`);
  const references = new Map(payments.map(({ reference, id }) => [String(reference), String(id)]));
  const captured = new Set(payments.flatMap((row) => (row['status'] === 'completed' ? [String(row['id'])] : [])));
  const refunds = await query(`SELECT 'ref_' || id AS id, status FROM refunds`);
  const refundIds = new Set(refunds.map(({ id }) => String(id)));
  const events = (await query(`SELECT 'evt_' || id AS id FROM events`)).map(({ id }) => String(id));
  const deliveries = await query(
    `SELECT 'evt_' || e.id AS id, d.status FROM events e
       LEFT JOIN deliveries d ON d.environment_id = e.environment_id AND d.event_id = e.id`,
  );
  const existing = new Set(events);
  return {
    payments: acknowledged.payments.size,
    unkeyedPayments: [...acknowledged.payments.keys()].filter((reference) => unkeyed.has(reference)).length,
    refunds: acknowledged.refunds.size,
    captures: acknowledged.captures.size,
    events: events.length,
    lostPayments: [...acknowledged.payments].filter(([ref, id]) => references.get(ref) !== id).map(([, id]) => id),
    lostCaptures: [...acknowledged.captures].filter((id) => !captured.has(id)),
    lostRefunds: [...acknowledged.refunds].filter((id) => !refundIds.has(id)),
    doubled: twice(payments.map(({ reference }) => String(reference))),
    unfinished: [...payments, ...refunds]
      .filter(({ status }) => status !== 'completed')
      .map((row) => JSON.stringify(row)),
    notStreamed: events.filter((id) => !streamed.has(id)),
    streamedTwice: [...streamed].filter(([, count]) => count > 1).map(([id]) => id),
    streamedUnknown: [...streamed.keys()].filter((id) => !existing.has(id)),
    notDelivered: deliveries
      .filter(({ id, status }) => status !== 'delivered' || !receipts.has(String(id)))
      .map((row) => JSON.stringify(row)),
    deliveredTwice: receipts.repeated,
    ledger: await ledgerDifferences(query),
  };
}

/** The faults of the books, in words; none if everything is right. */
export function faultsOf(books: Books): string[] {
  const lists: [readonly string[], string][] = [
    [books.lostPayments, 'acknowledged payments are lost'],
    [books.lostCaptures, 'acknowledged captures are lost'],
    [books.lostRefunds, 'acknowledged refunds are lost'],
    [books.doubled, 'payments exist twice'],
    [books.unfinished, 'payments or refunds did not complete'],
    [books.notStreamed, 'events were never streamed'],
    [books.streamedTwice, 'events were streamed twice'],
    [books.streamedUnknown, 'streamed events do not exist'],
    [books.notDelivered, 'events were not delivered'],
    [books.ledger, 'differences are in the ledger'],
  ];
  return lists
    .filter(([list]) => list.length > 0)
    .map(([list, what]) => `${list.length} ${what}: ${list.slice(0, 3).join(', ')}`);
}

/** The differences that a reconciliation through the API finds. */
export async function reconciled(apiUrl: string, key: string): Promise<string[]> {
  const { report, rows } = await reconcile(createClient(apiUrl, key), { timeoutMs: 90_000 });
  const failed = report['status'] === 'ready' ? [] : [`the reconciliation failed: ${JSON.stringify(report)}`];
  return [...failed, ...rows.map((row) => `a reconciliation differs: ${JSON.stringify(row)}`)];
}

/** The events that a receiver has got. */
export class Receipts {
  repeated = 0;
  /** Repetitions with other bytes. */
  readonly altered: string[] = [];
  private readonly hashes = new Map<string, string>();

  take(requests: readonly Pick<ReceivedRequest, 'headers' | 'rawBody'>[]): void {
    for (const { headers, rawBody } of requests) {
      const id = String(headers['svc-event-id']);
      const hash = createHash('sha256').update(rawBody).digest('base64');
      const first = this.hashes.get(id);
      if (first === undefined) this.hashes.set(id, hash);
      else this.repeated += 1;
      if (first !== undefined && first !== hash) this.altered.push(`${id} was delivered with other bytes`);
    }
  }

  has(eventId: string): boolean {
    return this.hashes.has(eventId);
  }
}

function twice(values: readonly string[]): string[] {
  const seen = new Set<string>();
  return values.filter((value) => seen.size === seen.add(value).size);
}
