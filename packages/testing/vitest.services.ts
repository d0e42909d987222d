import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { startPostgres, startRedis } from '@svc/embedded';

/**
 * Starts one Postgres and one Redis for the run, and the service that creates test databases and accounts. Test
 * processes find them by environment variables. SVC_TEST_POSTGRES_URL and SVC_TEST_REDIS_URL use existing servers
 * instead. Everything stops with the run, even when the run is killed.
 */
export default async function startServices(): Promise<() => Promise<void>> {
  const [postgres, redis] = await Promise.all([
    process.env.SVC_TEST_POSTGRES_URL ? undefined : startTestPostgres(),
    process.env.SVC_TEST_REDIS_URL ? undefined : startRedis({ ...(await disposable()), log: console.log }),
  ]);
  if (postgres !== undefined) process.env.SVC_TEST_POSTGRES_URL = postgres.url;
  if (redis !== undefined) process.env.SVC_TEST_REDIS_URL = redis.url;
  const setup = await startSetupService();
  process.env.SVC_TEST_SETUP_URL = setup.url;
  return async () => {
    await setup.stop();
    await Promise.all([postgres?.stop(), redis?.stop()]);
  };
}

/**
 * Without autovacuum: one that analyzes a table while it is empty makes Postgres plan for an empty table, and a test of
 * plans would pass or fail by when that was.
 */
async function startTestPostgres() {
  return startPostgres({ ...(await disposable()), database: 'postgres', settings: { autovacuum: 'off' } });
}

/** Room for the databases of all tests that run at the same time, several times over. */
const ENOUGH_BYTES = 8e9;

/**
 * A folder in memory if there is much of it. Test databases come and go by thousands of files, and ext4 looks at each file
 * that was deleted lately before it makes another one: a quarter of the run.
 */
async function disposable() {
  const memory = await statfs('/dev/shm').catch(() => undefined);
  const isRoomy = memory !== undefined && memory.bavail * memory.bsize >= ENOUGH_BYTES;
  const dataDir = await mkdtemp(join(isRoomy ? '/dev/shm' : tmpdir(), 'svc-test-'));
  // When run as root, the servers run as an unprivileged user, who needs access.
  await chmod(dataDir, 0o711);
  return { dataDir, durable: false, disposable: true };
}

async function startSetupService() {
  const script = fileURLToPath(new URL('../../scripts/lib/test-setup-service.mjs', import.meta.url));
  const service = spawn(process.execPath, [script], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(service, 'exit');
  for await (const port of createInterface(service.stdout)) {
    const stop = async () => {
      service.stdin.end();
      await ended;
    };
    return { url: `http://127.0.0.1:${port}`, stop };
  }
  throw new Error('scripts/lib/test-setup-service.mjs ended before it listened');
}
