import { chmod, chown, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Place } from '../machines/programs.js';
import { run } from '../machines/run.js';

/** Makes a folder that the user of the servers owns. */
export async function makeFolder(place: Place, ...path: string[]): Promise<string> {
  const folder = join(place.folder, ...path);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await own(place, folder);
  return folder;
}

/** Writes a file that only the user of the servers can read. */
export async function writeOwned(place: Place, file: string, text: string): Promise<void> {
  await writeFile(file, text);
  await chmod(file, 0o600);
  await own(place, file);
}

async function own({ user }: Place, path: string): Promise<void> {
  if (user === undefined) return;
  const [uid, gid] = await Promise.all([run(['id', '-u', user]), run(['id', '-g', user])]);
  await chown(path, Number(uid), Number(gid));
}
