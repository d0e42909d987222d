import { entities } from './entities.js';
import { openDatabase, openIdSource } from './platform/database/open-database.js';
import type { Tier } from './security/account.entity.js';
import { Accounts, type NewAccount } from './security/accounts.js';

export interface CreateAccountOptions {
  readonly databaseUrl: string;
  /** The server's pepper: 32 bytes in base64. */
  readonly apiKeyPepper: string;
  readonly tier: Tier;
  readonly name?: string;
}

/** Opens an account on a migrated database. The keys are shown here and never again. */
export async function createAccount(options: CreateAccountOptions): Promise<NewAccount> {
  const settings = { DATABASE_URL: options.databaseUrl, DATABASE_POOL: 2, PG_PREPARED: false, SQL_CHECK: false };
  const database = await openDatabase(settings, entities, { error: () => {} });
  try {
    const accounts = new Accounts(database, openIdSource(database), Buffer.from(options.apiKeyPepper, 'base64'));
    return await accounts.create(options.name ?? 'Main account', options.tier);
  } finally {
    await database.close();
  }
}
