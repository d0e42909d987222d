import { createHash } from 'node:crypto';
import { chown, mkdir, realpath, rename, rm, rmdir, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { EmbeddedError } from './errors.js';
import { run } from './run.js';

export interface Identity {
  uid: number;
  gid: number;
}

/** Where a service keeps its data and which user runs it; `identity` is undefined when it is the present one. */
export interface Placement {
  home: string;
  identity: Identity | undefined;
}

const systemDataFolder = '/var/lib/svc-payments';
const systemCacheFolder = '/var/cache/svc-payments';

/** Makes DATA_DIR. As root others may pass through it, because the servers run as an unprivileged user. */
export async function makeDataDir(dataDir: string): Promise<string> {
  await mkdir(dataDir, { recursive: true, mode: isRoot() ? 0o711 : 0o700 });
  return realpath(dataDir);
}

/** Where programs unpacked for this machine are kept: outside of any clone, so that clones share them. */
export function cacheFolders(dataDir: string): string[] {
  const inDataDir = join(dataDir, 'cache');
  if (isRoot()) return [systemCacheFolder, inDataDir];
  const own = process.env.XDG_CACHE_HOME || (homedir() === '/' ? '' : join(homedir(), '.cache'));
  return own === '' ? [inDataDir] : [join(own, 'svc-payments'), inDataDir];
}

/**
 * Chooses the home of a service. For an ordinary user it is DATA_DIR/<name>. As root the server runs as `nobody` (or as
 * the owner of the data that is there), and when that user cannot reach DATA_DIR, in a system folder named after it.
 */
export async function placeService(dataDir: string, name: string): Promise<Placement> {
  const home = join(dataDir, name);
  if (!isRoot()) {
    await mkdir(home, { recursive: true, mode: 0o700 });
    await refuseForeignHome(home);
    return { home, identity: undefined };
  }
  const owner = await ownerOf(home);
  const identity = owner === undefined || owner.uid === 0 ? await unprivilegedIdentity() : owner;
  if (await prepareHome(home, identity)) return { home, identity };
  if (owner !== undefined)
    throw new EmbeddedError(`uid ${identity.uid}, which runs ${name}, cannot reach its data in ${home}.`);
  const hash = createHash('sha256').update(dataDir).digest('hex').slice(0, 16);
  const systemHome = join(systemDataFolder, hash, name);
  if (await prepareHome(systemHome, identity)) return { home: systemHome, identity };
  throw new EmbeddedError(`Neither ${home} nor ${systemHome} can be used by uid ${identity.uid}, which runs ${name}.`);
}

/** Data whose password is gone belongs to a DATA_DIR that was deleted: it is put aside, the last one of its kind. */
export async function setHomeAside(placement: Placement): Promise<string> {
  const aside = `${placement.home}.previous`;
  await rm(aside, { recursive: true, force: true });
  await rename(placement.home, aside);
  await mkdir(placement.home, { mode: 0o700 });
  if (placement.identity !== undefined) await chown(placement.home, placement.identity.uid, placement.identity.gid);
  return aside;
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}

async function ownerOf(folder: string): Promise<Identity | undefined> {
  const found = await stat(folder).catch(() => undefined);
  return found && { uid: found.uid, gid: found.gid };
}

async function refuseForeignHome(home: string): Promise<void> {
  const owner = await ownerOf(home);
  if (owner === undefined || owner.uid === process.getuid?.()) return;
  throw new EmbeddedError(
    `${home} belongs to uid ${owner.uid}. Start as that user or as root, or set DATA_DIR to another folder.`,
  );
}

async function unprivilegedIdentity(): Promise<Identity> {
  const [uid, gid] = await Promise.all([run('id', ['-u', 'nobody']), run('id', ['-g', 'nobody'])]);
  return { uid: Number(uid), gid: Number(gid) };
}

async function prepareHome(home: string, identity: Identity): Promise<boolean> {
  const existed = (await ownerOf(home)) !== undefined;
  try {
    await mkdir(dirname(home), { recursive: true, mode: 0o711 });
    await mkdir(home, { recursive: true, mode: 0o700 });
    await chown(home, identity.uid, identity.gid);
    await run('/bin/sh', ['-c', 'cd "$1" && [ -w . ]', 'sh', home], { cwd: '/', identity });
    return true;
  } catch {
    if (!existed) await rmdir(home).catch(() => undefined);
    return false;
  }
}
