/** Functions of the server that benchmarks call directly; the script passes them in. */
export interface Server {
  /** Upgrades the schema. */
  migrate(databaseUrl: string): Promise<void>;
  /** Creates an account in a migrated database. */
  createAccount(options: {
    databaseUrl: string;
    apiKeyPepper: string;
    tier: 'enterprise';
    name?: string;
  }): Promise<AccountKeys>;
}

export interface AccountKeys {
  readonly accountId: string;
  readonly testKey: string;
  readonly liveKey: string;
}
