import { access, constants, cp, readdir, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { succeeds } from '../machines/run.js';

/** What the drill needs, with the package of Debian that contains it. */
const PROGRAMS: Readonly<Record<string, string>> = {
  pgbackrest: 'pgbackrest',
  etcd: 'etcd-server',
  patroni: 'patroni',
  haproxy: 'haproxy',
  'redis-server': 'redis-server',
  setpriv: 'util-linux',
};
/** Debian puts some of them where only root looks. */
const MORE_FOLDERS = ['/usr/sbin', '/sbin', '/usr/local/sbin'];
const POSTGRES = '/usr/lib/postgresql';
const OLDEST_POSTGRES = 15;

/** The programs of a highly available installation, in addition to Postgres. */
const CLUSTER = ['etcd', 'patroni', 'haproxy', 'redis-server', 'setpriv'] as const;

/** Thrown with a message for the operator. */
export class Refusal extends Error {}

export interface Tools {
  readonly patroni: Patroni;
  /** The folder with the programs of Postgres. */
  readonly postgres: string;
  /** The user of the servers; undefined unless the drill runs as root. */
  readonly user: string | undefined;
}

/** Commands of a Patroni that the user of the servers can run. */
export interface Patroni {
  readonly command: readonly string[];
  readonly control: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** The Python of Debian, which has the packages that Patroni needs. */
const PYTHON = '/usr/bin/python3';
const RUN = "from patroni.__main__ import main\nif __name__ == '__main__':\n    main()\n";
const CONTROL = "from patroni.ctl import ctl\nctl(prog_name='patronictl')\n";

/** Copies the Patroni of a virtual environment to where the user of the servers can read it. */
export async function copyPatroni(environment: string, folder: string): Promise<Patroni> {
  const lib = join(environment, 'lib');
  const [version = ''] = (await readdir(lib)).filter((name) => name.startsWith('python'));
  const packages = join(folder, 'python');
  await cp(join(lib, version, 'site-packages', 'patroni'), join(packages, 'patroni'), { recursive: true });
  // Patroni starts Postgres by a process that loads the same script again.
  const scripts = [join(folder, 'run-patroni.py'), join(folder, 'run-patronictl.py')] as const;
  await writeFile(scripts[0], RUN);
  await writeFile(scripts[1], CONTROL);
  return { command: [PYTHON, scripts[0]], control: [PYTHON, scripts[1]], env: { PYTHONPATH: packages } };
}

/** Adds the folders of root to the path, and finds everything else. Throws a Refusal that says what to install. */
export async function findTools(programs: readonly string[] = CLUSTER): Promise<Omit<Tools, 'patroni'>> {
  process.env['PATH'] = [process.env['PATH'] ?? '', ...MORE_FOLDERS].join(delimiter);
  const missing = await missingPackages(programs);
  if (missing.length > 0) {
    throw new Refusal(
      `The drill needs ${missing.join(', ')}. On Debian 12 or later: apt-get install --no-install-recommends ${missing.join(' ')}`,
    );
  }
  const postgres = (await postgresFolders()).at(-1) ?? '';
  return { postgres, user: process.getuid?.() === 0 ? await serverUser() : undefined };
}

/** The packages of Debian that are not installed. */
export async function missingPackages(programs: readonly string[] = CLUSTER): Promise<string[]> {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), ...MORE_FOLDERS];
  const missing = new Set<string>();
  for (const program of programs) {
    if (!(await isIn(folders, program))) missing.add(PROGRAMS[program] ?? program);
  }
  if ((await postgresFolders()).length === 0) missing.add('postgresql');
  return [...missing];
}

/** Whether this machine gives out network namespaces, in which links can be cut. */
export async function hasNamespaces(): Promise<boolean> {
  if (process.getuid?.() !== 0) return false;
  const dummy = 'ip link add name probe type bridge && ip link add name one type veth peer name other';
  return succeeds(['unshare', '--net', '--pid', '--fork', '--kill-child', '--mount-proc', 'sh', '-c', dummy]);
}

async function postgresFolders(): Promise<string[]> {
  const versions = (await readdir(POSTGRES).catch(() => [])).map(Number).filter((each) => each >= OLDEST_POSTGRES);
  const folders = versions.sort((a, b) => a - b).map((version) => join(POSTGRES, String(version), 'bin'));
  const found = await Promise.all(folders.map((folder) => isIn([folder], 'pg_basebackup')));
  return folders.filter((_, n) => found[n]);
}

async function serverUser(): Promise<string> {
  return (await succeeds(['id', 'postgres'])) ? 'postgres' : 'nobody';
}

async function isIn(folders: readonly string[], program: string): Promise<boolean> {
  const found = await Promise.all(
    folders.map((folder) =>
      access(join(folder, program), constants.X_OK).then(
        () => true,
        () => false,
      ),
    ),
  );
  return found.includes(true);
}
