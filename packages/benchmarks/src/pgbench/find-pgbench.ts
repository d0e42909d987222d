import { access, constants, readdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

/** Hint for a missing pgbench, which the npm package of Postgres does not include. */
export const pgbenchMissing =
  'pgbench was not found on PATH or in /usr/lib/postgresql/*/bin. It comes with the Postgres packages: ' +
  '`apt-get install postgresql` on Debian and Ubuntu, `brew install postgresql` on macOS.';

/** Path of pgbench; undefined when it is not installed. */
export async function findPgbench(
  path = process.env['PATH'] ?? '',
  debianFolder = '/usr/lib/postgresql',
): Promise<string | undefined> {
  const versions = await readdir(debianFolder).catch(() => []);
  const newestFirst = versions.sort((a, b) => Number(b) - Number(a));
  const folders = [
    ...path.split(delimiter).filter((folder) => folder !== ''),
    ...newestFirst.map((version) => join(debianFolder, version, 'bin')),
  ];
  for (const folder of folders) {
    const candidate = join(folder, 'pgbench');
    if (await isExecutable(candidate)) return candidate;
  }
  return undefined;
}

async function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}
