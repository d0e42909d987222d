import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startRedis } from '@svc/embedded';

export interface OwnRedis {
  readonly url: string;
  stop(): Promise<void>;
}

/** A Redis for one test file alone, which may pause or fill it; the one of the run serves the others meanwhile. */
export async function startOwnRedis(): Promise<OwnRedis> {
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-test-redis-'));
  // As root Redis runs as an unprivileged user, who must pass through.
  await chmod(dataDir, 0o711);
  return startRedis({ dataDir, durable: false, disposable: true });
}
