import { isAcquirers, type AcquirerSchemas } from '@svc/acquirer-contract';
import type { Statement, Entry } from './statement.js';

type Line = AcquirerSchemas['Line'];

const MAX_LINES = 1_000;

/** How the acquirer shows its statement; honestly, where nothing is said. */
export interface ListingPlan {
  /** The most lines of a page, however many are asked for. */
  readonly pageLines?: number;
  /** Whether it says that it has no list. */
  readonly cannotList?: boolean;
  /** Lines that it conceals, by reference. */
  readonly conceals?: readonly string[];
  /** Lines that it makes up. */
  readonly invents?: readonly Line[];
  /** What it says otherwise of a line, by reference. */
  readonly alters?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** A page, or undefined when the question breaks the contract. */
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

/** Moments have the same length, and what follows them is ASCII: places have the order of the lines. */
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
