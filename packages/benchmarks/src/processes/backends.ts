import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres, startRedis } from '@svc/embedded';
import type { Cleanup } from './cleanup.js';

export interface Backends {
  readonly databaseUrl: string;
  readonly redisUrl: string;
}

export interface BackendOptions {
  /** Of Postgres, over those of ours. */
  readonly settings?: Record<string, string>;
  /** Where what Postgres holds stays after the run, and is found again by the next one. */
  readonly folder?: string | undefined;
}

/** A Postgres that forces every commit to disk, and a Redis: both fresh, and gone with the run, unless a folder is given. */
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
