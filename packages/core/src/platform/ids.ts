import { randomInt } from 'node:crypto';
import type { IdPrefix } from '@svc/contract';
import type { Database } from './database/database.js';
import { namedQuery } from './database/named-query.js';

const NEXT_BLOCK = namedQuery(
  'ids_next_block',
  `SELECT nextval('id_blocks')::text AS number, extract(epoch FROM clock_timestamp())::float8 * 1000 AS ms`,
);

/** Milliseconds since the Unix epoch at which ids begin: 2025-01-01. */
export const ID_EPOCH = Date.UTC(2025, 0, 1);

const SEQUENCE_BITS = 22n;
const LAST_MILLISECOND = 2 ** 41 - 1;
const BLOCK_SIZE = 1_024;
const BLOCKS = 1n << (SEQUENCE_BITS - 10n);
const BLOCK_LIFETIME_MS = 10_000;
const REFILL_BELOW = 256;
/** A block older than this may expire before a transaction ends. */
const REFILL_AFTER_MS = 8_000;

/** A moment further ahead was stored before Postgres's clock was set back. */
const MAX_AHEAD_MS = 1_000;

/** A block of sequence numbers, and the database's clock when it was handed out. */
export interface IdBlock {
  readonly number: bigint;
  readonly databaseTimeMs: number;
}

interface OpenBlock {
  readonly base: bigint;
  readonly openedAt: number;
  used: number;
}

/** Issues growing 63-bit ids: 41 bits of milliseconds since {@link ID_EPOCH}, 22 of a sequence of all processes. */
export class IdSource {
  private block: OpenBlock | undefined;
  private fetching: Promise<void> | undefined;
  private last = 0n;
  /** The database's clock at monotonic zero; -Infinity until the first block. */
  private clockMs = -Infinity;

  /**
   * @param fetchBlock takes the next block number and the clock from Postgres
   * @param monotonicNow milliseconds that never go backwards
   */
  constructor(
    private readonly fetchBlock: () => Promise<IdBlock>,
    private readonly monotonicNow: () => number = () => performance.now(),
  ) {}

  /** Returns `count` new ids in ascending order, as decimal strings. Up to 1,024 of them share one millisecond. */
  async take(count: number): Promise<string[]> {
    const ids: string[] = [];
    while (ids.length < count) {
      const wanted = Math.min(count - ids.length, BLOCK_SIZE);
      const block = this.usable(wanted) ?? (await this.refilled(wanted));
      const milliseconds = this.milliseconds(block);
      while (ids.length < count && block.used < BLOCK_SIZE) {
        this.last = (milliseconds << SEQUENCE_BITS) | (block.base + BigInt(block.used++));
        ids.push(this.last.toString());
      }
    }
    if (this.block !== undefined && BLOCK_SIZE - this.block.used < REFILL_BELOW) void this.fetch().catch(() => {});
    return ids;
  }

  async one(): Promise<string> {
    const [id] = await this.take(1);
    if (id === undefined) throw new Error('no id was handed out');
    return id;
  }

  /** Fetches ids for a transaction, or returns undefined if enough are left. A fetch within one could deadlock. */
  ready(): Promise<void> | undefined {
    const block = this.usable(REFILL_BELOW);
    const lasts = block !== undefined && this.monotonicNow() - block.openedAt < REFILL_AFTER_MS;
    return lasts ? undefined : this.fetch();
  }

  /**
   * Makes later ids exceed those of a moment that another process has issued. The clocks of two processes differ by up to the
   * response time of Postgres. A moment far ahead is no such difference, and changes nothing.
   */
  follow(moment: Date): void {
    const aheadMs = moment.getTime() - this.clockMs - this.monotonicNow();
    const next = BigInt(moment.getTime() + 1 - ID_EPOCH) << SEQUENCE_BITS;
    if (aheadMs < MAX_AHEAD_MS && next > this.last) this.last = next;
  }

  forget(): void {
    this.block = undefined;
  }

  /** The open block, if it still has as many ids. */
  private usable(wanted: number): OpenBlock | undefined {
    const block = this.block;
    if (block === undefined || BLOCK_SIZE - block.used < wanted) return undefined;
    return this.monotonicNow() - block.openedAt < BLOCK_LIFETIME_MS ? block : undefined;
  }

  private async refilled(wanted: number): Promise<OpenBlock> {
    for (;;) {
      await this.fetch();
      const block = this.usable(wanted);
      if (block !== undefined) return block;
    }
  }

  private fetch(): Promise<void> {
    const askedAt = this.monotonicNow();
    this.fetching ??= this.fetchBlock()
      .then(({ number, databaseTimeMs }) => {
        const openedAt = this.monotonicNow();
        // Postgres read its clock between askedAt and openedAt: clamp the known offset to that range.
        this.clockMs = Math.min(Math.max(this.clockMs, databaseTimeMs - openedAt), databaseTimeMs - askedAt);
        this.block = { base: (number % BLOCKS) * BigInt(BLOCK_SIZE), openedAt, used: 0 };
      })
      .finally(() => {
        this.fetching = undefined;
      });
    return this.fetching;
  }

  /** The database's clock, or a millisecond later if the next id would otherwise not exceed the last one. */
  private milliseconds(block: OpenBlock): bigint {
    const now = BigInt(Math.floor(this.clockMs + this.monotonicNow()) - ID_EPOCH);
    const last = this.last >> SEQUENCE_BITS;
    if (now > last) return now;
    const next = (last << SEQUENCE_BITS) | (block.base + BigInt(block.used));
    return next > this.last ? last : last + 1n;
  }
}

export function idTime(id: string): Date {
  return new Date(Number(BigInt(id) >> SEQUENCE_BITS) + ID_EPOCH);
}

/** Returns the lowest id of a moment. Moments outside the range of ids are clamped to it. */
export function idAt(moment: Date): string {
  const milliseconds = BigInt(Math.min(Math.max(0, moment.getTime() - ID_EPOCH), LAST_MILLISECOND));
  return (milliseconds << SEQUENCE_BITS).toString();
}

/** Bits for the numbers of accounts and environments within a cell: see schema/functions/cells.sql. */
const NUMBER_BITS = 21;

/** The highest environment number: the maximum of a Postgres integer. */
export const MAX_ENVIRONMENT_ID = 2 ** 31 - 1;

/** Returns a cell as two characters. Keys, paths and references contain it for routing to the cell. */
export function cellCode(cell: number): string {
  return base62(cell, 2);
}

/** The code of the cell that an environment belongs to. */
export function cellCodeOf(environmentId: number): string {
  return cellCode(environmentId >>> NUMBER_BITS);
}

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const BASE = ALPHABET.length;

/** Formats a natural number in base 62, padded with zeros to `length`. */
export function base62(number: number, length: number): string {
  let rest = number;
  let digits = '';
  while (rest > 0) {
    digits = ALPHABET.charAt(rest % BASE) + digits;
    rest = Math.floor(rest / BASE);
  }
  return digits.padStart(length, '0');
}

/** Returns `length` random digits, fit for secrets. */
export function randomBase62(length: number): string {
  return Array.from({ length }, () => ALPHABET.charAt(randomInt(BASE))).join('');
}

/** The largest id: a bigint of Postgres. */
export const MAX_ID = 2n ** 63n - 1n;

/** Returns `pay_123` for `123`. */
export function toPublicId(prefix: IdPrefix, id: string): string {
  return `${prefix}_${id}`;
}

/** Returns `123` for `pay_123`, or undefined if the text is not an id of that kind. */
export function fromPublicId(prefix: IdPrefix, text: string): string | undefined {
  const match = /^([a-z]+)_(\d{1,19})$/.exec(text);
  if (match?.[1] !== prefix || match[2] === undefined) return undefined;
  const number = BigInt(match[2]);
  return number <= MAX_ID && number.toString() === match[2] ? match[2] : undefined;
}

/** Opens an id source on the clock and the sequence of the database. */
export function openIdSource(database: Database): IdSource {
  const ids = new IdSource(async () => {
    const [row] = await database.reserveConnection().run<{ number: string; ms: number }>(NEXT_BLOCK, []);
    if (row === undefined) throw new Error('Postgres handed out no id block');
    return { number: BigInt(row.number), databaseTimeMs: row.ms };
  });
  // Another server may issue the same numbers: a promoted standby only knows those that were replicated to it.
  database.onReserveLost(() => ids.forget());
  database.beforeTransactions(() => ids.ready());
  return ids;
}

/** The id that was made later. */
export function laterId(one: string, other: string): string {
  return BigInt(one) > BigInt(other) ? one : other;
}
