import type { Database } from '../platform/database/database.js';
import { namedQuery } from '../platform/database/named-query.js';
import { type IdSource, fromPublicId, toPublicId } from '../platform/ids.js';
import { newRequestId } from '../platform/tracing/trace.js';
import type { Tier } from './account.entity.js';
import { ApiKey } from './keys/api-key.entity.js';
import type { ApiKeyMint } from './keys/api-key-format.js';
import { ALL_SCOPES } from './caller.js';
import type { Mode } from './environment.entity.js';

const CREATE = namedQuery(
  'accounts_create',
  `WITH account AS (
     INSERT INTO accounts (id, name, tier) VALUES (nextval('account_numbers'), $1, $2) RETURNING id
   )
   INSERT INTO environments (account_id, mode)
   SELECT account.id, mode FROM account, unnest(ARRAY['test', 'live']) AS mode
   RETURNING id, mode, account_id AS "accountId"`,
);

const ENVIRONMENT = namedQuery(
  'accounts_environment',
  `SELECT e.id, coalesce(c.allowed_cidrs, '{}') AS "allowedCidrs"
     FROM environments e LEFT JOIN security_configs c ON c.environment_id = e.id
    WHERE e.account_id = $1 AND e.mode = $2`,
);

const NOTE_ISSUED = namedQuery(
  'audit_log_note_issued',
  `INSERT INTO audit_log (environment_id, id, key_id, action, object_id, changes, request_id)
   VALUES ($1, $2, $3, 'api_key.issued', $4, '{}', $5)`,
);

export interface IssuedKey {
  readonly accountId: string;
  readonly mode: Mode;
  readonly keyId: string;
  /** Shown only here. */
  readonly key: string;
  /** The networks that the account allows for all keys of this mode; any when empty. */
  readonly allowedCidrs: readonly string[];
}

export interface NewAccount {
  readonly accountId: string;
  readonly tier: Tier;
  /** Shown only here. */
  readonly testKey: string;
  readonly liveKey: string;
}

interface NewEnvironmentRow {
  readonly id: number;
  readonly mode: Mode;
  readonly accountId: string;
}

interface EnvironmentRow {
  readonly id: number;
  readonly allowedCidrs: string[];
}

const ISSUED_NAME = 'Issued by the operator';

/** Creates accounts with their two environments and a first key for each. */
export class Accounts {
  constructor(
    private readonly database: Database,
    private readonly ids: IdSource,
    private readonly mint: ApiKeyMint,
  ) {}

  async create(name: string, tier: Tier): Promise<NewAccount> {
    const keyIds = await this.ids.take(2);
    const keys = { test: this.mint.mint('test'), live: this.mint.mint('live') };
    const accountId = await this.database.transaction(async (transaction) => {
      const environments = await transaction.run<NewEnvironmentRow>(CREATE, [name, tier]);
      for (const [index, { id: environmentId, mode }] of environments.entries()) {
        const { prefix, hash, pepper } = keys[mode];
        const key = { id: keyIds[index] ?? '', name: `First ${mode} key`, prefix, hash, pepper, scopes: [ALL_SCOPES] };
        void transaction.forEnvironment({ environmentId }).insert(ApiKey, key);
      }
      return environments[0]?.accountId ?? '';
    });
    return {
      accountId: toPublicId('acct', accountId),
      tier,
      testKey: keys.test.secret,
      liveKey: keys.live.secret,
    };
  }

  /** Issues a key with every scope that does not expire; undefined for an unknown account. */
  async issueKey(publicId: string, mode: Mode): Promise<IssuedKey | undefined> {
    const accountId = fromPublicId('acct', publicId);
    if (accountId === undefined) return undefined;
    const [id = '', entryId = ''] = await this.ids.take(2);
    const { secret, prefix, hash, pepper } = this.mint.mint(mode);
    return this.database.transaction(async (transaction) => {
      const [environment] = await transaction.run<EnvironmentRow>(ENVIRONMENT, [accountId, mode]);
      if (environment === undefined) return undefined;
      const keyId = toPublicId('key', id);
      const tables = transaction.forEnvironment({ environmentId: environment.id });
      void tables.insert(ApiKey, { id, name: ISSUED_NAME, prefix, hash, pepper, scopes: [ALL_SCOPES] });
      transaction.queue(NOTE_ISSUED, [environment.id, entryId, id, keyId, newRequestId()]);
      return { accountId: publicId, mode, keyId, key: secret, allowedCidrs: environment.allowedCidrs };
    });
  }
}
