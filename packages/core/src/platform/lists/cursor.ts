import { createHash } from 'node:crypto';
import type { EnvironmentScope } from '../database/database.js';
import { DomainError } from '../errors/domain-error.js';

/** A page of rows, newest first, and the cursor of the next page. */
export interface Page<Item> {
  readonly data: Item[];
  readonly hasMore: boolean;
  readonly nextCursor: string | null;
}

export const DEFAULT_PAGE_SIZE = 20;

/**
 * Creates and parses cursors of a list. They contain the end of the page, and a hash of it, the environment and the
 * filters: a cursor that lost its last characters would otherwise be the end of another page.
 */
export class Cursors {
  private readonly list: string;

  /** `filters` contains everything else that determines the list's rows; undefined means absent. */
  constructor(list: string, scope: EnvironmentScope, filters: Readonly<Record<string, unknown>> = {}) {
    const set = Object.entries(filters).filter(([, value]) => value !== undefined);
    this.list = JSON.stringify([list, scope.environmentId, set.sort(([a], [b]) => (a < b ? -1 : 1))]);
  }

  /** Returns the last id of the previous page. Throws `invalid_cursor` if it is not a cursor of this list. */
  read(cursor: string | undefined): string | undefined {
    return this.readPosition(cursor, 1)?.[0];
  }

  /** Returns the position at the end of the previous page, which consists of `parts` numbers. */
  readPosition(cursor: string | undefined, parts: number): string[] | undefined {
    if (cursor === undefined) return undefined;
    const match = /^1\.[\w-]{11}\.([\d.]+)$/.exec(Buffer.from(cursor, 'base64url').toString('latin1'));
    const position = match?.[1]?.split('.') ?? [];
    const isPosition = position.length === parts && position.every(isBigint);
    // Compared as a whole, because base64 has other spellings of the same bytes.
    if (!isPosition || this.write(position) !== cursor) throw notIssued();
    return position;
  }

  /** Returns a page of at most `limit` rows; `rows` contains one more if another page follows. */
  page<Row extends { readonly id: string }, Item>(rows: Row[], limit: number, present: (row: Row) => Item): Page<Item> {
    const shown = rows.slice(0, limit);
    const last = shown.at(-1);
    const hasMore = rows.length > limit && last !== undefined;
    return { data: shown.map(present), hasMore, nextCursor: hasMore ? this.write([last.id]) : null };
  }

  /** Returns the cursor of the page after a position. */
  write(position: readonly string[]): string {
    const end = position.join('.');
    const binding = createHash('sha256').update(this.list).update(end).digest('base64url').slice(0, 11);
    return Buffer.from(`1.${binding}.${end}`, 'latin1').toString('base64url');
  }
}

export function notIssued(): DomainError {
  return new DomainError(
    'invalid_cursor',
    'The cursor was not issued for this list with these filters, in this account and mode.',
  );
}

/** The rows of a page, and one more, which shows whether another page follows. */
export interface PageRange {
  readonly limit: number;
  /** The last id of the page before. */
  readonly beforeId: string | undefined;
}

interface ListQuery {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
  readonly [filter: string]: unknown;
}

/** Reads a page of a list, newest first. Everything in the query but `limit` and `cursor` determines the rows of the list. */
export async function listPage<Row extends { readonly id: string }, Item>(
  list: string,
  scope: EnvironmentScope,
  { limit = DEFAULT_PAGE_SIZE, cursor, ...filters }: ListQuery,
  read: (range: PageRange) => Promise<Row[]>,
  present: (row: Row) => Item,
): Promise<Page<Item>> {
  const cursors = new Cursors(list, scope, filters);
  const rows = await read({ limit: limit + 1, beforeId: cursors.read(cursor) });
  return cursors.page(rows, limit, present);
}

/** Sorts rows of several pages. */
export function newestFirst<Row extends { readonly id: string }>(rows: readonly Row[]): Row[] {
  return [...rows].sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? 1 : -1));
}

function isBigint(text: string): boolean {
  return /^\d{1,19}$/.test(text) && BigInt(text) < 2n ** 63n;
}
