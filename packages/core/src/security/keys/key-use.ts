import type { BeforeApplicationShutdown } from '@nestjs/common';
import type { Database } from '../../platform/database/database.js';
import { namedQuery } from '../../platform/database/named-query.js';
import { keyIdOf, type Identity } from '../caller.js';

// SKIP LOCKED: the transaction with the lock stores the use, or it is stored the next time.
const STORE_USES = namedQuery(
  'api_keys_note_use',
  `WITH used AS (
     SELECT k.environment_id, k.id
       FROM unnest($1::int[], $2::bigint[]) AS u (environment_id, id)
       JOIN api_keys k ON k.environment_id = u.environment_id AND k.id = u.id
      WHERE k.last_used_at IS NULL OR k.last_used_at < now() - interval '1 minute'
      FOR NO KEY UPDATE OF k SKIP LOCKED
   )
   UPDATE api_keys k SET last_used_at = date_trunc('milliseconds', now())
     FROM used WHERE k.environment_id = used.environment_id AND k.id = used.id`,
);

const FLUSH_MS = 2_000;
const AGAIN_AFTER_MS = 60_000;
const MAX_REMEMBERED = 10_000;

interface Use {
  readonly environmentId: number;
  readonly keyId: string;
}

/** Stores when keys were last used: every few seconds for all keys at once, and once a minute for each. */
export class KeyUse implements BeforeApplicationShutdown {
  private readonly recorded = new Map<string, number>();
  private waiting: Use[] = [];
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly database: Database) {}

  /** Notes a use of the caller's key. A person has none. */
  record(caller: Pick<Identity, 'environmentId' | 'actor'>): void {
    const { environmentId } = caller;
    const keyId = keyIdOf(caller);
    if (keyId === undefined) return;
    const now = performance.now();
    const before = this.recorded.get(keyId);
    if (before !== undefined && now - before < AGAIN_AFTER_MS) return;
    if (this.recorded.size >= MAX_REMEMBERED) this.recorded.clear();
    this.recorded.set(keyId, now);
    this.waiting.push({ environmentId, keyId });
    this.timer ??= setTimeout(() => void this.flush(), FLUSH_MS).unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.flush();
  }

  /** Writes what waits. After a failure the uses are stored with the next ones. */
  private async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const uses = this.waiting;
    this.waiting = [];
    if (uses.length === 0) return;
    const values = [uses.map(({ environmentId }) => environmentId), uses.map(({ keyId }) => keyId)];
    try {
      await this.database.forAuthentication().run(STORE_USES, values);
    } catch {
      for (const { keyId } of uses) this.recorded.delete(keyId);
    }
  }
}
