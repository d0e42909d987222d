import { createHash } from 'node:crypto';
import { DomainError } from '../errors/domain-error.js';

/** One page of rows, newest first, and the cursor of the next one. */
export interface Page<Item> {
  readonly data: Item[];
  readonly hasMore: boolean;
  readonly nextCursor: string | null;
}

export const DEFAULT_PAGE_SIZE = 20;

/** Makes and reads cursors of one list; they hold where the page ended and which filters it was read with. */
export class Cursors {
  private readonly binding: string;

  /** `filters` is all that the list's rows depend on, beside the environment. */
  constructor(list: string, filters: Readonly<Record<string, unknown>> = {}) {
    const canonical = JSON.stringify([list, Object.entries(filters).sort(([a], [b]) => (a < b ? -1 : 1))]);
    this.binding = createHash('sha256').update(canonical).digest('base64url').slice(0, 11);
  }

  /** The id that the page before ended with. Throws `invalid_cursor` when it is no cursor of this list. */
  read(cursor: string | undefined): string | undefined {
    if (cursor === undefined) return undefined;
    const match = /^1\.([\w-]{11})\.(\d{1,19})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1'));
    if (match?.[1] !== this.binding || match[2] === undefined || BigInt(match[2]) >= 2n ** 63n) {
      throw new DomainError('invalid_cursor', 'The cursor is not one that this list has given for these filters.');
    }
    return match[2];
  }

  /** A page of at most `limit` of the rows read, of which there is one more than `limit` when more follow. */
  page<Row extends { readonly id: string }, Item>(rows: Row[], limit: number, present: (row: Row) => Item): Page<Item> {
    const shown = rows.slice(0, limit);
    const last = shown.at(-1);
    const hasMore = rows.length > limit && last !== undefined;
    return { data: shown.map(present), hasMore, nextCursor: hasMore ? this.write(last.id) : null };
  }

  private write(id: string): string {
    return Buffer.from(`1.${this.binding}.${id}`, 'latin1').toString('base64url');
  }
}
