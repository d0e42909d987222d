import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '@svc/embedded';

export interface OwnPostgres {
  readonly url: string;
  stop(): Promise<void>;
}

/** A Postgres for one test file alone, set as it likes, and on which nobody else has a transaction open. */
export async function startOwnPostgres(settings: Record<string, string> = {}): Promise<OwnPostgres> {
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-test-postgres-'));
  // As root Postgres runs as an unprivileged user, who must pass through.
  await chmod(dataDir, 0o711);
  return startPostgres({ dataDir, settings, durable: false, disposable: true });
}
