import type { Peppers } from '../platform/crypto/peppers.js';
import type { Database } from '../platform/database/database.js';
import { namedQuery } from '../platform/database/named-query.js';
import { Networks } from '../platform/networks.js';
import type { Tier } from './account.entity.js';
import { isWellFormedApiKey } from './keys/api-key-format.js';
import type { ApprovalThreshold, Identity } from './caller.js';
import type { Mode } from './environment.entity.js';

const KEY_BY_HASH = namedQuery(
  'api_key_by_hash',
  `SELECT k.id, k.hash, k.pepper, k.scopes, k.allowed_cidrs AS key_cidrs, k.environment_id, e.mode, e.account_id, a.tier,
          a.rate_limit, a.suspended_at IS NOT NULL AS is_suspended, extract(epoch FROM k.expires_at - now())::float8 * 1000 AS expires_in_ms,
          c.allowed_cidrs AS config_cidrs, c.approval_thresholds, c.require_idempotency_key, c.retention_days
     FROM api_keys k
     JOIN environments e ON e.id = k.environment_id
     JOIN accounts a ON a.id = e.account_id
     LEFT JOIN security_configs c ON c.environment_id = k.environment_id
    WHERE k.hash = ANY($1::bytea[]) AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())`,
);

const MOVE = namedQuery(
  'api_keys_move',
  'UPDATE api_keys SET hash = $4, pepper = $5 WHERE environment_id = $1 AND id = $2 AND hash = $3',
);

interface KeyRow {
  id: string;
  hash: Buffer;
  pepper: string;
  scopes: string[];
  key_cidrs: string[];
  environment_id: number;
  mode: Mode;
  account_id: string;
  tier: Tier;
  rate_limit: number | null;
  is_suspended: boolean;
  expires_in_ms: number | null;
  /** Null, like the columns after it, without a configuration. */
  config_cidrs: string[] | null;
  approval_thresholds: ApprovalThreshold[] | null;
  require_idempotency_key: boolean | null;
  retention_days: number | null;
}

/** How long a key is cached; changes of it or of its account take effect within this time. */
const REMEMBERED_MS = 3_000;
const MAX_REMEMBERED = 10_000;

/** A valid key, or the session of a person in one of the modes. */
export interface Principal {
  readonly identity: Identity;
  /** Whether the operator has suspended the account. */
  readonly isSuspended: boolean;
  /** Whether the key and its account's configuration allow an address. */
  admits(address: string): boolean;
}

/** Authenticates API keys. */
export class Authenticator {
  private readonly known = new Map<string, { key: Principal; until: number }>();
  /** Counts calls of `forget`: a lookup that began before one is not cached. */
  private forgotten = 0;

  constructor(
    private readonly database: Database,
    private readonly peppers: Peppers,
    /** How many days events and deliveries are shown by default. */
    private readonly retentionDays: number,
    private readonly monotonicNow: () => number = () => performance.now(),
  ) {}

  /** The key; undefined when it is malformed, unknown, revoked or expired. */
  async authenticate(text: string): Promise<Principal | undefined> {
    if (!isWellFormedApiKey(text)) return undefined;
    const hashes = this.peppers.hashes(text);
    const [hash] = hashes;
    const index = hash.toString('base64');
    const remembered = this.known.get(index);
    if (remembered !== undefined && remembered.until > this.monotonicNow()) return remembered.key;
    this.known.delete(index);
    return this.lookUp(text, index, hashes);
  }

  /** Removes an account's keys from the cache, after this process has changed them. */
  forget(accountId: string): void {
    this.forgotten += 1;
    for (const [index, { key }] of this.known) {
      if (key.identity.accountId === accountId) this.known.delete(index);
    }
  }

  /** Stores a key under the newest pepper. If that fails, the next use does it. */
  private async move({ environment_id: environmentId, id, hash: former }: KeyRow, hash: Buffer): Promise<void> {
    const tables = this.database.forEnvironment({ environmentId });
    await tables.run(MOVE, [id, former, hash, this.peppers.first.name]).catch(() => {});
  }

  /** The cached lifetime counts from the start of the query. The hash of the row is compared again, in constant time. */
  private async lookUp(
    text: string,
    index: string,
    hashes: readonly [Buffer, ...Buffer[]],
  ): Promise<Principal | undefined> {
    const askedAt = this.monotonicNow();
    const { forgotten } = this;
    const [row] = await this.database.forAuthentication().run<KeyRow>(KEY_BY_HASH, [hashes]);
    if (row === undefined || !this.peppers.proves(row.hash, text)) return undefined;
    if (row.pepper !== this.peppers.first.name) await this.move(row, hashes[0]);
    const key = {
      identity: identityOf(row, this.retentionDays),
      isSuspended: row.is_suspended,
      admits: admission([row.key_cidrs, row.config_cidrs ?? []]),
    };
    const lifetime = Math.min(REMEMBERED_MS, row.expires_in_ms ?? REMEMBERED_MS);
    if (this.forgotten !== forgotten) return key;
    if (this.known.size >= MAX_REMEMBERED) this.known.clear();
    this.known.set(index, { key, until: askedAt + lifetime });
    return key;
  }
}

function identityOf(row: KeyRow, retentionDays: number): Identity {
  return {
    accountId: row.account_id,
    environmentId: row.environment_id,
    mode: row.mode,
    tier: row.tier,
    rateLimit: row.rate_limit,
    actor: { kind: 'api_key', keyId: row.id },
    scopes: new Set(row.scopes),
    approvalThresholds: row.approval_thresholds ?? [],
    requireIdempotencyKey: row.require_idempotency_key ?? false,
    retentionDays: row.retention_days ?? retentionDays,
  };
}

/** The address must be in every list that is not empty. */
function admission(lists: readonly (readonly string[])[]): (address: string) => boolean {
  const walls = lists.filter((cidrs) => cidrs.length > 0).map((cidrs) => new Networks(cidrs));
  return (address) => walls.every((networks) => networks.include(address));
}
