import { rm, rmdir } from 'node:fs/promises';

/** What a disposable service leaves behind: its own paths, and folders that go when they are empty without them. */
export interface Leftovers {
  own: string[];
  shared: string[];
}

export async function removeLeftovers({ own, shared }: Leftovers): Promise<void> {
  await Promise.all(own.map((path) => rm(path, { recursive: true, force: true })));
  for (const folder of shared) await rmdir(folder).catch(() => undefined);
}
