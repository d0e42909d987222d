import { entities } from './entities.js';
import { configSchema } from '../platform/config/config.js';
import { allWrapUnderFirst } from '../platform/crypto/key-sessions.js';
import type { MasterKeys } from '../platform/crypto/master-keys.js';
import { rewrapColumn, type RewrappedColumn } from '../platform/crypto/rewrapping.js';
import type { Database } from '../platform/database/database.js';
import { namedQuery } from '../platform/database/named-query.js';
import { openDatabase } from '../platform/database/open-database.js';
import { openIdSource } from '../platform/ids.js';
import { diagnose as diagnoseInstallation, type Diagnosis } from '../operations/doctor/diagnose.js';
import { SEALED_COLUMNS } from './sealed-columns.js';
import type { Tier } from '../security/account.entity.js';
import { Accounts, type IssuedKey, type NewAccount } from '../security/accounts.js';
import { ApiKeyMint } from '../security/api-key-format.js';
import type { Mode } from '../security/environment.entity.js';

export interface CreateAccountOptions {
  readonly databaseUrl: string;
  /** The server's pepper: 32 bytes in base64. */
  readonly apiKeyPepper: string;
  readonly tier: Tier;
  readonly name?: string;
}

export interface IssueKeyOptions {
  readonly databaseUrl: string;
  /** The server's pepper: 32 bytes in base64. */
  readonly apiKeyPepper: string;
  /** As clients know it: `acct_123`. */
  readonly accountId: string;
  readonly mode: Mode;
}

/** Opens an account on a migrated database. The keys are shown here and never again. */
export function createAccount(options: CreateAccountOptions): Promise<NewAccount> {
  return withAccounts(options, (accounts) => accounts.create(options.name ?? 'Main account', options.tier));
}

/** Gives an account a lasting key with every scope; undefined when there is no such account. Its audit log tells of it. */
export function issueKey(options: IssueKeyOptions): Promise<IssuedKey | undefined> {
  return withAccounts(options, (accounts) => accounts.issueKey(options.accountId, options.mode));
}

const CELL_OF_DATABASE = namedQuery('cell_of_database', 'SELECT cell FROM system_state');

function withAccounts<Result>(
  { databaseUrl, apiKeyPepper }: Pick<IssueKeyOptions, 'databaseUrl' | 'apiKeyPepper'>,
  work: (accounts: Accounts) => Promise<Result>,
): Promise<Result> {
  return withDatabase(databaseUrl, undefined, async (database) => {
    const [state] = await database.forSystem().run<{ cell: number }>(CELL_OF_DATABASE, []);
    const mint = new ApiKeyMint(Buffer.from(apiKeyPepper, 'base64'), state?.cell ?? 0);
    return work(new Accounts(database, openIdSource(database), mint));
  });
}

export interface RotateMasterKeyOptions {
  readonly databaseUrl: string;
  /** As the processes have it: the key that all secrets are to be under, then those that they may be under now. */
  readonly masterKey: string;
}

export interface MasterKeyRotation {
  /** The name of the key that secrets are put under. */
  readonly keyName: string;
  /** False when a process is connected that does not wrap under it: nothing was done. */
  readonly ready: boolean;
  readonly columns: readonly RewrappedColumn[];
}

/** Puts all secrets under the first master key, while they are used. Throws when `masterKey` is none. */
export async function rotateMasterKey({ databaseUrl, masterKey }: RotateMasterKeyOptions): Promise<MasterKeyRotation> {
  const keys = configSchema.shape.MASTER_KEY.parse(masterKey);
  const keyName = keys.first.name;
  return withDatabase(databaseUrl, keys, async (database) => {
    const runner = database.forSystem();
    if (!(await allWrapUnderFirst(runner, keys))) return { keyName, ready: false, columns: [] };
    const columns: RewrappedColumn[] = [];
    for (const column of SEALED_COLUMNS) columns.push(await rewrapColumn(runner, column, keys));
    return { keyName, ready: true, columns };
  });
}

/** Looks at an installation from outside; see there. */
export function diagnose(
  environment: NodeJS.ProcessEnv,
  sources?: Readonly<Record<string, string>>,
): Promise<Diagnosis> {
  return diagnoseInstallation(environment, sources, SEALED_COLUMNS);
}

async function withDatabase<Result>(
  databaseUrl: string,
  keys: MasterKeys | undefined,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const settings = { DATABASE_URL: databaseUrl, DATABASE_POOL: 2, PG_PREPARED: false, SQL_CHECK: false };
  const named = keys === undefined ? settings : { ...settings, MASTER_KEY: keys };
  const database = await openDatabase(named, entities, { error: () => {} });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
