import { setTimeout as sleep } from 'node:timers/promises';
import { queryOne } from './query.js';

const POLL_MS = 250;
const AT_MOST_MS = 300_000;

/** Waits until every payment is settled, so that the worker does not affect the next measurement. */
export async function workDone(databaseUrl: string): Promise<void> {
  const deadline = performance.now() + AT_MOST_MS;
  for (;;) {
    const { open } = await queryOne<{ open: number }>(
      databaseUrl,
      'SELECT count(*)::int AS open FROM payments WHERE due_at IS NOT NULL',
    );
    if (open === 0) return;
    if (performance.now() > deadline) throw new Error(`${open} payments are still not settled`);
    await sleep(POLL_MS);
  }
}
