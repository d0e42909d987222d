import { isSurelyRolledBack } from '../../platform/database/grouped-writes.js';
import type { ConnectionSetUp } from './connection-kind.js';

/**
 * Stores the credentials of a set-up. What it replaced is removed only afterwards. What it made is removed if the change was
 * surely rolled back. After any other failure both stay: a commit may have its effect later, and the stored secret must always
 * belong to something that exists.
 */
export async function keepSetUp<Stored>(
  { keep, undo }: Pick<ConnectionSetUp, 'keep' | 'undo'>,
  store: () => Promise<Stored>,
): Promise<Stored> {
  let stored: Stored;
  try {
    stored = await store();
  } catch (error) {
    if (isSurelyRolledBack(error)) await undo?.();
    throw error;
  }
  await keep?.();
  return stored;
}
