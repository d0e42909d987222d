/** What a benchmark needs of the server besides its running processes. The script hands it in. */
export interface Server {
  /** Brings the schema up to date. */
  migrate(databaseUrl: string): Promise<void>;
  /** Opens an account on a migrated database. */
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
