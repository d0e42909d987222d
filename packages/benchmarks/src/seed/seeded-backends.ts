import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '../options.js';
import { startBackends, type Backends } from '../processes/backends.js';
import type { Cleanup } from '../processes/cleanup.js';
import { newSecrets, type ServiceSecrets } from '../processes/service.js';
import type { AccountKeys, Server } from '../server.js';
import { seed } from './seed.js';

interface SeededOptions {
  readonly payments: number;
  readonly accounts: number;
  /** A folder that keeps the seeded database for the next run. */
  readonly data: string | undefined;
  /** Settings of Postgres. */
  readonly settings?: Record<string, string>;
}

/** A seeded Postgres, with the accounts and secrets to run the service on it. */
interface SeededBackends extends Backends {
  readonly secrets: ServiceSecrets;
  /** With decreasing numbers of payments. */
  readonly accounts: readonly AccountKeys[];
}

interface Kept {
  readonly payments: number;
  readonly secrets: ServiceSecrets;
  readonly accounts: readonly AccountKeys[];
}

// Frequent checkpoints during the load only cost time.
const LOADING = { max_wal_size: '8GB', checkpoint_timeout: '30min' };

export async function startSeeded(options: SeededOptions, server: Server, cleanup: Cleanup): Promise<SeededBackends> {
  const { payments, data, settings = {} } = options;
  if (data !== undefined) await mkdir(data, { recursive: true });
  const file = data === undefined ? undefined : join(data, 'seeded.json');
  const kept = file === undefined ? undefined : await readKept(file, payments);
  const backends = await startBackends(cleanup, { settings: { ...LOADING, ...settings }, folder: data });
  if (kept !== undefined) {
    await server.migrate(backends.databaseUrl);
    return { ...backends, ...kept };
  }
  const secrets = newSecrets();
  const say = (line: string): void => console.error(line);
  const seeding = { ...backends, ...secrets, payments, accounts: options.accounts, force: false, say };
  const accounts = await seed(seeding, server);
  if (file !== undefined) {
    await writeFile(file, JSON.stringify({ payments, secrets, accounts } satisfies Kept), { mode: 0o600 });
  }
  return { ...backends, secrets, accounts };
}

async function readKept(file: string, payments: number): Promise<Kept | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const kept = JSON.parse(text) as Kept;
  if (kept.payments !== payments) {
    throw new UsageError(
      `The folder of --data contains ${kept.payments} payments instead of ${payments}. Use another folder.`,
    );
  }
  return kept;
}
