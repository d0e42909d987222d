import type { ConnectionSetUp } from './connection-kind.js';

/**
 * Stores the credentials of a set-up. What it replaced is removed only afterwards; what it made, if nothing was stored. After a
 * failure that `isStored` cannot clear up, both stay: the stored secret must always belong to something that exists.
 */
export async function keepSetUp<Stored>(
  { keep, undo }: Pick<ConnectionSetUp, 'keep' | 'undo'>,
  store: () => Promise<Stored>,
  isStored: () => Promise<boolean>,
): Promise<Stored> {
  let stored: Stored;
  try {
    stored = await store();
  } catch (error) {
    if (undo === undefined) throw error;
    // A commit may have had its effect although its answer was lost.
    const known = await isStored().catch(() => undefined);
    if (known === true) await keep?.();
    if (known === false) await undo();
    throw error;
  }
  await keep?.();
  return stored;
}
