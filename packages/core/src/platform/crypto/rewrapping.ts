import { isDatabaseBusy } from '../database/database-away.js';
import type { StatementRunner } from '../database/database.js';
import { firstKeyPrefix, MasterKeyMissing, rewrap } from './envelope.js';
import type { MasterKeys } from './master-keys.js';
import type { KeyChange, RowRef, SealedColumn, StoredDataKey } from './sealed-column.js';

const BATCH = 500;
const BEFORE_ALL: RowRef = { environmentId: 0, id: '0' };
/** Another pass finds secrets that were concurrently written under another key. */
const MAX_PASSES = 5;
const EXAMPLES = 3;

export interface RewrappedColumn {
  readonly secrets: string;
  readonly rewrapped: number;
  /** The number of secrets under the first key, and of the others. */
  readonly done: number;
  readonly left: number;
  readonly unreadable: Unreadable;
}

/** Data keys that no master key unwraps. */
export interface Unreadable {
  rows: number;
  readonly keyNames: Set<string>;
  readonly examples: RowRef[];
}

/** Rewraps all data keys of a column in batches; repeatable. Processes with both keys open all secrets at any time. */
export async function rewrapColumn(
  runner: StatementRunner,
  column: SealedColumn,
  keys: MasterKeys,
): Promise<RewrappedColumn> {
  let rewrapped = 0;
  let unreadable = nothingUnreadable();
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    unreadable = nothingUnreadable();
    let met = 0;
    for await (const stored of pagesOf(runner, column, keys)) {
      met += stored.length;
      rewrapped += await replaced(runner, column, readable(stored, keys, unreadable));
    }
    if (met === unreadable.rows) break;
  }
  const counts = await column.count(runner);
  const done = counts.find(({ keyName }) => keyName === keys.first.name)?.secrets ?? 0;
  const all = counts.reduce((sum, { secrets }) => sum + secrets, 0);
  return { secrets: column.secrets, rewrapped, done, left: all - done, unreadable };
}

/** Checks the first batch of data keys that are not under the first key. */
export async function unreadableOf(
  runner: StatementRunner,
  column: SealedColumn,
  keys: MasterKeys,
): Promise<Unreadable> {
  const unreadable = nothingUnreadable();
  readable(await column.read(runner, BEFORE_ALL, firstKeyPrefix(keys), BATCH), keys, unreadable);
  return unreadable;
}

export async function unreadableAtLast(
  runner: StatementRunner,
  column: SealedColumn,
  keys: MasterKeys,
): Promise<Unreadable> {
  const unreadable = nothingUnreadable();
  readable(await column.readLast(runner), keys, unreadable);
  return unreadable;
}

async function* pagesOf(
  runner: StatementRunner,
  column: SealedColumn,
  keys: MasterKeys,
): AsyncGenerator<StoredDataKey[]> {
  let after = BEFORE_ALL;
  for (;;) {
    const stored = await column.read(runner, after, firstKeyPrefix(keys), BATCH);
    yield stored;
    const last = stored.at(-1);
    if (last === undefined || stored.length < BATCH) return;
    after = last;
  }
}

function readable(stored: readonly StoredDataKey[], keys: MasterKeys, unreadable: Unreadable): KeyChange[] {
  return stored.flatMap((row) => {
    try {
      return [{ stored: row, fresh: rewrap(row.dataKey, keys, row.boundTo) }];
    } catch (error) {
      unreadable.rows += 1;
      if (error instanceof MasterKeyMissing) unreadable.keyNames.add(error.keyName);
      if (unreadable.examples.length < EXAMPLES) unreadable.examples.push(row);
      return [];
    }
  });
}

async function replaced(runner: StatementRunner, column: SealedColumn, changes: readonly KeyChange[]): Promise<number> {
  if (changes.length === 0) return 0;
  try {
    return await column.replace(runner, changes);
  } catch (error) {
    // Rows of the batch are locked: the next pass visits them again.
    if (isDatabaseBusy(error)) return 0;
    throw error;
  }
}

function nothingUnreadable(): Unreadable {
  return { rows: 0, keyNames: new Set(), examples: [] };
}
