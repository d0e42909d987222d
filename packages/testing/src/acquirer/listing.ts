import { isAcquirers, type AcquirerSchemas } from '@svc/acquirer-contract';
import type { Statement, Entry } from './statement.js';

type Line = AcquirerSchemas['Line'];

const MAX_LINES = 1_000;

/** How the acquirer falsifies its statement; empty for a correct one. */
export interface ListingPlan {
  /** Maximum number of lines of a page. */
  readonly pageLines?: number;
  /** Whether it responds that it has no list. */
  readonly cannotList?: boolean;
  /** References of hidden lines. */
  readonly conceals?: readonly string[];
  /** Additional, invented lines. */
  readonly invents?: readonly Line[];
  /** Changed fields of a line, by reference. */
  readonly alters?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** A page, or undefined when the request violates the contract. */
export function readStatement(
  statement: Statement,
  query: URLSearchParams,
  plan: ListingPlan,
): { readonly data: readonly object[]; readonly nextCursor: string | null } | undefined {
  const [from, to, limit, cursor] = ['from', 'to', 'limit', 'cursor'].map((name) => query.get(name));
  if (!isAcquirers('Moment', from) || !isAcquirers('Moment', to) || !/^[1-9][0-9]{0,3}$/.test(limit ?? ''))
    return undefined;
  if (Number(limit) > MAX_LINES || (cursor != null && !isAcquirers('Cursor', cursor))) return undefined;
  const size = Math.min(Number(limit), plan.pageLines ?? MAX_LINES);
  const place = cursor == null ? '' : Buffer.from(cursor, 'base64url').toString();
  const rest = linesOf(statement, plan).filter(
    (line) => line.receivedAt >= from && line.receivedAt < to && placeOf(line) > place,
  );
  const data = rest.slice(0, size);
  const last = data.at(-1);
  const isLast = rest.length <= size || last === undefined;
  return {
    data: data.map((line) => ({ ...line, ...plan.alters?.[line.reference] })),
    nextCursor: isLast ? null : Buffer.from(placeOf(last)).toString('base64url'),
  };
}

function linesOf(statement: Statement, { conceals = [], invents = [] }: ListingPlan): Line[] {
  const shown = statement.entriesInOrder().filter(({ reference }) => !conceals.includes(reference));
  const lines = [...shown.map(presentLine), ...invents];
  return invents.length === 0 ? lines : lines.sort((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1));
}

/** Times have a fixed length and the rest is ASCII, so positions sort like the lines. */
function placeOf({ receivedAt, reference }: Line): string {
  return `${receivedAt} ${reference}`;
}

function presentLine(entry: Entry): Line {
  const { reference, operation, status, amount, payment = '', authorization = '' } = entry;
  const receivedAt = new Date(entry.receivedAt).toISOString();
  if (operation === 'void') return { reference, operation, status, authorization, receivedAt };
  if (amount === undefined) throw new Error(`${reference} has no amount`);
  if (operation === 'authorize') return { reference, operation, status, payment, amount, receivedAt };
  return { reference, operation, status, authorization, amount, receivedAt };
}
