import type { Database, Transaction } from '../../platform/database/database.js';
import type { EnvironmentTables } from '../../platform/database/environment-tables.js';
import { namedQuery } from '../../platform/database/named-query.js';
import { DomainError } from '../../platform/errors/domain-error.js';
import { fromPublicId } from '../../platform/ids.js';
import { newestFirst } from '../../platform/lists/cursor.js';
import { ApiKey, keyStatus } from './api-key.entity.js';
import type { Identity } from '../caller.js';
import type { Mode } from '../environment.entity.js';
import type { KeyFacts } from './key-rules.js';

/** A key with its mode. */
export interface StoredApiKey extends Omit<ApiKey, 'hash' | 'pepper'> {
  readonly mode: Mode;
}

/** What the rules need of a key, with the networks that its account allows in its mode. */
export type LastingKey = KeyFacts & { readonly accountCidrs: readonly string[] };

type Row = Omit<StoredApiKey, 'mode'>;
type Reader = Pick<Identity, 'accountId' | 'mode'>;
type Tables = Pick<Database, 'forEnvironment'> | Transaction;

const REACH = `SELECT e.id, e.mode FROM accounts a JOIN environments e ON e.account_id = a.id
                WHERE a.id = $1 AND (e.mode = 'test' OR $2 = 'live')`;
const REACHED = namedQuery('api_keys_reach', REACH);

// Serializes key changes of an account: the rules about remaining keys look at all of them.
const LOCKED_REACH = namedQuery('api_keys_reach_locked', `${REACH} FOR NO KEY UPDATE OF a`);

const ADMINS = namedQuery(
  'api_keys_admins',
  `SELECT k.id, k.scopes, k.allowed_cidrs AS "allowedCidrs", k.expires_at AS "expiresAt", e.mode,
          coalesce(c.allowed_cidrs, '{}') AS "accountCidrs"
     FROM environments e JOIN api_keys k ON k.environment_id = e.id
          LEFT JOIN security_configs c ON c.environment_id = e.id
    WHERE e.account_id = $1 AND k.revoked_at IS NULL AND k.expires_at IS NULL
      AND k.scopes && ARRAY['*', 'security:write']`,
);

const REVOKE = namedQuery(
  'api_keys_revoke',
  `UPDATE api_keys SET revoked_at = statement_timestamp()
    WHERE environment_id = $1 AND id = $2 AND revoked_at IS NULL`,
);

// An expiry before the end of the overlap is kept.
const REPLACE = namedQuery(
  'api_keys_replace',
  `UPDATE api_keys
      SET replaced_by = $3,
          expires_at = least(expires_at, date_trunc('milliseconds', statement_timestamp()) + $4::int * interval '1 second')
    WHERE environment_id = $1 AND id = $2`,
);

/** The environments whose keys a caller manages, with their modes: both for a live key, its own for a test key. */
export class KeyReach {
  private constructor(private readonly modes: ReadonlyMap<number, Mode>) {}

  static async of(database: Database, { accountId, mode }: Reader): Promise<KeyReach> {
    return KeyReach.from(await database.forAccount().run(REACHED, [accountId, mode]));
  }

  /** Like `of`, with the account locked. */
  static async locked(transaction: Transaction, { accountId, mode }: Reader): Promise<KeyReach> {
    return KeyReach.from(await transaction.run(LOCKED_REACH, [accountId, mode]));
  }

  /** Undefined when the mode is out of reach. */
  environmentOf(mode: Mode): number | undefined {
    return this.environments().find((id) => this.modes.get(id) === mode);
  }

  /** All environments, or that of one mode. */
  environments(mode?: Mode): number[] {
    return [...this.modes.keys()].filter((id) => mode === undefined || this.modes.get(id) === mode);
  }

  modeOf(environmentId: number): Mode {
    const mode = this.modes.get(environmentId);
    if (mode === undefined) throw new Error('a key lies in an environment out of reach');
    return mode;
  }

  withMode = (row: Row): StoredApiKey => ({ ...row, mode: this.modeOf(row.environmentId) });

  private static from(rows: { id: number; mode: Mode }[]): KeyReach {
    return new KeyReach(new Map(rows.map(({ id, mode }) => [id, mode])));
  }
}

/** Throws `not_found`. */
export async function findKey(tables: Tables, reach: KeyReach, publicId: string): Promise<StoredApiKey> {
  const id = fromPublicId('key', publicId);
  const key = id === undefined ? undefined : await keyWithId(tables, reach, id);
  if (key === undefined) throw new DomainError('not_found', `There is no API key ${publicId}.`);
  return key;
}

/** The caller's own key. Throws `unauthorized`. */
export async function findOwnKey(tables: Tables, reach: KeyReach, keyId: string): Promise<StoredApiKey> {
  const key = await keyWithId(tables, reach, keyId);
  if (key === undefined) throw new DomainError('unauthorized', 'A valid API key is required.');
  return key;
}

async function keyWithId(tables: Tables, reach: KeyReach, id: string): Promise<StoredApiKey | undefined> {
  const found = await inEach(tables, reach.environments(), (environment) => environment.find(ApiKey, id));
  const row = found.find((each) => each !== undefined);
  return row && reach.withMode(row);
}

export interface KeyPage {
  readonly limit: number;
  readonly beforeId: string | undefined;
  readonly status: StoredApiKey['status'] | undefined;
  readonly mode: Mode | undefined;
}

/** Up to `limit` keys of each mode below an id, newest first. */
export async function pageOfKeys(tables: Tables, reach: KeyReach, page: KeyPage): Promise<StoredApiKey[]> {
  const { status, mode } = page;
  const conditions = status === undefined ? [] : [{ text: `${keyStatus('api_keys')} = ?`, values: [status] }];
  const pages = await inEach(tables, reach.environments(mode), (environment) =>
    environment.page(ApiKey, page, conditions),
  );
  return newestFirst(pages.flat()).map(reach.withMode);
}

function inEach<Result>(
  tables: Tables,
  environments: readonly number[],
  read: (environment: EnvironmentTables) => Promise<Result>,
): Promise<Result[]> {
  return Promise.all(environments.map((environmentId) => read(tables.forEnvironment({ environmentId }))));
}

/** The active keys of an account, in both modes, that can manage keys and do not expire. */
export function lastingAdminKeys(transaction: Transaction, accountId: string): Promise<LastingKey[]> {
  return transaction.run<LastingKey>(ADMINS, [accountId]);
}

export type NewKey = Pick<ApiKey, 'environmentId' | 'id' | 'name' | 'prefix' | 'hash' | 'pepper'> &
  Pick<ApiKey, 'scopes' | 'allowedCidrs' | 'expiresAt' | 'createdBy'>;

export async function insertKey(transaction: Transaction, reach: KeyReach, key: NewKey): Promise<StoredApiKey> {
  const { environmentId, id, name, prefix, hash, pepper, scopes, allowedCidrs, expiresAt, createdBy } = key;
  const row = { environmentId, id, name, prefix, hash, pepper, scopes, allowedCidrs, expiresAt, createdBy };
  return reach.withMode(await transaction.forEnvironment(key).insert(ApiKey, row));
}

export async function saveKey(transaction: Transaction, reach: KeyReach, key: StoredApiKey): Promise<StoredApiKey> {
  const { id, name, scopes, allowedCidrs, expiresAt } = key;
  const changes = { name, scopes, allowedCidrs, expiresAt };
  const [saved] = await transaction.forEnvironment(key).update(ApiKey, { id }, changes);
  if (saved === undefined) throw new Error('a key that was written vanished');
  return reach.withMode(saved);
}

export function revokeKey(transaction: Transaction, { environmentId, id }: StoredApiKey): void {
  transaction.queue(REVOKE, [environmentId, id]);
}

/** Stores which key follows, and ends the old one after the overlap. */
export function replaceKey(
  transaction: Transaction,
  { environmentId, id }: StoredApiKey,
  follower: string,
  overlapSeconds: number,
): void {
  transaction.queue(REPLACE, [environmentId, id, follower, overlapSeconds]);
}
