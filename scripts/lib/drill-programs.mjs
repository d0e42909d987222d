// The programs of the drills: drill:ha and drill:restore.
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { Refusal } from './run-command.mjs';

/** Each program, with the package of Debian that contains it. */
const PACKAGES = {
  etcd: 'etcd-server',
  haproxy: 'haproxy',
  ip: 'iproute2',
  patroni: 'patroni',
  pgbackrest: 'pgbackrest',
  'redis-server': 'redis-server',
  setpriv: 'util-linux',
};
export const CLUSTER = ['etcd', 'haproxy', 'ip', 'patroni', 'redis-server', 'setpriv'];
export const RESTORE = ['pgbackrest', 'redis-server', 'setpriv'];
/** Debian puts some of them where only root looks. */
const MORE_FOLDERS = ['/usr/sbin', '/sbin', '/usr/local/sbin'];
const POSTGRES = '/usr/lib/postgresql';
const OLDEST_POSTGRES = 15;

/** The packages of Debian that these programs and Postgres need and this machine lacks. */
export function missingPackages(programs) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...MORE_FOLDERS];
  const missing = programs.filter((program) => !folders.some((folder) => existsSync(join(folder, program))));
  return [...missing.map((program) => PACKAGES[program]), ...(newestPostgres() === undefined ? ['postgresql'] : [])];
}

/** Adds the folders of root to the path. Returns the folder with the programs of the newest Postgres. */
export function findPrograms(programs) {
  const missing = missingPackages(programs);
  if (missing.length > 0) {
    const command = `apt-get install --no-install-recommends ${missing.join(' ')}`;
    throw new Refusal(`The drill needs ${missing.join(', ')}. On Debian 12 or later: ${command}`);
  }
  process.env.PATH = [process.env.PATH ?? '', ...MORE_FOLDERS].join(delimiter);
  return newestPostgres();
}

function newestPostgres() {
  const versions = existsSync(POSTGRES) ? readdirSync(POSTGRES).map(Number) : [];
  const usable = versions.filter((each) => each >= OLDEST_POSTGRES).sort((a, b) => a - b);
  const folders = usable.map((version) => join(POSTGRES, String(version), 'bin'));
  return folders.filter((folder) => existsSync(join(folder, 'pg_basebackup'))).at(-1);
}
