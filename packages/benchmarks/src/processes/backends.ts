import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres, startRedis } from '@svc/embedded';
import type { Cleanup } from './cleanup.js';

export interface Backends {
  readonly databaseUrl: string;
  readonly redisUrl: string;
}

/** A fresh Postgres that forces every commit to disk, and a fresh Redis; both vanish with the run. */
export async function startBackends(cleanup: Cleanup, settings: Record<string, string> = {}): Promise<Backends> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-bench-'));
  cleanup.defer(() => rm(folder, { recursive: true, force: true }));
  const log = (line: string): void => console.error(line);
  const dataDir = join(folder, 'postgres');
  const postgres = await startPostgres({ dataDir, durable: true, disposable: true, settings, log });
  cleanup.defer(() => postgres.stop());
  const redis = await startRedis({ dataDir: join(folder, 'redis'), disposable: true, log });
  cleanup.defer(() => redis.stop());
  return { databaseUrl: postgres.url, redisUrl: redis.url };
}
