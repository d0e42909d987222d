import { spawn } from 'node:child_process';
import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { startPostgres, startRedis } from '@svc/embedded';

/**
 * One Postgres and one Redis for the whole run, under names that child processes see as well, and what makes accounts.
 * Whoever sets the names of the servers brings their own. All go when the run ends, even if it is killed.
 */
export default async function startServices(): Promise<() => Promise<void>> {
  const [postgres, redis, accounts] = await Promise.all([
    process.env.SVC_TEST_POSTGRES_URL ? undefined : startPostgres({ ...(await disposable()), database: 'postgres' }),
    process.env.SVC_TEST_REDIS_URL ? undefined : startRedis({ ...(await disposable()), log: console.log }),
    startAccountService(),
  ]);
  if (postgres !== undefined) process.env.SVC_TEST_POSTGRES_URL = postgres.url;
  if (redis !== undefined) process.env.SVC_TEST_REDIS_URL = redis.url;
  process.env.SVC_TEST_ACCOUNTS_URL = accounts.url;
  return async () => {
    accounts.stop();
    await Promise.all([postgres?.stop(), redis?.stop()]);
  };
}

async function disposable() {
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-test-'));
  // As root the servers run as an unprivileged user, who must pass through.
  await chmod(dataDir, 0o711);
  return { dataDir, durable: false, disposable: true };
}

async function startAccountService() {
  const script = fileURLToPath(new URL('../../scripts/lib/account-service.mjs', import.meta.url));
  const service = spawn(process.execPath, [script], { stdio: ['pipe', 'pipe', 'inherit'] });
  for await (const port of createInterface(service.stdout)) {
    return { url: `http://127.0.0.1:${port}`, stop: () => service.stdin.end() };
  }
  throw new Error('what makes accounts for the tests has ended at once');
}
