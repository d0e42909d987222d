import { chmod, mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const abandonedAfterMs = 60 * 60 * 1000;

/**
 * A folder in the first usable cache, filled once. It is filled next to its final place and then moved there, so that
 * several processes may fill it at the same time and none sees an incomplete folder.
 */
export async function cachedFolder(
  caches: readonly string[],
  name: string,
  fill: (folder: string) => Promise<void>,
): Promise<string> {
  for (const cache of caches) {
    const folder = join(cache, name);
    if (await exists(folder)) return folder;
  }
  const cache = await firstWritable(caches);
  await removeAbandoned(cache);
  const folder = join(cache, name);
  const draft = await mkdtemp(join(cache, '.draft-'));
  try {
    await fill(draft);
    await chmod(draft, 0o755);
    await rename(draft, folder);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (!(await exists(folder))) throw error;
  }
  return folder;
}

export async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}

async function firstWritable(caches: readonly string[]): Promise<string> {
  let failure: unknown;
  for (const cache of caches) {
    try {
      await mkdir(dirname(cache), { recursive: true });
      await mkdir(cache, { recursive: true, mode: 0o755 });
      await rm(await mkdtemp(join(cache, '.draft-')), { recursive: true });
      return cache;
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

/** Drafts of processes that were killed while they filled them. */
async function removeAbandoned(cache: string): Promise<void> {
  const drafts = (await readdir(cache)).filter((name) => name.startsWith('.draft-')).map((name) => join(cache, name));
  for (const draft of drafts) {
    const made = await stat(draft).catch(() => undefined);
    if (made !== undefined && Date.now() - made.mtimeMs > abandonedAfterMs)
      await rm(draft, { recursive: true, force: true });
  }
}
