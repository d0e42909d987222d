import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { cachedFolder, exists } from '../cache.js';
import { cacheFolders } from '../placement.js';
import { run } from '../run.js';
import { readOsRelease } from './os-release.js';
import type { RedisServer } from './redis-server.js';

const packages = ['redis-server', 'redis-tools'];
const systemLists = '/var/lib/apt/lists';

export async function canUnpackDebian(): Promise<boolean> {
  const { families } = await readOsRelease();
  if (!families.includes('debian') && !families.includes('ubuntu')) return false;
  return (await Promise.all(['/usr/bin/apt-get', '/usr/bin/dpkg-deb'].map(exists))).every(Boolean);
}

/**
 * Redis from the packages of this Debian, unpacked into a cache: installing them would need root and would set up a
 * system service. apt checks their signatures as always.
 */
export async function unpackDebianRedis(
  dataDir: string,
  log: ((line: string) => void) | undefined,
): Promise<RedisServer> {
  const { families, version } = await readOsRelease();
  const name = ['redis', families[0], version, process.arch].join('-');
  const folder = await cachedFolder(cacheFolders(dataDir), name, async (draft) => {
    log?.('No Redis on this machine: downloading its Debian packages (about 2 MB), once');
    await downloadInto(draft);
  });
  return {
    program: join(folder, 'usr', 'bin', 'redis-server'),
    env: { LD_LIBRARY_PATH: (await libraryFolders(folder)).join(':') },
  };
}

async function downloadInto(folder: string): Promise<void> {
  const work = join(folder, 'work');
  try {
    await Promise.all(
      ['state/lists/partial', 'cache/archives/partial', 'packages'].map((path) =>
        mkdir(join(work, path), { recursive: true }),
      ),
    );
    try {
      await fetchPackages(work, systemLists);
    } catch {
      // The lists of the system are missing or out of date, and only root may renew them: renew a copy.
      const lists = join(work, 'state', 'lists');
      await apt(work, lists, 'apt-get', ['update']).catch(() => undefined);
      await fetchPackages(work, lists);
    }
    for (const file of await readdir(join(work, 'packages'))) {
      await run('dpkg-deb', ['-x', join(work, 'packages', file), folder]);
    }
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function fetchPackages(work: string, lists: string): Promise<void> {
  const wanted = new Set(packages);
  const present = await installedPackages();
  for (let next = packages; next.length > 0;) {
    const answer = await apt(work, lists, 'apt-cache', ['depends', ...next]);
    const named = [...answer.matchAll(/^ +\|?(?:Pre)?Depends: ([a-z0-9][a-z0-9.+-]*)$/gm)].flatMap(
      ([, name]) => name ?? [],
    );
    next = [...new Set(named)].filter((name) => isLibrary(name) && !present.has(name) && !wanted.has(name));
    next.forEach((name) => wanted.add(name));
  }
  await apt(work, lists, 'apt-get', ['download', ...wanted]);
}

/** Only libraries matter to a program that is not installed; the C library must be the one of the system. */
function isLibrary(name: string): boolean {
  return /^(lib|lua)/.test(name) && !/^libc6|^libgcc|-perl$/.test(name);
}

async function installedPackages(): Promise<Set<string>> {
  const list = await run('dpkg-query', ['-W', '-f', '${Package} ${db:Status-Status}\n']);
  return new Set(list.split('\n').flatMap((line) => (line.endsWith(' installed') ? [line.split(' ')[0] ?? ''] : [])));
}

function apt(work: string, lists: string, program: string, args: readonly string[]): Promise<string> {
  const options = {
    'Dir::State': join(work, 'state'),
    'Dir::State::lists': lists,
    'Dir::State::status': '/var/lib/dpkg/status',
    'Dir::Cache': join(work, 'cache'),
    'Debug::NoLocking': '1',
    // The user that apt would switch to as root cannot reach this folder.
    'APT::Sandbox::User': 'root',
  };
  const flags = Object.entries(options).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
  return run(program, ['-q', ...flags, ...args], {
    cwd: join(work, 'packages'),
    env: { ...process.env, LC_ALL: 'C' },
  });
}

async function libraryFolders(root: string): Promise<string[]> {
  const folders: string[] = [];
  for (const base of ['usr/lib', 'lib'].map((path) => join(root, path))) {
    if (!(await exists(base))) continue;
    const entries = await readdir(base, { withFileTypes: true });
    folders.push(base, ...entries.filter((entry) => entry.isDirectory()).map((entry) => join(base, entry.name)));
  }
  return folders;
}
