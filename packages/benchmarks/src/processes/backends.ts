import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres, startRedis } from '@svc/embedded';
import type { Cleanup } from './cleanup.js';

export interface Backends {
  readonly databaseUrl: string;
  readonly redisUrl: string;
}

interface BackendOptions {
  /** Settings of Postgres that override those here. */
  readonly settings?: Record<string, string>;
  /** Keeps the data of Postgres for the next run. */
  readonly folder?: string | undefined;
}

/**
 * A Postgres that forces every commit to disk, and a Redis: new, and deleted after the run unless a folder is given.
 */
export async function startBackends(cleanup: Cleanup, options: BackendOptions = {}): Promise<Backends> {
  const { settings = {}, folder } = options;
  const passing = await mkdtemp(join(tmpdir(), 'svc-bench-'));
  cleanup.defer(() => rm(passing, { recursive: true, force: true }));
  const log = (line: string): void => console.error(line);
  const dataDir = join(folder ?? passing, 'postgres');
  const postgres = await startPostgres({ dataDir, durable: true, disposable: folder === undefined, settings, log });
  cleanup.defer(() => postgres.stop());
  const redis = await startRedis({ dataDir: join(passing, 'redis'), disposable: true, log });
  cleanup.defer(() => redis.stop());
  return { databaseUrl: postgres.url, redisUrl: redis.url };
}
