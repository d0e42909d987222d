import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '@svc/embedded';
import { expect, it, onTestFinished } from 'vitest';
import { startServices } from './services.mjs';

it('leaves Redis alone where another start has Postgres, so that one of two starts gets both', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-services-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const postgres = await startPostgres({ dataDir, durable: false, disposable: true });
  onTestFinished(() => postgres.stop());

  const started = [];
  const start = startServices({ dataDir, environment: {}, started, say: () => undefined, onFatal: () => undefined });
  await expect(start).rejects.toThrow(`in use by process ${process.pid}`);
  expect(started).toEqual([]);
  expect(existsSync(join(dataDir, 'logs', 'redis.log'))).toBe(false);
});
