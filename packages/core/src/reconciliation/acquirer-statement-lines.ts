import type { Transaction } from '../platform/database/database.js';
import { namedQuery } from '../platform/database/named-query.js';
import type { WorkRef } from '../platform/queues/work-ref.js';
import { connectionIdOf } from '../processors/connections/connection-name.js';
import type { StatementLine } from '../processors/processor-statement.js';
import type { ClaimedWalk } from './acquirer-statement-walks.js';

const INSERT = namedQuery(
  'acquirer_statement_lines_insert',
  `INSERT INTO acquirer_statement_lines (environment_id, report_id, asked_at, processor, attempt_id, operation, status, payment_id,
     authorization_id, amount_value, currency, received_at)
   SELECT $1, $2, $3, $12, l.*
     FROM unnest($4::bigint[], $5::text[], $6::text[], $7::bigint[], $8::bigint[], $9::bigint[], $10::text[],
                 $11::timestamptz[]) AS l`,
);

const INSERT_FOREIGN = namedQuery(
  'foreign_statement_lines_insert',
  `INSERT INTO foreign_statement_lines (environment_id, report_id, processor, reference, operation, status, authorization_id,
     amount_value, currency, received_at)
   SELECT $1, $2, $10, l.*
     FROM unnest($3::text[], $4::text[], $5::text[], $6::bigint[], $7::bigint[], $8::text[], $9::timestamptz[]) AS l`,
);

// Live payments alone go to the processor of the installation.
const SENDERS = namedQuery(
  'acquirer_statement_lines_senders',
  `SELECT id FROM environments WHERE id = ANY ($1::int[]) AND (mode = 'live' OR $2::boolean)`,
);

const SENT = namedQuery(
  'acquirer_statement_lines_sent',
  ['payment_attempts', 'refund_attempts']
    .map(
      (table) => `SELECT id, processor, external_reference AS "externalReference" FROM ${table}
                   WHERE environment_id = $1 AND id = ANY ($2::bigint[])`,
    )
    .join(' UNION ALL '),
);

// What was made at the processor carries no reference of ours. Its attempt has the reference in the statement.
const MADE_AT_PROCESSOR = namedQuery(
  'acquirer_statement_lines_made_at_processor',
  `SELECT l.reference, u.id
     FROM unnest($2::bigint[], $3::text[], $4::text[]) AS l (authorization_id, operation, reference)
     JOIN LATERAL (
       SELECT c.id FROM payment_attempts z
         JOIN payment_attempts c ON c.environment_id = z.environment_id AND c.payment_id = z.payment_id
              AND c.operation = 'capture' AND c.state <> 'declined'
        WHERE l.operation = 'capture' AND z.environment_id = $1 AND z.id = l.authorization_id
          AND c.processor = $5 AND c.external_reference = l.reference
       UNION ALL
       SELECT a.id FROM refund_attempts a
        WHERE l.operation = 'refund' AND a.environment_id = $1 AND a.processor = $5 AND a.external_reference = l.reference
     ) u ON true`,
);

interface Sent {
  readonly id: string;
  readonly processor: string;
  readonly externalReference: string | null;
}

/**
 * Compares lines with the processor's own references that attempts store. An object of another connection to the same account
 * belongs to the statement of that one. A second object of an attempt is a foreign one, unless no money can move under it.
 */
export async function knownLines(
  transaction: Transaction,
  { environmentId, processor }: ClaimedWalk,
  lines: readonly StatementLine[],
): Promise<StatementLine[]> {
  const named = lines.filter(({ externalReference }) => externalReference !== undefined);
  if (named.length === 0) return [...lines];
  const refs = named.map(({ attempt, authorization }) => attempt ?? authorization);
  const ids = refs.flatMap((ref) => (ref?.environmentId === environmentId ? [ref.id] : []));
  const rows = await transaction.run<Sent>(SENT, [environmentId, ids]);
  const sent = new Map(rows.map((row) => [row.id, row]));
  const known = lines.flatMap((line) => {
    const ref = line.attempt ?? line.authorization;
    const ours = ref?.environmentId === environmentId ? sent.get(ref.id) : undefined;
    if (ours === undefined || line.externalReference === undefined) return [line];
    const { externalReference } = ours;
    if (ours.processor !== processor) return isOfStripe(ours) ? [] : [line];
    if (line.attempt === undefined) return [line];
    const isStored =
      externalReference === null ? line.operation !== 'authorize' : isSame(externalReference, line.externalReference);
    if (isStored) return [line];
    return line.status === 'declined' ? [] : [second(line)];
  });
  return withAttempts(transaction, { environmentId, processor }, known);
}

/** Gives lines about what was made at the processor, and is recorded here, the attempts of these records. */
async function withAttempts(
  transaction: Transaction,
  { environmentId, processor }: Pick<ClaimedWalk, 'environmentId' | 'processor'>,
  lines: readonly StatementLine[],
): Promise<StatementLine[]> {
  const unnamed = lines.flatMap((line) =>
    line.attempt === undefined && line.authorization?.environmentId === environmentId
      ? [{ ...line, authorizationId: line.authorization.id }]
      : [],
  );
  if (unnamed.length === 0) return [...lines];
  const rows = await transaction.run<{ reference: string; id: string }>(MADE_AT_PROCESSOR, [
    environmentId,
    unnamed.map(({ authorizationId }) => authorizationId),
    unnamed.map(({ operation }) => operation),
    unnamed.map(({ reference }) => reference),
    processor,
  ]);
  const recorded = new Map(rows.map(({ reference, id }) => [reference, { environmentId, id }]));
  return lines.map((line) => ({ ...line, attempt: line.attempt ?? recorded.get(line.reference) }));
}

/** Until its customer has paid, an attempt stores the Checkout Session instead of the PaymentIntent. */
function isSame(stored: string, listed: string): boolean {
  return stored === listed || stored.startsWith('cs_');
}

function isOfStripe({ processor }: Sent): boolean {
  return processor.startsWith('stripe:');
}

function second(line: StatementLine): StatementLine {
  const { reference, externalReference = reference, authorization = line.attempt } = line;
  return { ...line, attempt: undefined, reference: externalReference, authorization };
}

/** Returns the lines with a reference of this environment. Those of others belong to their own reports. */
export function linesOf(environmentId: number, lines: readonly StatementLine[]): StatementLine[] {
  return lines.filter(({ attempt }) => attempt?.environmentId === environmentId);
}

/** Lines that no environment here can have sent: malformed references, or unknown environments. */
export interface ForeignLines {
  /** Lines about an authorization of this environment. */
  readonly aboutOurs: readonly StatementLine[];
  /** Lines about no authorization of any environment. */
  readonly aboutNone: readonly StatementLine[];
}

/** Returns the foreign lines. Those about another environment belong to its own reports. */
export async function foreignLines(
  transaction: Transaction,
  { environmentId, processor }: ClaimedWalk,
  lines: readonly StatementLine[],
): Promise<ForeignLines> {
  const named = lines.flatMap(({ attempt, authorization }) => [attempt?.environmentId, authorization?.environmentId]);
  const numbers = new Set(named.filter((number) => number !== undefined));
  const isConnection = connectionIdOf(processor) !== undefined;
  const senders = await transaction.run<{ id: number }>(SENDERS, [[...numbers], isConnection]);
  const known = new Set(senders.map(({ id }) => id));
  const isKnown = (ref: WorkRef | undefined): boolean => ref !== undefined && known.has(ref.environmentId);
  const foreign = lines.filter(({ attempt }) => !isKnown(attempt));
  return {
    aboutOurs: foreign.filter(({ authorization }) => authorization?.environmentId === environmentId),
    aboutNone: foreign.filter(({ authorization }) => !isKnown(authorization)),
  };
}

export function keepLines(
  transaction: Transaction,
  { environmentId, reportId, askedAt, processor }: ClaimedWalk,
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
    processor,
  ]);
}

export function keepForeignLines(
  transaction: Transaction,
  { environmentId, reportId, processor }: ClaimedWalk,
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
    processor,
  ]);
}
