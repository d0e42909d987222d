import type { Transaction } from '../platform/database/database.js';
import { namedQuery } from '../platform/database/named-query.js';
import type { BookLine } from '../processors/processor-book.js';
import type { ClaimedWalk } from './book-walks.js';

const INSERT = namedQuery(
  'book_lines_insert',
  `INSERT INTO book_lines (environment_id, report_id, asked_at, attempt_id, operation, status, payment_id, authorization_id,
     amount_value, currency, received_at)
   SELECT $1, $2, $3, l.*
     FROM unnest($4::bigint[], $5::text[], $6::text[], $7::bigint[], $8::bigint[], $9::bigint[], $10::text[],
                 $11::timestamptz[]) AS l`,
);

const LIVE_ENVIRONMENTS = namedQuery(
  'book_lines_live_environments',
  `SELECT id FROM environments WHERE id = ANY ($1::int[]) AND mode = 'live'`,
);

/**
 * The lines that name an attempt of this environment. Several environments send to one acquirer, each by its number: what
 * others have sent is for their own reports, and never stored for this one.
 */
export function linesOf(environmentId: number, lines: readonly BookLine[]): BookLine[] {
  return lines.filter(({ attempt }) => attempt?.environmentId === environmentId);
}

/** The lines that no environment of this database can have sent: by their form, or since none is live under that number. */
export async function foreignLines(transaction: Transaction, lines: readonly BookLine[]): Promise<BookLine[]> {
  const numbers = new Set(lines.flatMap(({ attempt }) => attempt?.environmentId ?? []));
  const live = await transaction.run<{ id: number }>(LIVE_ENVIRONMENTS, [[...numbers]]);
  const known = new Set(live.map(({ id }) => id));
  return lines.filter(({ attempt }) => attempt === undefined || !known.has(attempt.environmentId));
}

/** Keeps lines of this environment for the report. */
export function keepLines(
  transaction: Transaction,
  { environmentId, reportId, askedAt }: ClaimedWalk,
  lines: readonly BookLine[],
): void {
  if (lines.length === 0) return;
  const column = <Value>(value: (line: BookLine) => Value): Value[] => lines.map(value);
  transaction.queue(INSERT, [
    environmentId,
    reportId,
    askedAt,
    column(({ attempt }) => attempt?.id),
    column(({ operation }) => operation),
    column(({ status }) => status),
    column(({ paymentId }) => paymentId ?? null),
    column(({ authorization }) => (authorization?.environmentId === environmentId ? authorization.id : null)),
    column(({ amount }) => amount?.value ?? null),
    column(({ amount }) => amount?.currency ?? null),
    column(({ receivedAt }) => receivedAt.toISOString()),
  ]);
}
