import type { Database } from '../platform/database/database.js';
import { namedQuery } from '../platform/database/named-query.js';
import { type IdSource, fromPublicId, toPublicId } from '../platform/ids.js';
import { newRequestId } from '../platform/tracing/trace.js';
import type { Tier } from './account.entity.js';
import { ApiKey } from './keys/api-key.entity.js';
import type { ApiKeyMint } from './keys/api-key-format.js';
import type { AuditLog } from './audit-log.js';
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

const RECORD_ISSUED = namedQuery(
  'audit_log_note_issued',
  `INSERT INTO audit_log (environment_id, id, key_id, action, object_id, changes, request_id)
   VALUES ($1, $2, $3, 'api_key.issued', $4, '{}', $5)`,
);

// The locked row orders suspensions that come at once. The audit log of live mode has what concerns the whole account.
const ACCOUNT = namedQuery(
  'accounts_lock',
  `SELECT a.name, a.suspended_at AS "suspendedAt", e.id AS "environmentId"
     FROM accounts a JOIN environments e ON e.account_id = a.id AND e.mode = 'live' WHERE a.id = $1
      FOR NO KEY UPDATE OF a`,
);

const SUSPEND = namedQuery(
  'accounts_suspend',
  `UPDATE accounts
      SET suspended_at = CASE WHEN $2 THEN date_trunc('milliseconds', now()) END,
          charged_from = CASE WHEN $2 THEN charged_from ELSE now() + interval '1 hour' END
    WHERE id = $1 RETURNING suspended_at AS "suspendedAt"`,
);

/** An account after a suspension, or the end of one. */
export interface AccountSuspension {
  readonly accountId: string;
  readonly name: string;
  /** Null when the account is not suspended. */
  readonly suspendedAt: string | null;
  /** Whether this call has changed it. */
  readonly changed: boolean;
}

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

interface AccountRow {
  readonly name: string;
  readonly suspendedAt: Date | null;
  readonly environmentId: number;
}

/** Creates accounts with their two environments and a first key for each, issues keys, and suspends accounts. */
export class Accounts {
  constructor(
    private readonly database: Database,
    private readonly ids: IdSource,
    private readonly mint: ApiKeyMint,
    private readonly audit: Pick<AuditLog, 'record'>,
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
      transaction.queue(RECORD_ISSUED, [environment.id, entryId, id, keyId, newRequestId()]);
      return { accountId: publicId, mode, keyId, key: secret, allowedCidrs: environment.allowedCidrs };
    });
  }

  /**
   * Suspends an account, or ends its suspension: then its live subscriptions are not charged for another hour. It takes
   * effect everywhere within three seconds. Undefined for an unknown account.
   */
  async suspend(publicId: string, isSuspended: boolean): Promise<AccountSuspension | undefined> {
    const id = fromPublicId('acct', publicId);
    if (id === undefined) return undefined;
    return this.database.transaction(async (transaction) => {
      const [account] = await transaction.run<AccountRow>(ACCOUNT, [id]);
      if (account === undefined) return undefined;
      const { name, environmentId, suspendedAt } = account;
      const told = (at: Date | null, changed: boolean): AccountSuspension => {
        return { accountId: publicId, name, suspendedAt: at?.toISOString() ?? null, changed };
      };
      if ((suspendedAt !== null) === isSuspended) return told(suspendedAt, false);
      const [after] = await transaction.run<Pick<AccountRow, 'suspendedAt'>>(SUSPEND, [id, isSuspended]);
      if (after === undefined) throw new Error('a locked account is missing');
      const operator = { environmentId, requestId: newRequestId(), actor: { kind: 'operator' } } as const;
      const action = isSuspended ? 'account.suspended' : 'account.resumed';
      await this.audit.record(transaction, operator, { action, objectId: publicId });
      return told(after.suspendedAt, true);
    });
  }
}
