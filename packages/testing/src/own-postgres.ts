import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '@svc/embedded';

export interface OwnPostgres {
  readonly url: string;
  stop(): Promise<void>;
}

/** A Postgres for one test file, with its own settings and without foreign transactions. */
export async function startOwnPostgres(settings: Record<string, string> = {}): Promise<OwnPostgres> {
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-test-postgres-'));
  // When run as root, Postgres runs as an unprivileged user, who needs access.
  await chmod(dataDir, 0o711);
  return startPostgres({ dataDir, settings, durable: false, disposable: true });
}
