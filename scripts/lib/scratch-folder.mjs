import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Runs `work` with a temporary folder.
 * @template T
 * @param {string} name
 * @param {(folder: string) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function inScratchFolder(name, work) {
  const folder = await mkdtemp(join(tmpdir(), `svc-${name}-`));
  try {
    // When run as root, Postgres and Redis run as an unprivileged user, who needs access.
    await chmod(folder, 0o711);
    return await work(folder);
  } finally {
    // Programs that are still ending may write into it.
    await rm(folder, { recursive: true, force: true, maxRetries: 20 });
  }
}
