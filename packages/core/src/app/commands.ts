import { entities } from './entities.js';
import { readSetting } from '../platform/config/config.js';
import { namesWithoutFirst } from '../platform/crypto/key-sessions.js';
import type { MasterKeys } from '../platform/crypto/master-keys.js';
import { rewrapColumn, type RewrappedColumn } from '../platform/crypto/rewrapping.js';
import type { Peppers } from '../platform/crypto/peppers.js';
import type { Database } from '../platform/database/database.js';
import { namedQuery } from '../platform/database/named-query.js';
import { openDatabase } from '../platform/database/open-database.js';
import { fromPublicId, openIdSource } from '../platform/ids.js';
import { diagnose as diagnoseInstallation, type Diagnosis } from '../operations/doctor/diagnose.js';
import { SEALED_COLUMNS } from './sealed-columns.js';
import type { Tier } from '../security/account.entity.js';
import { LinkIssuer } from '../people/link-issuer.js';
import type { Role } from '../people/roles.js';
import { SecretTokens } from '../people/secret-tokens.js';
import { Accounts, type AccountSuspension, type IssuedKey, type NewAccount } from '../security/accounts.js';
import { AuditLog } from '../security/audit-log.js';
import { ApiKeyMint } from '../security/keys/api-key-format.js';
import { requireKnownPepper } from '../security/keys/stored-peppers.js';
import type { Mode } from '../security/environment.entity.js';

/** An installation, as a command of its operator reaches it. */
interface Installation {
  readonly databaseUrl: string;
  /** In the format of API_KEY_PEPPER, as the API has it. */
  readonly apiKeyPepper: string;
}

export interface CreateAccountOptions extends Installation {
  readonly tier: Tier;
  readonly name?: string;
}

interface AccountOfInstallation extends Installation {
  /** The public id: `acct_123`. */
  readonly accountId: string;
}

export interface IssueKeyOptions extends AccountOfInstallation {
  readonly mode: Mode;
}

/** Creates an account in a migrated database. Its API keys are only returned here. */
export function createAccount(options: CreateAccountOptions): Promise<NewAccount> {
  return withAccounts(options, (accounts) => accounts.create(options.name ?? 'Main account', options.tier));
}

/** Issues a key with all scopes and no expiry; undefined if the account does not exist. */
export function issueKey(options: IssueKeyOptions): Promise<IssuedKey | undefined> {
  return withAccounts(options, (accounts) => accounts.issueKey(options.accountId, options.mode));
}

export interface SuspendAccountOptions extends AccountOfInstallation {
  /** False ends a suspension. */
  readonly isSuspended: boolean;
}

/** Suspends an account or ends its suspension, after which nobody is charged for an hour; undefined if the account does not exist. */
export function suspendAccount(options: SuspendAccountOptions): Promise<AccountSuspension | undefined> {
  const { accountId, isSuspended } = options;
  // It makes no secret, and must not wait until the right pepper is found.
  return withPeppers(options, (database, cell, peppers) =>
    accountsOf(database, cell, peppers).suspend(accountId, isSuspended),
  );
}

export interface ConsoleLinkOptions extends AccountOfInstallation {
  /** The person who gets the link, and what they may do; the operator as owner unless given. */
  readonly person?: { readonly email: string; readonly role: Role };
  /** Whether to remove the member's authenticator app, and to end their sessions. */
  readonly resetTotp?: boolean;
}

/** Creates a link to the console that works once: its token, or undefined if the account does not exist. */
export function createConsoleLink(options: ConsoleLinkOptions): Promise<string | undefined> {
  const accountId = fromPublicId('acct', options.accountId);
  if (accountId === undefined) return Promise.resolve(undefined);
  const { person, resetTotp = false } = options;
  return withKnownPeppers(options, (database, cell, peppers) => {
    const ids = openIdSource(database);
    const links = new LinkIssuer(database, new SecretTokens(peppers, cell, 'sign-in link'), ids, new AuditLog(ids));
    return person === undefined ? links.forOwner(accountId) : links.forEmail(accountId, person, { resetTotp });
  });
}

const CELL_OF_DATABASE = namedQuery('cell_of_database', 'SELECT cell FROM system_state');

function withAccounts<Result>(options: Installation, work: (accounts: Accounts) => Promise<Result>): Promise<Result> {
  return withKnownPeppers(options, (database, cell, peppers) => work(accountsOf(database, cell, peppers)));
}

function accountsOf(database: Database, cell: number, peppers: Peppers): Accounts {
  const ids = openIdSource(database);
  return new Accounts(database, ids, new ApiKeyMint(peppers, cell), new AuditLog(ids));
}

/** Work in a database of a cell with these peppers. */
type PepperedWork<Result> = (database: Database, cell: number, peppers: Peppers) => Promise<Result>;

/** Secrets that are made under another pepper than the API's would not work, and would hide from it that it has the wrong one. */
function withKnownPeppers<Result>(options: Installation, work: PepperedWork<Result>): Promise<Result> {
  return withPeppers(options, async (database, cell, peppers) => {
    await requireKnownPepper(database, peppers);
    return work(database, cell, peppers);
  });
}

async function withPeppers<Result>(
  { databaseUrl, apiKeyPepper }: Installation,
  work: PepperedWork<Result>,
): Promise<Result> {
  const peppers = readSetting('API_KEY_PEPPER', { API_KEY_PEPPER: apiKeyPepper });
  return withDatabase(databaseUrl, undefined, async (database) => {
    const [state] = await database.forSystem().run<{ cell: number }>(CELL_OF_DATABASE, []);
    return work(database, state?.cell ?? 0, peppers);
  });
}

export interface RotateMasterKeyOptions {
  readonly databaseUrl: string;
  /** In the format of MASTER_KEY: the new key first, then the keys in use. */
  readonly masterKey: string;
}

export interface MasterKeyRotation {
  readonly keyName: string;
  /** The names of connections of processes that do not wrap under the new key. If there is one, nothing was done. */
  readonly unready: readonly string[];
  readonly columns: readonly RewrappedColumn[];
}

/** Rewraps all secrets under the first master key while the service runs. Throws if `masterKey` is invalid. */
export async function rotateMasterKey({ databaseUrl, masterKey }: RotateMasterKeyOptions): Promise<MasterKeyRotation> {
  const keys = readSetting('MASTER_KEY', { MASTER_KEY: masterKey });
  const keyName = keys.first.name;
  return withDatabase(databaseUrl, keys, async (database) => {
    const runner = database.forSystem();
    const unready = await namesWithoutFirst(runner, keys);
    const columns: RewrappedColumn[] = [];
    if (unready.length > 0) return { keyName, unready, columns };
    for (const column of SEALED_COLUMNS) columns.push(await rewrapColumn(runner, column, keys));
    return { keyName, unready, columns };
  });
}

/** Examines an installation from outside; see operations/doctor/diagnose.ts. */
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
