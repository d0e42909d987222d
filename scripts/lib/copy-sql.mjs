// Copies the SQL files of packages/core/src next to the compiled code that reads them, since tsc does not.
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { root } from './paths.mjs';

const source = join(root, 'packages', 'core', 'src', 'schema');
const target = join(root, 'packages', 'core', 'dist', 'schema');

export async function copySql() {
  const [wanted, present] = await Promise.all([sqlFiles(source), sqlFiles(target)]);
  const stale = present.filter((name) => !wanted.includes(name));
  await Promise.all([...wanted.map(copy), ...stale.map((name) => rm(join(target, name), { force: true }))]);
}

async function sqlFiles(folder) {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  return names.filter((name) => name.endsWith('.sql'));
}

/** Does not touch an unchanged file, which others may be reading. */
async function copy(name) {
  const text = await readFile(join(source, name), 'utf8');
  if (text === (await readFile(join(target, name), 'utf8').catch(() => undefined))) return;
  await mkdir(dirname(join(target, name)), { recursive: true });
  await writeFile(join(target, name), text);
}
