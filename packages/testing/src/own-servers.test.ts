import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startOwnServers } from './own-servers.js';

test('private servers of a test leave nothing behind, even after a restart', async () => {
  const scratch = await mkdtemp(join(tmpdir(), 'svc-test-scratch-'));
  onTestFinished(() => rm(scratch, { recursive: true, force: true }));
  await chmod(scratch, 0o711);
  vi.stubEnv('TMPDIR', scratch);
  onTestFinished(() => void vi.unstubAllEnvs());
  const servers = await startOwnServers();
  expect(await readdir(scratch)).toHaveLength(1);
  await servers.redis.restart();
  await servers.stop();
  expect(await readdir(scratch)).toEqual([]);
});
