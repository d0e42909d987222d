import { timingSafeEqual } from 'node:crypto';
import type { Database } from '../platform/database/database.js';
import { namedQuery } from '../platform/database/named-query.js';
import type { Tier } from './account.entity.js';
import { hashApiKey, isWellFormedApiKey } from './api-key-format.js';
import type { Caller } from './caller.js';
import type { Mode } from './environment.entity.js';

const KEY_BY_HASH = namedQuery(
  'api_key_by_hash',
  `SELECT k.id, k.hash, k.scopes, k.environment_id, e.mode, e.account_id, a.tier, a.rate_limit
     FROM api_keys k
     JOIN environments e ON e.id = k.environment_id
     JOIN accounts a ON a.id = e.account_id
    WHERE k.hash = $1 AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())`,
);

interface KeyRow {
  id: string;
  hash: Buffer;
  scopes: string[];
  environment_id: number;
  mode: Mode;
  account_id: string;
  tier: Tier;
  rate_limit: number | null;
}

/** How long a key that was found stays known; a revocation is felt within this time. */
const REMEMBERED_MS = 3_000;
const MOST_REMEMBERED = 10_000;

/** Tells who a key belongs to. */
export class Authenticator {
  private readonly known = new Map<string, { caller: Caller; until: number }>();

  constructor(
    private readonly database: Database,
    private readonly pepper: Buffer,
    private readonly monotonicNow: () => number = () => performance.now(),
  ) {}

  /** The caller whose key this is; undefined for a key that is malformed, unknown, revoked or expired. */
  async authenticate(key: string): Promise<Caller | undefined> {
    if (!isWellFormedApiKey(key)) return undefined;
    const hash = hashApiKey(key, this.pepper);
    const index = hash.toString('base64');
    const remembered = this.known.get(index);
    if (remembered !== undefined && remembered.until > this.monotonicNow()) return remembered.caller;
    this.known.delete(index);
    const caller = await this.lookUp(hash);
    if (caller !== undefined) this.remember(index, caller);
    return caller;
  }

  private async lookUp(hash: Buffer): Promise<Caller | undefined> {
    const [row] = await this.database.forSystem().run<KeyRow>(KEY_BY_HASH, [hash]);
    if (row === undefined || !timingSafeEqual(row.hash, hash)) return undefined;
    return {
      accountId: row.account_id,
      environmentId: row.environment_id,
      mode: row.mode,
      tier: row.tier,
      rateLimit: row.rate_limit,
      keyId: row.id,
      scopes: new Set(row.scopes),
      approvalThresholds: [],
    };
  }

  private remember(index: string, caller: Caller): void {
    if (this.known.size >= MOST_REMEMBERED) this.known.clear();
    this.known.set(index, { caller, until: this.monotonicNow() + REMEMBERED_MS });
  }
}
