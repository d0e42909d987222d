import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { AccountKeys, Server } from '../server.js';
import type { Backends } from './backends.js';
import { startChild, type Child } from './child.js';
import type { Cleanup } from './cleanup.js';

const ACCOUNTS_AT_ONCE = 6;

export interface Service {
  readonly api: Child;
  readonly worker: Child;
  readonly accounts: readonly AccountKeys[];
}

/** The API and the worker as they ship, one process each, and enterprise accounts to load them with. */
export async function startService(
  backends: Backends,
  accounts: number,
  server: Server,
  cleanup: Cleanup,
  settings: Readonly<Record<string, string>> = {},
): Promise<Service> {
  const { apiKeyPepper, env } = settingsOf(backends, settings);
  const api = await startProcess('api', env, cleanup);
  const worker = await startProcess('worker', env, cleanup);
  return { api, worker, accounts: await openAccounts(accounts, backends.databaseUrl, apiKeyPepper, server) };
}

/** The API alone, to be started once its accounts are there. */
export function startApi(
  backends: Backends,
  cleanup: Cleanup,
): { readonly apiKeyPepper: string; start(): Promise<Child> } {
  const { apiKeyPepper, env } = settingsOf(backends);
  return { apiKeyPepper, start: () => startProcess('api', env, cleanup) };
}

function settingsOf(backends: Backends, settings: Readonly<Record<string, string>> = {}) {
  const apiKeyPepper = randomBytes(32).toString('base64');
  const env = {
    DATABASE_URL: backends.databaseUrl,
    REDIS_URL: backends.redisUrl,
    MASTER_KEY: randomBytes(32).toString('base64'),
    API_KEY_PEPPER: apiKeyPepper,
    PORT: '0',
    NODE_ENV: 'production',
    LOG_LEVEL: 'warn',
    ...settings,
  };
  return { apiKeyPepper, env };
}

function startProcess(name: string, env: NodeJS.ProcessEnv, cleanup: Cleanup): Promise<Child> {
  return startChild({ name, module: mainOf(name), env }, cleanup);
}

function mainOf(app: string): string {
  return fileURLToPath(new URL(`../../../../apps/${app}/dist/main.js`, import.meta.url));
}

async function openAccounts(count: number, databaseUrl: string, apiKeyPepper: string, server: Server) {
  const accounts: AccountKeys[] = [];
  while (accounts.length < count) {
    const batch = Array.from({ length: Math.min(ACCOUNTS_AT_ONCE, count - accounts.length) }, () =>
      server.createAccount({ databaseUrl, apiKeyPepper, tier: 'enterprise' }),
    );
    accounts.push(...(await Promise.all(batch)));
  }
  return accounts;
}
