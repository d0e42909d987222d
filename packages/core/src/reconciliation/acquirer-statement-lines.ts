import type { Transaction } from '../platform/database/database.js';
import { namedQuery } from '../platform/database/named-query.js';
import type { WorkRef } from '../platform/queues/work-ref.js';
import type { StatementLine } from '../processors/processor-statement.js';
import type { ClaimedWalk } from './acquirer-statement-walks.js';

const INSERT = namedQuery(
  'acquirer_statement_lines_insert',
  `INSERT INTO acquirer_statement_lines (environment_id, report_id, asked_at, attempt_id, operation, status, payment_id, authorization_id,
     amount_value, currency, received_at)
   SELECT $1, $2, $3, l.*
     FROM unnest($4::bigint[], $5::text[], $6::text[], $7::bigint[], $8::bigint[], $9::bigint[], $10::text[],
                 $11::timestamptz[]) AS l`,
);

const INSERT_FOREIGN = namedQuery(
  'foreign_statement_lines_insert',
  `INSERT INTO foreign_statement_lines (environment_id, report_id, reference, operation, status, authorization_id, amount_value,
     currency, received_at)
   SELECT $1, $2, l.*
     FROM unnest($3::text[], $4::text[], $5::text[], $6::bigint[], $7::bigint[], $8::text[], $9::timestamptz[]) AS l`,
);

const LIVE_ENVIRONMENTS = namedQuery(
  'acquirer_statement_lines_live_environments',
  `SELECT id FROM environments WHERE id = ANY ($1::int[]) AND mode = 'live'`,
);

/** Returns the lines with a reference of this environment. Those of others belong to their own reports. */
export function linesOf(environmentId: number, lines: readonly StatementLine[]): StatementLine[] {
  return lines.filter(({ attempt }) => attempt?.environmentId === environmentId);
}

/** Lines that no environment here can have sent: malformed references, or no live environment. */
export interface ForeignLines {
  /** Lines about an authorization of this environment. */
  readonly aboutOurs: readonly StatementLine[];
  /** Lines about no authorization of any environment. */
  readonly aboutNone: readonly StatementLine[];
}

/** Returns the foreign lines. Those about another environment belong to its own reports. */
export async function foreignLines(
  transaction: Transaction,
  environmentId: number,
  lines: readonly StatementLine[],
): Promise<ForeignLines> {
  const named = lines.flatMap(({ attempt, authorization }) => [attempt?.environmentId, authorization?.environmentId]);
  const numbers = new Set(named.filter((number) => number !== undefined));
  const live = await transaction.run<{ id: number }>(LIVE_ENVIRONMENTS, [[...numbers]]);
  const known = new Set(live.map(({ id }) => id));
  const isKnown = (ref: WorkRef | undefined): boolean => ref !== undefined && known.has(ref.environmentId);
  const foreign = lines.filter(({ attempt }) => !isKnown(attempt));
  return {
    aboutOurs: foreign.filter(({ authorization }) => authorization?.environmentId === environmentId),
    aboutNone: foreign.filter(({ authorization }) => !isKnown(authorization)),
  };
}

export function keepLines(
  transaction: Transaction,
  { environmentId, reportId, askedAt }: ClaimedWalk,
  lines: readonly StatementLine[],
): void {
  if (lines.length === 0) return;
  const column = <Value>(value: (line: StatementLine) => Value): Value[] => lines.map(value);
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

export function keepForeignLines(
  transaction: Transaction,
  { environmentId, reportId }: ClaimedWalk,
  lines: readonly StatementLine[],
): void {
  if (lines.length === 0) return;
  const column = <Value>(value: (line: StatementLine) => Value): Value[] => lines.map(value);
  transaction.queue(INSERT_FOREIGN, [
    environmentId,
    reportId,
    column(({ reference }) => reference),
    column(({ operation }) => operation),
    column(({ status }) => status),
    column(({ authorization }) => authorization?.id),
    column(({ amount }) => amount?.value ?? null),
    column(({ amount }) => amount?.currency ?? null),
    column(({ receivedAt }) => receivedAt.toISOString()),
  ]);
}
