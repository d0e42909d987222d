import type { Schemas } from '@svc/contract';
import type { StatementRunner, Transaction } from '../platform/database/database.js';
import { namedQuery } from '../platform/database/named-query.js';
import { DomainError } from '../platform/errors/domain-error.js';
import { fromPublicId } from '../platform/ids.js';
import type { ApiKey } from './api-key.entity.js';
import type { Caller, Identity } from './caller.js';
import type { Mode } from './environment.entity.js';

/** A key with its mode, and its status by the database clock. */
export interface StoredKey extends Omit<ApiKey, 'hash'> {
  readonly mode: Mode;
  readonly status: Schemas['ApiKeyStatus'];
}

/** A key with the networks that its account allows in its mode. */
export type LastingKey = StoredKey & { readonly accountCidrs: readonly string[] };

type Row = Omit<StoredKey, 'mode'>;
type Reader = Pick<Identity, 'accountId' | 'mode'>;

// Not now(): the transaction may have waited for another one that ended a key.
const STATUS = `CASE WHEN k.revoked_at IS NOT NULL THEN 'revoked'
                     WHEN k.expires_at <= statement_timestamp() THEN 'expired' ELSE 'active' END`;

const COLUMNS = `k.environment_id AS "environmentId", k.id, k.name, k.prefix, k.scopes,
  k.allowed_cidrs AS "allowedCidrs", k.expires_at AS "expiresAt", k.revoked_at AS "revokedAt",
  k.last_used_at AS "lastUsedAt", k.replaced_by AS "replacedBy", ${STATUS} AS status`;

const REACH = `SELECT e.id, e.mode FROM accounts a JOIN environments e ON e.account_id = a.id
                WHERE a.id = $1 AND (e.mode = 'test' OR $2 = 'live')`;
const REACHED = namedQuery('api_keys_reach', REACH);

// Serializes key changes of an account: the rules about remaining keys look at all of them.
const LOCKED_REACH = namedQuery('api_keys_reach_locked', `${REACH} FOR NO KEY UPDATE OF a`);

const FIND = namedQuery(
  'api_keys_find',
  `SELECT ${COLUMNS} FROM api_keys k WHERE k.environment_id = ANY ($1::int[]) AND k.id = $2`,
);

// One environment at a time, so that each is read along its primary key.
const PAGE = namedQuery(
  'api_keys_page',
  `SELECT key.* FROM unnest($1::int[]) AS reach (id) CROSS JOIN LATERAL (
     SELECT ${COLUMNS} FROM api_keys k
      WHERE k.environment_id = reach.id AND ($2::bigint IS NULL OR k.id < $2) AND ($3::text IS NULL OR ${STATUS} = $3)
      ORDER BY k.id DESC LIMIT $4) key
   ORDER BY key.id DESC LIMIT $4`,
);

const ADMINS = namedQuery(
  'api_keys_admins',
  `SELECT ${COLUMNS}, e.mode, coalesce(c.allowed_cidrs, '{}') AS "accountCidrs"
     FROM environments e JOIN api_keys k ON k.environment_id = e.id
          LEFT JOIN security_configs c ON c.environment_id = e.id
    WHERE e.account_id = $1 AND k.revoked_at IS NULL AND k.expires_at IS NULL
      AND k.scopes && ARRAY['*', 'security:write']`,
);

const INSERT = namedQuery(
  'api_keys_insert',
  `INSERT INTO api_keys AS k (environment_id, id, name, prefix, hash, scopes, allowed_cidrs, expires_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING ${COLUMNS}`,
);

const SAVE = namedQuery(
  'api_keys_save',
  `UPDATE api_keys k SET name = $3, scopes = $4, allowed_cidrs = $5, expires_at = $6
    WHERE k.environment_id = $1 AND k.id = $2 RETURNING ${COLUMNS}`,
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

  static async of(runner: StatementRunner, { accountId, mode }: Reader): Promise<KeyReach> {
    return KeyReach.from(await runner.run(REACHED, [accountId, mode]));
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

  withMode = (row: Row): StoredKey => ({ ...row, mode: this.modeOf(row.environmentId) });

  private static from(rows: { id: number; mode: Mode }[]): KeyReach {
    return new KeyReach(new Map(rows.map(({ id, mode }) => [id, mode])));
  }
}

/** Throws `not_found`. */
export async function findKey(runner: StatementRunner, reach: KeyReach, publicId: string): Promise<StoredKey> {
  const id = fromPublicId('key', publicId);
  const key = id === undefined ? undefined : await keyWithId(runner, reach, id);
  if (key === undefined) throw new DomainError('not_found', `There is no API key ${publicId}.`);
  return key;
}

/** The caller's own key. Throws `unauthorized`. */
export async function findOwnKey(runner: StatementRunner, reach: KeyReach, { keyId }: Caller): Promise<StoredKey> {
  const key = await keyWithId(runner, reach, keyId);
  if (key === undefined) throw new DomainError('unauthorized', 'A valid API key is required.');
  return key;
}

async function keyWithId(runner: StatementRunner, reach: KeyReach, id: string): Promise<StoredKey | undefined> {
  const [row] = await runner.run<Row>(FIND, [reach.environments(), id]);
  return row && reach.withMode(row);
}

export interface KeyPage {
  readonly limit: number;
  readonly beforeId: string | undefined;
  readonly status: StoredKey['status'] | undefined;
  readonly mode: Mode | undefined;
}

/** Up to `limit` keys below an id, newest first. */
export async function pageOfKeys(runner: StatementRunner, reach: KeyReach, page: KeyPage): Promise<StoredKey[]> {
  const values = [reach.environments(page.mode), page.beforeId ?? null, page.status ?? null, page.limit];
  return (await runner.run<Row>(PAGE, values)).map(reach.withMode);
}

/** The active keys of an account, in both modes, that can manage keys and do not expire. */
export function lastingAdminKeys(transaction: Transaction, accountId: string): Promise<LastingKey[]> {
  return transaction.run<LastingKey>(ADMINS, [accountId]);
}

export type NewKey = Pick<ApiKey, 'environmentId' | 'id' | 'name' | 'prefix' | 'hash'> &
  Pick<ApiKey, 'scopes' | 'allowedCidrs' | 'expiresAt'>;

export async function insertKey(transaction: Transaction, reach: KeyReach, key: NewKey): Promise<StoredKey> {
  const { environmentId, id, name, prefix, hash, scopes, allowedCidrs, expiresAt } = key;
  const values = [environmentId, id, name, prefix, hash, scopes, allowedCidrs, expiresAt];
  return stored(reach, await transaction.run<Row>(INSERT, values));
}

export async function saveKey(transaction: Transaction, reach: KeyReach, key: StoredKey): Promise<StoredKey> {
  const { environmentId, id, name, scopes, allowedCidrs, expiresAt } = key;
  return stored(reach, await transaction.run<Row>(SAVE, [environmentId, id, name, scopes, allowedCidrs, expiresAt]));
}

export function revokeKey(transaction: Transaction, { environmentId, id }: StoredKey): void {
  transaction.queue(REVOKE, [environmentId, id]);
}

/** Stores which key follows, and ends the old one after the overlap. */
export function replaceKey(
  transaction: Transaction,
  { environmentId, id }: StoredKey,
  follower: string,
  overlapSeconds: number,
): void {
  transaction.queue(REPLACE, [environmentId, id, follower, overlapSeconds]);
}

function stored(reach: KeyReach, [row]: Row[]): StoredKey {
  if (row === undefined) throw new Error('a key that was written vanished');
  return reach.withMode(row);
}
