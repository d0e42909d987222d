import type { Database } from '../platform/database/database.js';
import { namedQuery } from '../platform/database/named-query.js';
import type { WorkRef } from '../platform/queues/work-ref.js';

const SETTLED = namedQuery(
  'payments_settled',
  `SELECT p.environment_id AS "environmentId", p.id, (p.stage = 'requires_action') IS TRUE AS "isAsking"
     FROM unnest($1::int[], $2::bigint[]) AS w (environment_id, id)
     JOIN payments p ON p.environment_id = w.environment_id AND p.id = w.id
    WHERE p.status <> 'pending' OR p.stage IN ('authorized', 'requires_action')`,
);

const POLL_EVERY_MS = 100;

interface SettledRef extends WorkRef {
  readonly isAsking: boolean;
}

/** Waits for payments that go no further by themselves, with one query for all waiting requests. */
export class SettlementWatch {
  private readonly waiting = new Map<string, { ref: WorkRef; settled: Set<() => void> }>();
  private isPolling = false;
  private ended = false;

  constructor(private readonly database: Database) {}

  /**
   * Resolves when the payment is settled, authorized or requires action, after `timeoutMs`, or on `end`. `hasActed`: the
   * customer has taken the action, so that it no longer counts.
   */
  async settled(ref: WorkRef, timeoutMs: number, hasActed = false): Promise<void> {
    if (this.ended) return;
    const key = keyOf(ref, hasActed);
    const entry = this.waiting.get(key) ?? { ref, settled: new Set<() => void>() };
    this.waiting.set(key, entry);
    let done: () => void = () => {};
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      done = resolve;
      timer = setTimeout(resolve, timeoutMs);
      entry.settled.add(done);
      void this.poll();
    });
    clearTimeout(timer);
    entry.settled.delete(done);
    if (entry.settled.size === 0) this.waiting.delete(key);
  }

  /** Resolves all waits at once, and later ones immediately; for shutdown. */
  end(): void {
    this.ended = true;
    for (const { settled } of this.waiting.values()) {
      for (const resolve of settled) resolve();
    }
  }

  private async poll(): Promise<void> {
    if (this.isPolling) return;
    this.isPolling = true;
    while (this.waiting.size > 0) {
      await new Promise((resolve) => setTimeout(resolve, POLL_EVERY_MS));
      const refs = [...this.waiting.values()].map(({ ref }) => ref);
      // The next round replaces a failed query; a wait ends at its timeout at the latest.
      const settled = await this.ask(refs).catch(() => []);
      for (const ref of settled) {
        for (const hasActed of ref.isAsking ? [false] : [false, true]) {
          for (const resolve of this.waiting.get(keyOf(ref, hasActed))?.settled ?? []) resolve();
        }
      }
    }
    this.isPolling = false;
  }

  private ask(refs: readonly WorkRef[]): Promise<SettledRef[]> {
    const values = [refs.map((ref) => ref.environmentId), refs.map((ref) => ref.id)];
    return this.database.forWaitingRequests().run<SettledRef>(SETTLED, values);
  }
}

function keyOf({ environmentId, id }: WorkRef, hasActed: boolean): string {
  return `${environmentId} ${id} ${hasActed}`;
}
