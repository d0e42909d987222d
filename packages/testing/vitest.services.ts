import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres, startRedis } from '@svc/embedded';

/**
 * One Postgres and one Redis for the whole run, under names that child processes see as well. Whoever sets the names
 * brings their own. Both are disposable: they go when the run ends, even if it is killed.
 */
export default async function startServices(): Promise<() => Promise<void>> {
  const [postgres, redis] = await Promise.all([
    process.env.SVC_TEST_POSTGRES_URL ? undefined : startPostgres({ ...(await disposable()), database: 'postgres' }),
    process.env.SVC_TEST_REDIS_URL ? undefined : startRedis({ ...(await disposable()), log: console.log }),
  ]);
  if (postgres !== undefined) process.env.SVC_TEST_POSTGRES_URL = postgres.url;
  if (redis !== undefined) process.env.SVC_TEST_REDIS_URL = redis.url;
  return async () => {
    await Promise.all([postgres?.stop(), redis?.stop()]);
  };
}

async function disposable() {
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-test-'));
  // As root the servers run as an unprivileged user, who must pass through.
  await chmod(dataDir, 0o711);
  return { dataDir, durable: false, disposable: true };
}
