import { startPostgres } from '@svc/embedded';
import { makeDataFolder } from './data-folder.js';

export interface OwnPostgres {
  readonly url: string;
  stop(): Promise<void>;
}

/** A Postgres for one test file, with its own settings and without foreign transactions. */
export async function startOwnPostgres(settings: Record<string, string> = {}): Promise<OwnPostgres> {
  const dataDir = await makeDataFolder('postgres');
  return startPostgres({ dataDir, settings, durable: false, disposable: true });
}
