// Copies of what Git tracks, and of nothing else that lies in the tree.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../paths.mjs';

/** Tracked files below a folder of the repository, relative to it, without those that somebody has deleted. */
export async function trackedFiles(folder = '.') {
  const options = { cwd: join(root, folder), maxBuffer: 2 ** 26 };
  const { stdout } = await promisify(execFile)('git', ['ls-files', '-z', '--', '.'], options);
  return stdout.split('\0').filter((file) => file !== '' && existsSync(join(root, folder, file)));
}

/** Copies the tracked files of a folder. Each has the time of the release. */
export async function copyTracked(folder, target, seconds) {
  for (const file of await trackedFiles(folder)) {
    const copy = join(target, file);
    await mkdir(dirname(copy), { recursive: true });
    await copyFile(join(root, folder, file), copy);
    await utimes(copy, seconds, seconds);
  }
}
