import { startRedis } from '@svc/embedded';
import { makeDataFolder } from './data-folder.js';

export interface OwnRedis {
  readonly url: string;
  stop(): Promise<void>;
}

/** A Redis for one test file, which may pause or fill it. */
export async function startOwnRedis(): Promise<OwnRedis> {
  const dataDir = await makeDataFolder('redis');
  return startRedis({ dataDir, durable: false, disposable: true });
}
