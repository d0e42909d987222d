import type { Database } from '../platform/database/database.js';
import { namedQuery } from '../platform/database/named-query.js';
import type { IdSource } from '../platform/ids/id-source.js';
import { toPublicId } from '../platform/ids/public-id.js';
import type { Tier } from './account.entity.js';
import { apiKeyPrefix, generateApiKey, hashApiKey } from './api-key-format.js';
import { ALL_SCOPES } from './caller.js';
import type { Mode } from './environment.entity.js';

const CREATE = namedQuery(
  'accounts_create',
  `WITH account AS (
     INSERT INTO accounts (id, name, tier) VALUES ($1, $2, $3) RETURNING id
   )
   INSERT INTO environments (account_id, mode)
   SELECT account.id, mode FROM account, unnest(ARRAY['test', 'live']) AS mode
   RETURNING id, mode`,
);

const ADD_KEY = namedQuery(
  'api_keys_add',
  `INSERT INTO api_keys (environment_id, id, name, prefix, hash, scopes) VALUES ($1, $2, $3, $4, $5, $6)`,
);

export interface NewAccount {
  readonly accountId: string;
  readonly tier: Tier;
  /** Shown here and never again. */
  readonly testKey: string;
  readonly liveKey: string;
}

/** Opens accounts, each with its two environments and a first key for both. */
export class Accounts {
  constructor(
    private readonly database: Database,
    private readonly ids: IdSource,
    private readonly pepper: Buffer,
  ) {}

  async create(name: string, tier: Tier): Promise<NewAccount> {
    const [accountId = '', ...keyIds] = await this.ids.take(3);
    const keys: Record<Mode, string> = { test: generateApiKey('test'), live: generateApiKey('live') };
    await this.database.transaction(async (transaction) => {
      const environments = await transaction.run<{ id: number; mode: Mode }>(CREATE, [accountId, name, tier]);
      for (const [index, { id, mode }] of environments.entries()) {
        const key = keys[mode];
        const hash = hashApiKey(key, this.pepper);
        const values = [id, keyIds[index], `First ${mode} key`, apiKeyPrefix(key), hash, [ALL_SCOPES]];
        transaction.queue(ADD_KEY, values);
      }
    });
    return { accountId: toPublicId('acct', accountId), tier, testKey: keys.test, liveKey: keys.live };
  }
}
