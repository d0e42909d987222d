import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
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

/** The released API and worker, one process each, with enterprise accounts for the load. */
export async function startService(
  backends: Backends,
  accounts: number,
  server: Server,
  cleanup: Cleanup,
  settings: Readonly<Record<string, string>> = {},
): Promise<Service> {
  const secrets = newSecrets();
  const api = await startProcess('api', backends, secrets, cleanup, settings);
  const worker = await startProcess('worker', backends, secrets, cleanup, settings);
  return { api, worker, accounts: await openAccounts(accounts, backends.databaseUrl, secrets.apiKeyPepper, server) };
}

/** The API key pepper and the master key in base64. */
export interface ServiceSecrets {
  readonly apiKeyPepper: string;
  readonly masterKey: string;
}

export function newSecrets(): ServiceSecrets {
  return { apiKeyPepper: randomBytes(32).toString('base64'), masterKey: randomBytes(32).toString('base64') };
}

/** Starts a process of the service on existing accounts. `settings` override those here. */
export async function startProcess(
  name: 'api' | 'worker',
  backends: Backends,
  secrets: ServiceSecrets,
  cleanup: Cleanup,
  settings: Readonly<Record<string, string>> = {},
): Promise<Child> {
  const env = {
    ...(await nodeOptions(name)),
    DATABASE_URL: backends.databaseUrl,
    REDIS_URL: backends.redisUrl,
    MASTER_KEY: secrets.masterKey,
    API_KEY_PEPPER: secrets.apiKeyPepper,
    PORT: '0',
    NODE_ENV: 'production',
    LOG_LEVEL: 'warn',
    ...settings,
  };
  return startChild({ name, module: fileURLToPath(ofProgram(name, 'dist/bundle/main.js')), env }, cleanup);
}

/** The NODE_OPTIONS of `npm start`. */
async function nodeOptions(name: 'api' | 'worker'): Promise<{ NODE_OPTIONS: string }> {
  const { config } = JSON.parse(await readFile(ofProgram(name, 'package.json'), 'utf8')) as {
    config: { nodeOptions: string };
  };
  return { NODE_OPTIONS: config.nodeOptions };
}

function ofProgram(name: 'api' | 'worker', path: string): URL {
  return new URL(`../../../../apps/${name}/${path}`, import.meta.url);
}

/** Creates enterprise accounts for the load. */
export async function openAccounts(count: number, databaseUrl: string, apiKeyPepper: string, server: Server) {
  const accounts: AccountKeys[] = [];
  while (accounts.length < count) {
    const batch = Array.from({ length: Math.min(ACCOUNTS_AT_ONCE, count - accounts.length) }, () =>
      server.createAccount({ databaseUrl, apiKeyPepper, tier: 'enterprise' }),
    );
    accounts.push(...(await Promise.all(batch)));
  }
  return accounts;
}
