import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startRedis } from '@svc/embedded';

export interface OwnRedis {
  readonly url: string;
  stop(): Promise<void>;
}

/** A Redis for one test file, which may pause or fill it. */
export async function startOwnRedis(): Promise<OwnRedis> {
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-test-redis-'));
  // When run as root, Redis runs as an unprivileged user, who needs access.
  await chmod(dataDir, 0o711);
  return startRedis({ dataDir, durable: false, disposable: true });
}
